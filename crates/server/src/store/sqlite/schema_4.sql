-- Version 4: a link that was used says by whom, who may ask again if the answer was lost.
ALTER TABLE links ADD COLUMN spent_by BLOB;
