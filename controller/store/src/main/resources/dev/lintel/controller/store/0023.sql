-- Whether holders of the role enter only with a host, or are hosts; and whether a card shown twice unlocks doors.
ALTER TABLE role ADD COLUMN escort TEXT NOT NULL DEFAULT 'none' CHECK (escort IN ('none', 'required', 'host'));
ALTER TABLE role ADD COLUMN double_tap INTEGER NOT NULL DEFAULT 0;

-- Whether the entry reader admits two persons together only.
ALTER TABLE channel ADD COLUMN two_person INTEGER NOT NULL DEFAULT 0;
-- Whether a card shown twice unlocks the door, and until when: a minute of the day, a time, or (both NULL) the next time.
ALTER TABLE channel ADD COLUMN double_tap INTEGER NOT NULL DEFAULT 0;
ALTER TABLE channel ADD COLUMN double_tap_until_minute INTEGER;
ALTER TABLE channel ADD COLUMN double_tap_ms INTEGER;

-- Whether the entry reader admits with an operator's approval only, and in which shift; NULL: always.
ALTER TABLE channel ADD COLUMN approval INTEGER NOT NULL DEFAULT 0;
ALTER TABLE channel ADD COLUMN approval_shift_id INTEGER REFERENCES shift (id);
