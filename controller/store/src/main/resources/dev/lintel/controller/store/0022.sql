-- How long an opening without an admission waits for an exit; NULL: as the wiring says.
ALTER TABLE channel ADD COLUMN forced_delay_ms INTEGER;
-- How long after the leaf's move a motor lock is secured.
ALTER TABLE channel ADD COLUMN relock_delay_ms INTEGER NOT NULL DEFAULT 0;
-- Open times after the admission of a person with extended_unlock; NULL: twice the ordinary ones.
ALTER TABLE channel ADD COLUMN longer_warning_ms INTEGER;
ALTER TABLE channel ADD COLUMN longer_open_ms INTEGER;
