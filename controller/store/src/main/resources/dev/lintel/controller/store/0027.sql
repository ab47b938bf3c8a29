-- Who ordered the lockdown that is in force, a line each: operators and lockdown switches. Empty where none is, or where an
-- older version kept it.
ALTER TABLE door_state ADD COLUMN locked_by TEXT NOT NULL DEFAULT '';
