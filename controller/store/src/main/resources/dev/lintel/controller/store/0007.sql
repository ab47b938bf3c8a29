-- At a hub: the channels that hang on another box, and that box's unit. Such a channel's own unit is -id: it names no
-- wiring of this box.
CREATE TABLE channel_box (
  channel_id INTEGER PRIMARY KEY REFERENCES channel (id) ON DELETE CASCADE,
  box TEXT NOT NULL, -- its name, as site.yaml has it
  unit INTEGER NOT NULL,
  UNIQUE (box, unit)
) STRICT;

-- Which channels a box has or had, and until when: what it tells of others, or of later, is not of its doors. The last
-- few boxes of each channel.
CREATE TABLE channel_box_ever (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER NOT NULL,
  box TEXT NOT NULL,
  ended_at INTEGER, -- Unix milliseconds; NULL: it has it
  UNIQUE (channel_id, box)
) STRICT;
CREATE TRIGGER channel_box_made_ever AFTER INSERT ON channel_box
BEGIN
  INSERT OR REPLACE INTO channel_box_ever (channel_id, box) VALUES (NEW.channel_id, NEW.box);
  DELETE FROM channel_box_ever
   WHERE channel_id = NEW.channel_id
     AND number NOT IN (SELECT number FROM channel_box_ever
                         WHERE channel_id = NEW.channel_id ORDER BY number DESC LIMIT 8);
END;

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
-- first era fills it and makes the triggers of hub-triggers.sql, which keep it: where nobody follows there are none.
CREATE TABLE person_revision (
  person_id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL UNIQUE,
  taken_at INTEGER, -- when they were deleted or disabled, Unix milliseconds; NULL: they are neither
  taken INTEGER, -- and at which revision
  narrowed INTEGER, -- the last revision at which anything was taken from them, or they themselves; NULL: never
  -- Written while much is held back, by the hub and not by triggers: the value of `taken` with which boxes are told of
  -- them all the same, and when that was decided, Unix milliseconds. Whoever is taken away and not marked so waits.
  singly INTEGER,
  singly_at INTEGER
) STRICT;
CREATE INDEX person_revision_taken ON person_revision (taken_at) WHERE taken_at IS NOT NULL;
CREATE INDEX person_revision_narrowed ON person_revision (narrowed) WHERE narrowed IS NOT NULL;
CREATE INDEX person_revision_singly ON person_revision (singly) WHERE singly IS NOT NULL;

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

-- At a hub: how far boxes may follow, and what is held back because too many people were taken away at once.
CREATE TABLE sync_published (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  published INTEGER NOT NULL DEFAULT 0, -- all up to this revision was let out; some seconds behind, and never ahead
  approved INTEGER NOT NULL, -- an operator has let pass all up to this revision, or nobody followed up to it
  held_at INTEGER, -- since when, Unix milliseconds; NULL: nothing is held back
  held_from INTEGER NOT NULL, -- meanwhile boxes get nothing beyond this revision
  held_to INTEGER NOT NULL, -- who is taken away up to this one waits with the others, and is let through with them
  held_singly INTEGER NOT NULL, -- who is taken away after this one is told of singly
  people INTEGER NOT NULL -- that were taken away
) STRICT;

-- At a hub: the boxes that follow it, also those that left or were turned away.
CREATE TABLE box (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL, -- as channels in site.yaml name it
  -- planned: it has a certificate, and nobody has confirmed that it joins; one that follows under its name goes on
  state TEXT NOT NULL CHECK (state IN ('planned', 'joined', 'left', 'revoked')),
  everything INTEGER NOT NULL DEFAULT 0, -- it gets all people and channels, not only those of its own doors
  read_only INTEGER NOT NULL DEFAULT 0, -- what is asked to be written there is refused here
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
