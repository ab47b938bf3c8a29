-- At a hub: the channels that hang on another box, and that box's unit. Such a channel's own unit is -id: it names no
-- wiring of this box.
CREATE TABLE channel_box (
  channel_id INTEGER PRIMARY KEY REFERENCES channel (id) ON DELETE CASCADE,
  box TEXT NOT NULL, -- its name, as site.yaml has it
  unit INTEGER NOT NULL,
  UNIQUE (box, unit)
) STRICT;

-- How long the role holds at a box that has no contact with its hub; NULL: for ever.
ALTER TABLE role ADD COLUMN max_stale_ms INTEGER;

-- One number rises with every change that boxes follow: of the policy, and of a person with all that is theirs.
CREATE TABLE sync_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value INTEGER NOT NULL,
  policy INTEGER NOT NULL, -- the one at which the policy last changed
  ended_before INTEGER NOT NULL DEFAULT 0 -- reservations that ended before are nothing to boxes, Unix milliseconds
) STRICT;
INSERT INTO sync_revision (id, value, policy) VALUES (1, 1, 1);

-- At a hub: when each person last changed, or anything of theirs. Who is deleted stays, so that boxes hear of it. The
-- first era fills it; without one nobody asks, and the triggers below cost next to nothing.
CREATE TABLE person_revision (
  person_id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL UNIQUE,
  taken_at INTEGER -- when they were deleted or disabled, Unix milliseconds; NULL: they are neither
) STRICT;
CREATE INDEX person_revision_taken ON person_revision (taken_at) WHERE taken_at IS NOT NULL;

CREATE TRIGGER person_made_revision AFTER INSERT ON person
WHEN EXISTS (SELECT 1 FROM sync_era) AND NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  INSERT INTO person_revision (person_id, revision, taken_at)
  VALUES (NEW.id, (SELECT value FROM sync_revision), CASE NEW.enabled WHEN 0 THEN NEW.updated_at END)
  ON CONFLICT (person_id) DO UPDATE SET revision = excluded.revision, taken_at = excluded.taken_at;
END;
CREATE TRIGGER person_changed_revision AFTER UPDATE ON person
WHEN EXISTS (SELECT 1 FROM sync_era) AND NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  INSERT INTO person_revision (person_id, revision, taken_at)
  VALUES (NEW.id, (SELECT value FROM sync_revision),
          CASE WHEN NEW.enabled = 0 OR NEW.deleted_at IS NOT NULL THEN NEW.updated_at END)
  ON CONFLICT (person_id) DO UPDATE
     SET revision = excluded.revision,
         taken_at = CASE WHEN excluded.taken_at IS NULL THEN NULL ELSE coalesce(taken_at, excluded.taken_at) END;
END;

-- What is theirs. A row of person_revision is there since the person is.
CREATE TRIGGER credential_made_revision AFTER INSERT ON credential
WHEN EXISTS (SELECT 1 FROM sync_era) AND NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER credential_changed_revision AFTER UPDATE ON credential
WHEN EXISTS (SELECT 1 FROM sync_era) AND NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER credential_gone_revision AFTER DELETE ON credential
WHEN EXISTS (SELECT 1 FROM sync_era) AND OLD.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER person_group_made_revision AFTER INSERT ON person_group
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_group_gone_revision AFTER DELETE ON person_group
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER person_role_made_revision AFTER INSERT ON person_role
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_role_gone_revision AFTER DELETE ON person_role
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER reservation_made_revision AFTER INSERT ON reservation
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER reservation_changed_revision AFTER UPDATE ON reservation
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER reservation_gone_revision AFTER DELETE ON reservation
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER group_reservation_made_revision AFTER INSERT ON group_reservation
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER group_reservation_changed_revision AFTER UPDATE ON group_reservation
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER group_reservation_gone_revision AFTER DELETE ON group_reservation
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER reservation_channel_made_revision AFTER INSERT ON reservation_channel
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = (SELECT person_id FROM reservation WHERE id = NEW.reservation_id);
END;
CREATE TRIGGER reservation_channel_gone_revision AFTER DELETE ON reservation_channel
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = (SELECT person_id FROM reservation WHERE id = OLD.reservation_id);
END;
CREATE TRIGGER group_reservation_group_made_revision AFTER INSERT ON group_reservation_group
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = (SELECT person_id FROM group_reservation WHERE id = NEW.group_reservation_id);
END;
CREATE TRIGGER group_reservation_group_gone_revision AFTER DELETE ON group_reservation_group
WHEN EXISTS (SELECT 1 FROM sync_era)
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = (SELECT person_id FROM group_reservation WHERE id = OLD.group_reservation_id);
END;
CREATE TRIGGER person_image_made_revision AFTER INSERT ON person_image
WHEN EXISTS (SELECT 1 FROM sync_era) AND NEW.shown IS NOT NULL
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_image_changed_revision AFTER UPDATE ON person_image
WHEN EXISTS (SELECT 1 FROM sync_era) AND OLD.shown IS NOT NEW.shown
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_image_gone_revision AFTER DELETE ON person_image
WHEN EXISTS (SELECT 1 FROM sync_era) AND OLD.shown IS NOT NULL
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision) WHERE person_id = OLD.person_id;
END;

