-- Admissions at a door that was unlocked by fire or by its mode have another code in listing B than those by its hours:
-- events are counted by it, and found by it among many of their kind.
DELETE FROM event_count;
CREATE INDEX event_unscheduled ON event (kind, id, channel_id)
  WHERE json_extract(additional, '$.unlocked_by') IN ('fire', 'mode');
