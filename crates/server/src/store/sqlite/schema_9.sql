-- Version 9: the latest steps of all tables are written together, a row for each transaction. From time to time they are moved into `steps`,
-- where a row holds all of a table's steps that were moved at the same time: a line each, its fields separated by tabs.
CREATE TABLE journal (
    number INTEGER PRIMARY KEY,
    moves TEXT NOT NULL
);
CREATE TABLE grouped_steps (
    number INTEGER PRIMARY KEY,
    -- The table. No reference: without an index, each table that is deleted would be searched for in all steps.
    key INTEGER NOT NULL,
    -- The row before it of the same table.
    previous INTEGER,
    lines TEXT NOT NULL
);
INSERT INTO grouped_steps (number, key, previous, lines)
    SELECT number, key, previous,
        revision || char(9) || at || char(9) || coalesce(id, '') || char(9) || done || char(9) || events || char(10)
    FROM steps ORDER BY number;
DROP TABLE steps;
ALTER TABLE grouped_steps RENAME TO steps;
