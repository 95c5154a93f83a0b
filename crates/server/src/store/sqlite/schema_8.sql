-- Version 8: a step names the one before it, so that no index of steps is written with it. `number` is declared, because
-- VACUUM changes numbers that are not.
CREATE TABLE linked_steps (
    number INTEGER PRIMARY KEY,
    -- The table. No reference: without an index, each table that is deleted would be searched for in all steps.
    key INTEGER NOT NULL,
    previous INTEGER,
    revision INTEGER NOT NULL,
    at INTEGER NOT NULL,
    id INTEGER,
    done TEXT NOT NULL,
    events TEXT NOT NULL
);
INSERT INTO linked_steps (number, key, previous, revision, at, id, done, events)
    SELECT s.rowid, s.key, p.rowid, s.revision, s.at, s.id, s.done, s.events
    FROM steps s LEFT JOIN steps p ON p.key = s.key AND p.revision = s.revision - 1 ORDER BY s.rowid;
ALTER TABLE heads ADD COLUMN last_step INTEGER;
UPDATE heads SET last_step = (SELECT s.rowid FROM steps s WHERE s.key = heads.key ORDER BY s.revision DESC LIMIT 1);
DROP TABLE steps;
ALTER TABLE linked_steps RENAME TO steps;