-- At a box: which of its hub's versions of each person stands here. At a hub, and at a box that follows nobody, empty.
CREATE TABLE person_synced (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL
) STRICT;

-- At a box: how far it has followed, written with the rows themselves. No row: it follows nobody.
CREATE TABLE sync_cursor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  upstream TEXT NOT NULL, -- names who is followed: a cursor means nothing to anybody else
  cursor TEXT, -- NULL: nothing yet
  policy_revision INTEGER NOT NULL DEFAULT 0,
  policy_refused TEXT, -- why the newest policy does not hold here, in words; NULL: it does
  completed_at INTEGER -- when it last had all there was, Unix milliseconds
) STRICT;

-- At a box: a person's picture by the name that it has at the hub, while its files are not here.
CREATE TABLE image_synced (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL
) STRICT;

-- At a hub: one row for each start of its process. A cursor names the era it was made in, so that one from a time that
-- a restored backup knows nothing of is told from any other.
CREATE TABLE sync_era (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  era TEXT NOT NULL UNIQUE,
  from_revision INTEGER NOT NULL
) STRICT;

-- At a hub: what is held back because too many people were taken away at once. No row: nothing ever was.
CREATE TABLE sync_published (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  approved INTEGER NOT NULL, -- an operator has let pass all up to this revision
  held_at INTEGER, -- since when, Unix milliseconds; NULL: nothing is held back
  held_from INTEGER NOT NULL, -- meanwhile boxes get nothing beyond this revision
  held_to INTEGER NOT NULL, -- who is taken away after this one is told of singly
  people INTEGER NOT NULL -- that were taken away
) STRICT;

-- At a hub: the boxes that follow it, also those that left or were turned away.
CREATE TABLE box (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL, -- as channels in site.yaml name it
  state TEXT NOT NULL CHECK (state IN ('joined', 'left', 'revoked')),
  everything INTEGER NOT NULL DEFAULT 0, -- it gets all people and channels, not only those of its own doors
  joined_at INTEGER NOT NULL,
  joined_by TEXT NOT NULL,
  ended_at INTEGER,
  version TEXT NOT NULL DEFAULT '',
  units TEXT NOT NULL DEFAULT '[]', -- JSON: those that its controller.yaml has
  last_contact_at INTEGER,
  cursor TEXT, -- up to where it has told that it has all
  skew_ms INTEGER, -- its clock less the hub's
  problem TEXT, -- what it last told that keeps it from following
  held TEXT, -- names a snapshot that it holds back; NULL: none
  approved TEXT, -- the one that an operator has let through
  lost_at INTEGER -- since when it is known to be out of contact; NULL: it is in contact
) STRICT;
CREATE UNIQUE INDEX box_name ON box (name) WHERE state = 'joined';

-- The certificates that a box may show: while one is renewed there are two.
CREATE TABLE box_certificate (
  fingerprint BLOB PRIMARY KEY, -- SHA-256
  box_id INTEGER NOT NULL REFERENCES box (id) ON DELETE CASCADE,
  public_key BLOB NOT NULL, -- checks the signatures of its log's heads
  made_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- A box's log as it was told here. A branch is one history of it: a box that was restored from a backup, or whose log
-- was rewritten, goes on in a new one after the last event both have.
CREATE TABLE box_branch (
  box_id INTEGER NOT NULL REFERENCES box (id) ON DELETE CASCADE,
  branch INTEGER NOT NULL,
  after_id INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  PRIMARY KEY (box_id, branch)
) STRICT, WITHOUT ROWID;

-- Which events of boxes are in the log, each once: written in the transaction that appends it.
CREATE TABLE box_event (
  box_id INTEGER NOT NULL,
  branch INTEGER NOT NULL,
  event_id INTEGER NOT NULL, -- the box's own id of it
  hash BLOB NOT NULL,
  PRIMARY KEY (box_id, branch, event_id)
) STRICT, WITHOUT ROWID;

-- Events of a kind that this version does not know, until one that does begins.
CREATE TABLE box_event_unknown (
  box_id INTEGER NOT NULL,
  branch INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (box_id, branch, event_id)
) STRICT, WITHOUT ROWID;

-- Heads of boxes' logs, signed by the box: what is later altered or cut off there does not lead to them.
CREATE TABLE box_head (
  box_id INTEGER NOT NULL REFERENCES box (id) ON DELETE CASCADE,
  branch INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  hash BLOB NOT NULL,
  at INTEGER NOT NULL,
  fingerprint BLOB NOT NULL, -- of the certificate whose key signed
  signature BLOB NOT NULL,
  PRIMARY KEY (box_id, branch, event_id)
) STRICT, WITHOUT ROWID;
