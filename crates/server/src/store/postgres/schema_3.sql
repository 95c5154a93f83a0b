-- Version 3: challenges and the games that are played of them.
CREATE TABLE challenges (
    id text COLLATE "C" PRIMARY KEY,
    created bigint NOT NULL,
    closes bigint,
    facts text NOT NULL
);
CREATE INDEX challenges_by_age ON challenges (created);

CREATE TABLE plays (
    number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    challenge text COLLATE "C" NOT NULL,
    game text COLLATE "C" NOT NULL,
    seat smallint NOT NULL,
    -- The session that began it.
    session bytea NOT NULL,
    name text NOT NULL,
    at bigint NOT NULL,
    result text,
    UNIQUE (challenge, game, seat)
);

-- One row: the secret that the deals of the day are made of.
CREATE TABLE secrets (
    number smallint PRIMARY KEY CHECK (number = 1),
    secret bytea NOT NULL
);
