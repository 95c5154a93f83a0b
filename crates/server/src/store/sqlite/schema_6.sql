-- Version 6: the lobby lists tables whose people are there, which only the running program knows.
DROP INDEX tables_listed;
ALTER TABLE tables DROP COLUMN listed;
