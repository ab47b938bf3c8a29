CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE account_limits (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  group_reservation_max_ms INTEGER NOT NULL
, pins TEXT NOT NULL DEFAULT 'shown' CHECK (pins IN ('shown', 'masked'))) STRICT;

CREATE TABLE action (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  event TEXT,
  state TEXT,
  input TEXT,
  input_active INTEGER NOT NULL DEFAULT 1,
  output TEXT,
  pulse_ms INTEGER, -- NULL: as long as the trigger lasts
  command TEXT,
  length_ms INTEGER, -- NULL: until another command
  delay_ms INTEGER NOT NULL,
  shift_id INTEGER REFERENCES shift (id), -- NULL: always
  box TEXT, -- at a hub, of an action without channels: the box that it is for
  CHECK ((event IS NOT NULL) + (state IS NOT NULL) + (input IS NOT NULL) = 1),
  CHECK ((output IS NULL) <> (command IS NULL))
) STRICT;

CREATE TABLE action_channel (
  action_id INTEGER NOT NULL REFERENCES action (id) ON DELETE CASCADE,
  ordered INTEGER NOT NULL, -- 1: the channel receives the command; 0: it triggers the action
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (action_id, ordered, channel_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX action_channel_channel ON action_channel (channel_id);

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  key_hash BLOB NOT NULL UNIQUE,
  shape TEXT NOT NULL,
  listing TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
, name TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE area_limit (
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  people_max INTEGER CHECK (people_max >= 1),
  people_min INTEGER CHECK (people_min >= 2),
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

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
, completed_at INTEGER, runs TEXT, remembers INTEGER NOT NULL DEFAULT 0, proves INTEGER NOT NULL DEFAULT 0, remembers_to INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE UNIQUE INDEX box_name ON box (name) WHERE state = 'joined';

CREATE TABLE box_branch (
  box_id INTEGER NOT NULL REFERENCES box (id) ON DELETE CASCADE,
  branch INTEGER NOT NULL,
  after_id INTEGER NOT NULL,
  begun_at INTEGER NOT NULL,
  PRIMARY KEY (box_id, branch)
) STRICT, WITHOUT ROWID;

CREATE TABLE box_certificate (
  fingerprint BLOB PRIMARY KEY, -- SHA-256
  box_id INTEGER NOT NULL REFERENCES box (id) ON DELETE CASCADE,
  public_key BLOB NOT NULL, -- checks the signatures of its log's heads
  made_at INTEGER NOT NULL,
  ends_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE box_event (
  box_id INTEGER NOT NULL,
  branch INTEGER NOT NULL,
  event_id INTEGER NOT NULL, -- the box's own id of it
  hash BLOB NOT NULL,
  PRIMARY KEY (box_id, branch, event_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE box_event_unknown (
  box_id INTEGER NOT NULL,
  branch INTEGER NOT NULL,
  event_id INTEGER NOT NULL,
  line TEXT NOT NULL,
  PRIMARY KEY (box_id, branch, event_id)
) STRICT, WITHOUT ROWID;

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

CREATE TABLE box_withheld (
  person_id INTEGER NOT NULL,
  box_id INTEGER NOT NULL,
  PRIMARY KEY (person_id, box_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE box_withheld_right (
  person_id INTEGER NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('credential', 'group', 'role', 'reservation', 'group_reservation', 'valid_from', 'valid_to', 'extended_unlock', 'first_responder')),
  item_id INTEGER NOT NULL, -- of the credential, group, role or reservation; 0 of the other kinds
  box_id INTEGER NOT NULL,
  day TEXT, -- of valid_from and valid_to (ISO date)
  PRIMARY KEY (person_id, kind, item_id, box_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX box_withheld_right_box ON box_withheld_right (box_id);

CREATE TABLE box_write (
  credential TEXT NOT NULL,
  event_id INTEGER NOT NULL,
  PRIMARY KEY (credential, event_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE change_log (
  revision INTEGER PRIMARY KEY AUTOINCREMENT,
  resource TEXT NOT NULL, -- credential
  action TEXT NOT NULL, -- create, update, destroy
  account_id INTEGER NOT NULL,
  resource_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL -- whose it is, or was
) STRICT;

CREATE TABLE channel (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  site_id INTEGER NOT NULL REFERENCES site (id),
  unit INTEGER NOT NULL UNIQUE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL,
  unlock_ms INTEGER NOT NULL,
  extended_unlock_ms INTEGER NOT NULL,
  extended_open_ms INTEGER NOT NULL,
  warning_ms INTEGER NOT NULL,
  relock TEXT NOT NULL,
  forced INTEGER NOT NULL,
  passback_mode TEXT NOT NULL DEFAULT 'off',
  passback_from TEXT NOT NULL DEFAULT '',
  passback_to TEXT NOT NULL DEFAULT '',
  passback_window_ms INTEGER,
  passback_forgive_minute INTEGER,
  clock_held INTEGER NOT NULL DEFAULT 1,
  clock_wrong INTEGER NOT NULL DEFAULT 0,
  duress INTEGER NOT NULL DEFAULT 0,
  auto_unlock_shift_id INTEGER REFERENCES shift (id),
  auto_unlock_first_card INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, forced_delay_ms INTEGER, relock_delay_ms INTEGER NOT NULL DEFAULT 0, longer_warning_ms INTEGER, longer_open_ms INTEGER, two_person INTEGER NOT NULL DEFAULT 0, double_tap INTEGER NOT NULL DEFAULT 0, double_tap_until_minute INTEGER, double_tap_ms INTEGER, approval INTEGER NOT NULL DEFAULT 0, approval_shift_id INTEGER REFERENCES shift (id), pre_alarm INTEGER NOT NULL DEFAULT 1, alarm_reminder_ms INTEGER, alarm_latch INTEGER NOT NULL DEFAULT 0, passback_after_fire INTEGER NOT NULL DEFAULT 1, passback_after_unlock INTEGER NOT NULL DEFAULT 1, evacuation INTEGER NOT NULL DEFAULT 1) STRICT;

CREATE TABLE channel_accept (
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  side TEXT NOT NULL,
  position INTEGER NOT NULL,
  shift_id INTEGER REFERENCES shift (id),
  means TEXT NOT NULL,
  PRIMARY KEY (channel_id, side, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE channel_airlock (
  outer_id INTEGER PRIMARY KEY REFERENCES channel (id) ON DELETE CASCADE,
  inner_id INTEGER NOT NULL UNIQUE REFERENCES channel (id) ON DELETE CASCADE,
  exits_obey INTEGER NOT NULL CHECK (exits_obey IN (0, 1)),
  entering INTEGER NOT NULL CHECK (entering IN (0, 1)), -- the inner door follows the outer one
  leaving INTEGER NOT NULL CHECK (leaving IN (0, 1)), -- the outer door follows the inner one
  delay_ms INTEGER NOT NULL CHECK (delay_ms >= 0)
) STRICT;

CREATE TABLE channel_box (
  channel_id INTEGER PRIMARY KEY REFERENCES channel (id) ON DELETE CASCADE,
  box TEXT NOT NULL, -- its name, as site.yaml has it
  unit INTEGER NOT NULL,
  UNIQUE (box, unit)
) STRICT;

CREATE TRIGGER channel_box_made_ever AFTER INSERT ON channel_box
BEGIN
  INSERT OR REPLACE INTO channel_box_ever (channel_id, box) VALUES (NEW.channel_id, NEW.box);
  DELETE FROM channel_box_ever
   WHERE channel_id = NEW.channel_id
     AND number NOT IN (SELECT number FROM channel_box_ever
                         WHERE channel_id = NEW.channel_id ORDER BY number DESC LIMIT 8);
END;

CREATE TABLE channel_box_ever (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  channel_id INTEGER NOT NULL,
  box TEXT NOT NULL,
  ended_at INTEGER, -- Unix milliseconds; NULL: it has it
  UNIQUE (channel_id, box)
) STRICT;

CREATE TABLE channel_floor (
  elevator_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  floor_id INTEGER NOT NULL UNIQUE REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (elevator_id, floor_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE channel_interlock (
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  other_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (channel_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE "credential" (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  credential_type_id INTEGER NOT NULL REFERENCES credential_type (id),
  value TEXT NOT NULL,
  card_number INTEGER,
  pin_number INTEGER,
  status TEXT NOT NULL, -- active; of phones also invited, revoking, revoked
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, valid_from_at INTEGER, valid_to_at INTEGER, suspended_from TEXT, suspended_to TEXT, uses_max INTEGER, uses_from INTEGER, unused_days INTEGER, unused_from INTEGER) STRICT;

CREATE UNIQUE INDEX credential_card ON credential (card_number, account_id);

CREATE TRIGGER credential_changed AFTER UPDATE ON credential
WHEN OLD.value IS NOT NEW.value OR OLD.status IS NOT NEW.status
  OR (NEW.status = 'invited' AND OLD.updated_at IS NOT NEW.updated_at)
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'update', NEW.account_id, NEW.id, NEW.person_id);
END;

CREATE TRIGGER credential_gone AFTER DELETE ON credential
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'destroy', OLD.account_id, OLD.id, OLD.person_id);
END;

CREATE TRIGGER credential_made AFTER INSERT ON credential
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'create', NEW.account_id, NEW.id, NEW.person_id);
END;

CREATE UNIQUE INDEX credential_person
    ON credential (person_id, credential_type_id, CASE WHEN status IN ('revoked', 'removed') THEN id ELSE 0 END);

CREATE UNIQUE INDEX credential_pin ON credential (pin_number, account_id);

CREATE TABLE credential_type (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  label TEXT NOT NULL,
  slug TEXT NOT NULL,
  code INTEGER NOT NULL,
  number_expression TEXT,
  UNIQUE (account_id, slug)
) STRICT;

CREATE TABLE credential_use (
  credential_id INTEGER PRIMARY KEY REFERENCES credential (id) ON DELETE CASCADE,
  uses_from INTEGER NOT NULL, -- another one than the credential's: `uses` is of an earlier count
  uses INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

CREATE TABLE door_state (
  channel_id INTEGER PRIMARY KEY REFERENCES channel (id) ON DELETE CASCADE,
  unlock INTEGER NOT NULL,
  relock_at INTEGER,
  card_lockdown INTEGER NOT NULL,
  rex_lockdown INTEGER NOT NULL,
  aux_lockdown INTEGER NOT NULL,
  hours_overridden INTEGER NOT NULL,
  hours_shift_id INTEGER,
  hours_first_card INTEGER NOT NULL,
  hours_on INTEGER NOT NULL,
  first_card_shift_id INTEGER,
  first_card_at INTEGER,
  alarm TEXT,
  changed_by TEXT,
  changed_at INTEGER NOT NULL,
  fire INTEGER NOT NULL DEFAULT 0,
  tampers TEXT NOT NULL DEFAULT '',
  exit_held INTEGER NOT NULL DEFAULT 0
, leaf_warn_at INTEGER, leaf_extended_at INTEGER, alarm_latched INTEGER NOT NULL DEFAULT 0, alarm_acknowledged INTEGER NOT NULL DEFAULT 0, alarm_reminders INTEGER NOT NULL DEFAULT 0, secure INTEGER NOT NULL DEFAULT 0, secure_until INTEGER, secure_hours_since INTEGER, locked_by TEXT NOT NULL DEFAULT '', evacuated INTEGER NOT NULL DEFAULT 0, evacuated_by TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE event (
  id INTEGER PRIMARY KEY,
  kind INTEGER NOT NULL,
  channel_id INTEGER,
  person_id INTEGER,
  person_name TEXT,
  name_mac BLOB,
  credential_id INTEGER,
  credentials_number TEXT,
  pin INTEGER NOT NULL,
  occurred_at INTEGER NOT NULL,
  boot_id TEXT NOT NULL,
  monotonic_ns INTEGER NOT NULL,
  additional TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  hash BLOB NOT NULL
) STRICT;

CREATE TRIGGER box_write_recorded AFTER INSERT ON event
WHEN new.kind = 350 AND json_extract(new.additional, '$.credential') LIKE 'box %'
  AND json_extract(new.additional, '$.box') IS NULL
BEGIN
  INSERT OR IGNORE INTO box_write VALUES (json_extract(new.additional, '$.credential'), new.id);
END;

CREATE INDEX event_area ON event (json_extract(additional, '$.area'), id) WHERE kind IN (392, 393, 394, 395);

CREATE INDEX event_channel ON event (channel_id, kind);

CREATE INDEX event_kind ON event (kind);

CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
BEGIN
  SELECT RAISE(ABORT, 'events are never changed');
END;

CREATE TRIGGER event_never_goes BEFORE DELETE ON event
BEGIN
  SELECT RAISE(ABORT, 'events are never deleted');
END;

CREATE INDEX event_occurred_at ON event (occurred_at);

CREATE INDEX event_person ON event (person_id, id, kind, pin, channel_id) WHERE person_id IS NOT NULL;

CREATE INDEX event_pin ON event (kind, id, channel_id) WHERE pin = 1;

CREATE INDEX event_reserved ON event (kind, id, channel_id)
  WHERE json_extract(additional, '$.reservation_id') IS NOT NULL;

CREATE INDEX event_unscheduled ON event (kind, id, channel_id)
  WHERE json_extract(additional, '$.unlocked_by') IN ('fire', 'evacuation', 'mode');

CREATE TABLE event_before (
  event_id INTEGER PRIMARY KEY, -- of the first event
  hash BLOB NOT NULL
) STRICT;

CREATE TABLE event_count (
  after_id INTEGER NOT NULL,
  up_to_id INTEGER NOT NULL,
  hash BLOB NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  counts TEXT NOT NULL,
  PRIMARY KEY (after_id, up_to_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE event_head (
  event_id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,
  signed_at INTEGER NOT NULL, -- Unix milliseconds, by the box's clock
  key BLOB NOT NULL, -- SHA-256 of the public key (SubjectPublicKeyInfo)
  signature BLOB NOT NULL -- Ed25519, 64 bytes
) STRICT;

CREATE TABLE group_reservation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  ended_at INTEGER,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX group_reservation_person ON group_reservation (person_id);

CREATE INDEX group_reservation_standing ON group_reservation (end_at) WHERE ended_at IS NULL;

CREATE TABLE group_reservation_group (
  group_reservation_id INTEGER NOT NULL REFERENCES group_reservation (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
  PRIMARY KEY (group_reservation_id, group_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX group_reservation_group_group ON group_reservation_group (group_id);

CREATE TABLE group_role (
  group_id INTEGER NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
  role_id INTEGER NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, role_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE holiday (
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  date TEXT NOT NULL,
  yearly INTEGER NOT NULL,
  PRIMARY KEY (account_id, name, date)
) STRICT, WITHOUT ROWID;

CREATE TABLE hub_known (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  hub TEXT NOT NULL,
  cursor TEXT NOT NULL, -- the last one
  policy_revision INTEGER NOT NULL, -- of the policy that held here last
  policy_refused TEXT, -- why a newer one did not, in words; NULL: it did
  restored INTEGER NOT NULL DEFAULT 0 -- a snapshot is under way of that hub, which was restored from a backup
, proof TEXT) STRICT;

CREATE TABLE idempotency_key (
  application TEXT NOT NULL,
  key TEXT NOT NULL,
  request_hash BLOB NOT NULL,
  status INTEGER NOT NULL,
  resource_id INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (application, key)
) STRICT, WITHOUT ROWID;

CREATE INDEX idempotency_key_created_at ON idempotency_key (created_at);

CREATE TABLE image_dropped (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;

CREATE TABLE image_synced (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  next_at INTEGER NOT NULL
) STRICT;

CREATE TABLE mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL, -- which letter it is
  about INTEGER, -- what it is about, such as a credential's id; NULL: nothing that is in the database
  address TEXT NOT NULL,
  made_at INTEGER NOT NULL, -- Unix milliseconds, as all times here
  made_by TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0, -- that count
  since INTEGER, -- when the first of them was; NULL: there was none
  next_at INTEGER, -- when it is tried; NULL: not any more
  ended_at INTEGER, -- since when it is not waiting; NULL: it is
  fault TEXT -- what kept it last, in words; NULL: nothing did
) STRICT;

CREATE INDEX mail_ended ON mail (ended_at) WHERE ended_at IS NOT NULL;

CREATE INDEX mail_failed ON mail (id) WHERE state = 'failed';

CREATE INDEX mail_next ON mail (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE mobile_credential (
  credential_id INTEGER PRIMARY KEY REFERENCES credential (id) ON DELETE CASCADE,
  nonce BLOB, -- of the invitation; NULL: it was taken, or withdrawn
  expires_at INTEGER, -- of the invitation
  public_key BLOB, -- of the phone (X.509); NULL: it has none yet, or has been revoked
  device TEXT NOT NULL DEFAULT '', -- what the phone calls itself
  used_at INTEGER -- when it last asked for something
) STRICT;

CREATE UNIQUE INDEX mobile_key ON mobile_credential (public_key) WHERE public_key IS NOT NULL;

CREATE TABLE notification_rule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  active INTEGER NOT NULL,
  listing TEXT NOT NULL,
  url TEXT NOT NULL,
  secret TEXT NOT NULL, -- signs what is posted, so it is kept as it is
  maker TEXT NOT NULL, -- the client that last said what goes where, such as 'api_key 3'
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE notification_rule_channel (
  rule_id INTEGER NOT NULL REFERENCES notification_rule (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL,
  PRIMARY KEY (rule_id, channel_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE notification_rule_event (
  rule_id INTEGER NOT NULL REFERENCES notification_rule (id) ON DELETE CASCADE,
  code INTEGER NOT NULL,
  PRIMARY KEY (rule_id, code)
) STRICT, WITHOUT ROWID;

CREATE TABLE people_group (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT '',
  global_across_sites INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE person (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  salutation TEXT,
  job_title TEXT,
  department TEXT,
  organisation_id TEXT,
  system_id TEXT,
  email TEXT COLLATE NOCASE,
  mobile TEXT,
  telephone TEXT,
  notes TEXT,
  barcode TEXT,
  custom_1 TEXT,
  custom_2 TEXT,
  custom_3 TEXT,
  custom_4 TEXT,
  custom_5 TEXT,
  enabled INTEGER NOT NULL,
  valid_from TEXT,
  valid_to TEXT,
  extended_unlock INTEGER NOT NULL DEFAULT 0,
  first_responder INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  deleted_at INTEGER
) STRICT;

CREATE UNIQUE INDEX person_email ON person (account_id, email) WHERE deleted_at IS NULL;

CREATE TRIGGER person_key_missing AFTER INSERT ON person
BEGIN
  INSERT INTO person_unkeyed SELECT NEW.id WHERE NEW.id NOT IN (SELECT person_id FROM person_unkeyed);
END;

CREATE TRIGGER person_key_old AFTER UPDATE OF first_name, last_name, email, system_id ON person
WHEN OLD.first_name IS NOT NEW.first_name OR OLD.last_name IS NOT NEW.last_name
  OR OLD.email IS NOT NEW.email OR OLD.system_id IS NOT NEW.system_id
BEGIN
  INSERT INTO person_unkeyed SELECT NEW.id WHERE NEW.id NOT IN (SELECT person_id FROM person_unkeyed);
END;

CREATE INDEX person_live ON person (account_id, deleted_at) WHERE deleted_at IS NULL;

CREATE UNIQUE INDEX person_system_id ON person (account_id, system_id) WHERE deleted_at IS NULL;

CREATE INDEX person_updated_at ON person (account_id, updated_at, deleted_at) WHERE deleted_at IS NULL;

CREATE TABLE person_area (
  person_id INTEGER NOT NULL,
  area TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (person_id, area)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_area_area ON person_area (area);

CREATE TABLE person_group (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, group_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_group_group ON person_group (group_id);

CREATE TABLE person_image (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  shown TEXT, -- the name of the files that are shown; NULL: none yet
  wanted TEXT UNIQUE, -- the name of the one that is being made; NULL: none
  source_url TEXT, -- where that one is fetched from; NULL: it is among the incoming files
  attempts INTEGER NOT NULL DEFAULT 0, -- to make it, begun so far
  next_at INTEGER, -- when the next one begins, Unix milliseconds; NULL: none will
  fault TEXT -- why the last one was given up
) STRICT;

CREATE INDEX person_image_next ON person_image (next_at) WHERE next_at IS NOT NULL;

CREATE TABLE person_key (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT,
  system_id TEXT
) STRICT;

CREATE INDEX person_key_email ON person_key (email) WHERE email IS NOT NULL;

CREATE INDEX person_key_first_name ON person_key (first_name);

CREATE INDEX person_key_last_name ON person_key (last_name);

CREATE INDEX person_key_system_id ON person_key (system_id) WHERE system_id IS NOT NULL;

CREATE TABLE person_known (
  person_id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL, -- the hub's highest at which this box knew of them, or that they are gone
  withheld INTEGER -- the hub's older one, of which not everything is given here; NULL: nothing is withheld
, rights TEXT) STRICT;

CREATE INDEX person_known_withheld ON person_known (person_id) WHERE withheld IS NOT NULL;

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
, given INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE INDEX person_revision_narrowed ON person_revision (narrowed) WHERE narrowed IS NOT NULL;

CREATE INDEX person_revision_singly ON person_revision (singly) WHERE singly IS NOT NULL;

CREATE INDEX person_revision_taken ON person_revision (taken_at) WHERE taken_at IS NOT NULL;

CREATE TABLE person_role (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  role_id INTEGER NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, role_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_role_role ON person_role (role_id);

CREATE TABLE person_synced (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  revision INTEGER NOT NULL
) STRICT;

CREATE TABLE person_unkeyed (person_id INTEGER PRIMARY KEY) STRICT;

CREATE VIEW place AS SELECT person_id, area, max(since) AS since FROM person_area GROUP BY person_id;

CREATE TABLE push_subscription (
  endpoint TEXT PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  session_hash BLOB NOT NULL,
  browser_key BLOB NOT NULL,
  auth_secret BLOB NOT NULL,
  agent TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  used_at INTEGER NOT NULL,
  sent_at INTEGER,
  fault TEXT
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscription_session ON push_subscription (session_hash);

CREATE INDEX push_subscription_user ON push_subscription (user_id);

CREATE TABLE recovery_code (
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  code_hash BLOB NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

CREATE TABLE reservation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX reservation_end ON reservation (end_at);

CREATE INDEX reservation_person ON reservation (person_id);

CREATE TABLE reservation_channel (
  reservation_id INTEGER NOT NULL REFERENCES reservation (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (reservation_id, channel_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reservation_channel_channel ON reservation_channel (channel_id);

CREATE TABLE role (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT '',
  shift_id INTEGER REFERENCES shift (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, max_stale_ms INTEGER, escort TEXT NOT NULL DEFAULT 'none' CHECK (escort IN ('none', 'required', 'host')), double_tap INTEGER NOT NULL DEFAULT 0, threat_level_max INTEGER CHECK (threat_level_max BETWEEN 0 AND 5)) STRICT;

CREATE TABLE role_channel (
  role_id INTEGER NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (role_id, channel_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE session (
  token_hash BLOB PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  csrf_token TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
, address TEXT NOT NULL DEFAULT '', network TEXT NOT NULL DEFAULT '', agent TEXT NOT NULL DEFAULT '') STRICT, WITHOUT ROWID;

CREATE INDEX session_user ON session (user_id);

CREATE TABLE setup_link (
  token_hash BLOB PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
, user_id INTEGER REFERENCES user (id) ON DELETE CASCADE) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX setup_link_user ON setup_link (user_id);

CREATE TABLE shift (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE shift_holiday (
  shift_id INTEGER NOT NULL REFERENCES shift (id) ON DELETE CASCADE,
  holiday TEXT NOT NULL,
  position INTEGER NOT NULL,
  from_minute INTEGER,
  to_minute INTEGER,
  PRIMARY KEY (shift_id, holiday, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE shift_time (
  shift_id INTEGER NOT NULL REFERENCES shift (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  days INTEGER NOT NULL,
  from_minute INTEGER NOT NULL,
  to_minute INTEGER NOT NULL,
  PRIMARY KEY (shift_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE site (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE site_threat (
  site_id INTEGER PRIMARY KEY REFERENCES site (id) ON DELETE CASCADE,
  level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 5),
  changed_at INTEGER NOT NULL, -- Unix milliseconds
  changed_by TEXT NOT NULL,
  note TEXT NOT NULL,
  version INTEGER NOT NULL, -- rises with each change here; a hub's boxes know by it which of two is newer
  upstream TEXT, -- at a box that follows: the hub of the last level that came from a hub, and the version there
  upstream_version INTEGER NOT NULL DEFAULT 0
, switches TEXT NOT NULL DEFAULT '') STRICT;

CREATE TABLE sync_cursor (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  upstream TEXT NOT NULL, -- names who is followed: a cursor means nothing to anybody else
  cursor TEXT, -- NULL: nothing yet
  policy_revision INTEGER NOT NULL DEFAULT 0,
  policy_refused TEXT, -- why the newest policy does not hold here, in words; NULL: it does
  completed_at INTEGER -- when it last had all there was, Unix milliseconds
, passed_over TEXT, version TEXT, own_before INTEGER) STRICT;

CREATE TABLE sync_era (
  number INTEGER PRIMARY KEY AUTOINCREMENT,
  era TEXT NOT NULL UNIQUE,
  from_revision INTEGER NOT NULL
) STRICT;

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

CREATE TABLE sync_revision (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  value INTEGER NOT NULL,
  policy INTEGER NOT NULL, -- the one at which the policy last changed
  ended_before INTEGER NOT NULL DEFAULT 0 -- reservations that ended before are nothing to boxes, Unix milliseconds
, policy_given INTEGER NOT NULL DEFAULT 0) STRICT;

CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  secret BLOB NOT NULL,
  last_step INTEGER NOT NULL
) STRICT;

CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  password_hash TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
, kind TEXT NOT NULL DEFAULT 'operator' CHECK (kind IN ('operator', 'user', 'developer')), keys_enabled INTEGER NOT NULL DEFAULT 0, signed_in_at INTEGER) STRICT;

CREATE TABLE wallet_device (
  device TEXT NOT NULL, -- as the wallet names itself
  serial TEXT NOT NULL REFERENCES wallet_pass (serial) ON DELETE CASCADE,
  push_token TEXT NOT NULL, -- where Apple takes messages to it
  untold INTEGER NOT NULL DEFAULT 0, -- 0: it has been sent word of the last change; else one more than the tries
  PRIMARY KEY (device, serial)
) STRICT, WITHOUT ROWID;

CREATE INDEX wallet_device_serial ON wallet_device (serial);

CREATE INDEX wallet_device_token ON wallet_device (push_token);

CREATE INDEX wallet_device_untold ON wallet_device (serial) WHERE untold > 0;

CREATE TABLE wallet_pass (
  serial TEXT PRIMARY KEY, -- random: as wallets name it
  credential_id INTEGER UNIQUE REFERENCES credential (id) ON DELETE SET NULL, -- NULL: it is gone, and the pass void
  nonce BLOB NOT NULL,
  pass_type TEXT NOT NULL DEFAULT '', -- Apple's, of whom its file was signed for
  shown TEXT NOT NULL DEFAULT '', -- a hash of what wallets were last told
  changed_at INTEGER NOT NULL -- when that was; never less than before, whatever the clock does
) STRICT;

CREATE INDEX wallet_pass_changed ON wallet_pass (changed_at);
