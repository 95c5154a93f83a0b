-- Version 1. A later version is a further script that starts from here.

-- One row per table, changed with every step. Version and revision stand together: one condition guards both.
CREATE TABLE heads (
    key bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id text COLLATE "C" NOT NULL UNIQUE,
    created bigint NOT NULL,
    version bigint NOT NULL,
    revision bigint NOT NULL,
    status smallint NOT NULL,
    waiting smallint NOT NULL,
    deadline bigint,
    wakes_at bigint,
    updated bigint NOT NULL,
    winners smallint NOT NULL
) WITH (fillfactor = 60, autovacuum_vacuum_scale_factor = 0.05);

-- The part of a table that seldom changes, apart from what always does.
CREATE TABLE seatings (
    key bigint PRIMARY KEY,
    seating text NOT NULL
);

CREATE TABLE steps (
    key bigint NOT NULL,
    revision bigint NOT NULL,
    at bigint NOT NULL,
    id bigint,
    done text NOT NULL,
    events text NOT NULL,
    PRIMARY KEY (key, revision)
);

CREATE TABLE chat (
    key bigint NOT NULL,
    number bigint NOT NULL,
    line text NOT NULL,
    at bigint NOT NULL,
    PRIMARY KEY (key, number)
);
CREATE INDEX chat_by_age ON chat (at);

CREATE TABLE sessions (
    session bytea PRIMARY KEY,
    created bigint NOT NULL,
    seen bigint NOT NULL
);
CREATE INDEX sessions_by_age ON sessions (seen);

-- The people who have or had a seat at a table.
CREATE TABLE sitters (
    session bytea NOT NULL,
    key bigint NOT NULL,
    PRIMARY KEY (session, key)
);

CREATE TABLE links (
    token bytea PRIMARY KEY,
    table_id text COLLATE "C" NOT NULL,
    seat smallint NOT NULL,
    -- The session that made it: a link is good only while the seat is theirs.
    owner bytea NOT NULL,
    expires bigint NOT NULL,
    spent_by bytea
);
CREATE INDEX links_by_seat ON links (table_id, seat, expires);
CREATE INDEX links_by_age ON links (expires);

-- A request that makes a table and is sent again, because its answer was lost, makes no second one.
CREATE TABLE attempts (
    attempt bytea PRIMARY KEY,
    session bytea NOT NULL,
    -- The hash of what was asked for.
    asked bytea NOT NULL,
    table_id text COLLATE "C" NOT NULL,
    seats smallint NOT NULL,
    at bigint NOT NULL
);
CREATE INDEX attempts_by_age ON attempts (at);
