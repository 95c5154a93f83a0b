-- Version 7: challenges and the games that are played of them.
CREATE TABLE challenges (
    id TEXT PRIMARY KEY,
    created INTEGER NOT NULL,
    closes INTEGER,
    facts TEXT NOT NULL
) WITHOUT ROWID;
CREATE INDEX challenges_by_age ON challenges (created);

CREATE TABLE plays (
    number INTEGER PRIMARY KEY,
    challenge TEXT NOT NULL,
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    -- The session that began it.
    session BLOB NOT NULL,
    name TEXT NOT NULL,
    at INTEGER NOT NULL,
    result TEXT
);
CREATE UNIQUE INDEX plays_by_challenge ON plays (challenge, game, seat);

-- One row: the secret that the deals of the day are made of.
CREATE TABLE secrets (
    number INTEGER PRIMARY KEY CHECK (number = 1),
    secret BLOB NOT NULL
);
