-- At a box: which rights of a person it withholds, of those whom it does not withhold altogether. JSON; NULL: not known.
ALTER TABLE person_known ADD COLUMN rights TEXT;
-- Of people who are withheld already these are known once the hub has sent all people again.
UPDATE sync_cursor SET cursor = NULL WHERE EXISTS (SELECT 1 FROM person_known WHERE withheld > 0);

-- At a hub that was restored from a backup: single rights that boxes report as revoked since the backup, until an operator
-- gives them back. People who lost everything are in box_withheld.
CREATE TABLE box_withheld_right (
  person_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('credential', 'group', 'role', 'reservation', 'group_reservation', 'valid_from', 'valid_to', 'extended_unlock', 'first_responder')),
  item_id INTEGER NOT NULL, -- of the credential, group, role or reservation; 0 of the other kinds
  box_id INTEGER NOT NULL,
  day TEXT, -- of valid_from and valid_to (ISO date)
  PRIMARY KEY (person_id, kind, item_id, box_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX box_withheld_right_box ON box_withheld_right (box_id);
