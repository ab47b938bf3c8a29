-- After a restore from a backup an operator of a hub gives back by name what boxes withhold; nothing else does so. At the
-- hub: the revision at which that was done last; 0: never.
ALTER TABLE person_revision ADD COLUMN given INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sync_revision ADD COLUMN policy_given INTEGER NOT NULL DEFAULT 0;

-- At a box: the hub that it followed last. In person_known `withheld` is 0 of whoever is withheld when they come back.
CREATE TABLE hub_known (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  hub TEXT NOT NULL,
  cursor TEXT NOT NULL, -- the last one
  policy_revision INTEGER NOT NULL, -- of the policy that held here last
  policy_refused TEXT, -- why a newer one did not, in words; NULL: it did
  restored INTEGER NOT NULL DEFAULT 0 -- a snapshot is under way of that hub, which was restored from a backup
) STRICT;
INSERT INTO hub_known (id, hub, cursor, policy_revision, policy_refused)
SELECT 1, rtrim(rtrim(upstream, '0123456789'), '/'), cursor, policy_revision, policy_refused FROM sync_cursor WHERE cursor IS NOT NULL;
