-- Version 2: what servers that share the database must know of each other.

-- Until then the alarm of a table is left to the server that has changed it last, or has been given it.
ALTER TABLE heads ADD COLUMN claimed_until bigint NOT NULL DEFAULT 0;
CREATE INDEX heads_by_alarm ON heads (wakes_at) WHERE wakes_at IS NOT NULL AND status = 1;

-- The servers that live, and the tables they list in the lobby. All of it is written again within seconds if it is lost.
CREATE UNLOGGED TABLE servers (
    server bigint PRIMARY KEY,
    seen bigint NOT NULL
);
CREATE UNLOGGED TABLE listings (
    id text COLLATE "C" PRIMARY KEY,
    server bigint NOT NULL,
    created bigint NOT NULL,
    listing text NOT NULL
);
