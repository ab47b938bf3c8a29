-- A leaf that stands open: until when it may, Unix milliseconds; NULL: nothing counts, or its pre-alarm was given.
ALTER TABLE door_state ADD COLUMN leaf_warn_at INTEGER;
ALTER TABLE door_state ADD COLUMN leaf_extended_at INTEGER;
