-- Version 2: the lobby's index holds only tables that are not over.
UPDATE tables SET listed = 0 WHERE listed AND key IN (SELECT key FROM heads WHERE status >= 2);
