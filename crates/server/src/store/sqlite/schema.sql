-- Version 1 of the database. A later version is a further script that starts from here.
CREATE TABLE tables (
    key INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    created INTEGER NOT NULL,
    version INTEGER NOT NULL,
    listed INTEGER NOT NULL,
    sheet TEXT NOT NULL
);
CREATE INDEX tables_listed ON tables (key) WHERE listed;

-- What changes with every step, apart from what seldom changes: small rows, many to a page.
CREATE TABLE heads (
    key INTEGER PRIMARY KEY REFERENCES tables,
    revision INTEGER NOT NULL,
    status INTEGER NOT NULL,
    waiting INTEGER NOT NULL,
    deadline INTEGER,
    wakes_at INTEGER,
    updated INTEGER NOT NULL
);

-- Steps of all tables stand in the order they came: a commit of many writes few pages.
CREATE TABLE steps (
    key INTEGER NOT NULL REFERENCES tables,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    id INTEGER,
    done TEXT NOT NULL,
    events TEXT NOT NULL
);
CREATE UNIQUE INDEX steps_in_order ON steps (key, revision);

CREATE TABLE chat (
    key INTEGER NOT NULL REFERENCES tables,
    number INTEGER NOT NULL,
    line TEXT NOT NULL,
    PRIMARY KEY (key, number)
) WITHOUT ROWID;

CREATE TABLE sessions (
    session BLOB PRIMARY KEY,
    created INTEGER NOT NULL
) WITHOUT ROWID;

-- Who has or had a seat at a table.
CREATE TABLE sitters (
    session BLOB NOT NULL,
    key INTEGER NOT NULL REFERENCES tables,
    PRIMARY KEY (session, key)
) WITHOUT ROWID;

CREATE TABLE links (
    token BLOB PRIMARY KEY,
    table_id TEXT NOT NULL,
    seat INTEGER NOT NULL,
    -- Who made it: a link is good only while the seat is theirs.
    owner BLOB NOT NULL,
    expires INTEGER NOT NULL
) WITHOUT ROWID;
