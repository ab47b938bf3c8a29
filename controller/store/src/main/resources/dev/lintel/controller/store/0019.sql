-- At a hub: the runs of a box, whether two boxes share its identity, and which of them an operator keeps. JSON; NULL: none.
ALTER TABLE box ADD COLUMN runs TEXT;

-- At a hub that was restored from a backup. 1: the box knows changes that are newer than the backup.
ALTER TABLE box ADD COLUMN remembers INTEGER NOT NULL DEFAULT 0;
-- Whom such boxes report as deleted or disabled since the backup, until an operator gives them back. The rows of a box
-- that is gone stay.
CREATE TABLE box_withheld (
  person_id INTEGER NOT NULL,
  box_id INTEGER NOT NULL,
  PRIMARY KEY (person_id, box_id)
) STRICT, WITHOUT ROWID;
