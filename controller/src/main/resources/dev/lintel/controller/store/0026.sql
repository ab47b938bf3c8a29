-- Admissions at a door that was unlocked by fire or by its mode have another code in listing B than those by its hours:
-- events are counted by it, and found by it among many of their kind.
DELETE FROM event_count;
CREATE INDEX event_unscheduled ON event (kind, id, channel_id)
  WHERE json_extract(additional, '$.unlocked_by') IN ('fire', 'mode');

-- Who ordered the lockdown that is in force, a line each: operators and lockdown switches. Empty where none is, or where an
-- older version kept it.
ALTER TABLE door_state ADD COLUMN locked_by TEXT NOT NULL DEFAULT '';
