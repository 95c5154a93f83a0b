-- Version 3: a list of games says who has won. Of games that were over before, it is not known.
ALTER TABLE heads ADD COLUMN winners INTEGER NOT NULL DEFAULT 0;
