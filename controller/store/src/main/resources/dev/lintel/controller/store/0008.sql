-- At a box: what a newer hub told and this program passed over, so that it is fetched once a newer program runs.
ALTER TABLE sync_cursor ADD COLUMN passed_over TEXT; -- JSON list; NULL: nothing
ALTER TABLE sync_cursor ADD COLUMN version TEXT; -- of the program that passed it over

-- At a box: before this event of its log people, credentials and channels have the box's own numbers, not those of whom
-- it follows; NULL: all have.
ALTER TABLE sync_cursor ADD COLUMN own_before INTEGER;
UPDATE sync_cursor SET own_before = 0 WHERE policy_revision > 0;

-- At a hub: when the box last told that it had all there was, Unix milliseconds; NULL: never.
ALTER TABLE box ADD COLUMN completed_at INTEGER;
