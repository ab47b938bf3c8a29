-- How the alarms of a channel go on and end. alarm_reminder_ms NULL: no reminders.
ALTER TABLE channel ADD COLUMN pre_alarm INTEGER NOT NULL DEFAULT 1;
ALTER TABLE channel ADD COLUMN alarm_reminder_ms INTEGER;
ALTER TABLE channel ADD COLUMN alarm_latch INTEGER NOT NULL DEFAULT 0;
-- The alarm of a door, beside its cause in `alarm`.
ALTER TABLE door_state ADD COLUMN alarm_latched INTEGER NOT NULL DEFAULT 0;
ALTER TABLE door_state ADD COLUMN alarm_acknowledged INTEGER NOT NULL DEFAULT 0;
ALTER TABLE door_state ADD COLUMN alarm_reminders INTEGER NOT NULL DEFAULT 0;
-- 1: an operator keeps the door from unlocking by its hours. secure_until NULL: until hours are over; since when they run
-- is in secure_hours_since, NULL: not yet.
ALTER TABLE door_state ADD COLUMN secure INTEGER NOT NULL DEFAULT 0;
ALTER TABLE door_state ADD COLUMN secure_until INTEGER;
ALTER TABLE door_state ADD COLUMN secure_hours_since INTEGER;
