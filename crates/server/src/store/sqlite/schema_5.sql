-- Version 5: what is kept for a time only says since when: when a session was last seen, when a line of chat was said.
ALTER TABLE sessions ADD COLUMN seen INTEGER NOT NULL DEFAULT 0;
UPDATE sessions SET seen = created;
CREATE INDEX sessions_by_age ON sessions (seen);
ALTER TABLE chat ADD COLUMN at INTEGER NOT NULL DEFAULT 0;
UPDATE chat SET at = coalesce(json_extract(line, '$.at'), 0);
CREATE INDEX chat_by_age ON chat (at);
CREATE INDEX links_by_seat ON links (table_id, seat, expires);
CREATE INDEX links_by_age ON links (expires);
-- A request that makes a table and is sent again, because its answer was lost, makes no second one.
CREATE TABLE attempts (
    attempt BLOB PRIMARY KEY,
    session BLOB NOT NULL,
    -- The hash of what was asked for.
    asked BLOB NOT NULL,
    table_id TEXT NOT NULL,
    seats INTEGER NOT NULL,
    at INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX attempts_by_age ON attempts (at);
