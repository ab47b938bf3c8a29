-- Whether an evacuation unlocks the door.
ALTER TABLE channel ADD COLUMN evacuation INTEGER NOT NULL DEFAULT 1;

-- An evacuation that is in force at the door, and who ordered it, a line each: operators and evacuation switches.
ALTER TABLE door_state ADD COLUMN evacuated INTEGER NOT NULL DEFAULT 0;
ALTER TABLE door_state ADD COLUMN evacuated_by TEXT NOT NULL DEFAULT '';

-- Admissions at a door that an evacuation unlocked count as those at one that fire released: see 0025.sql.
DROP INDEX event_unscheduled;
CREATE INDEX event_unscheduled ON event (kind, id, channel_id)
  WHERE json_extract(additional, '$.unlocked_by') IN ('fire', 'evacuation', 'mode');
