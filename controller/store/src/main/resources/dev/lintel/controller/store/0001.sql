-- The first schema. Times (…_at) are milliseconds since 1970, dates ISO texts, flags 0 or 1.

CREATE TABLE account (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- What the policy says of the account beside its name; without a row everything is as usual.
CREATE TABLE account_limits (
  account_id INTEGER PRIMARY KEY REFERENCES account (id),
  group_reservation_max_ms INTEGER NOT NULL
) STRICT;

CREATE TABLE site (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  time_zone TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE credential_type (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  label TEXT NOT NULL,
  slug TEXT NOT NULL,
  code INTEGER NOT NULL,
  number_expression TEXT,
  UNIQUE (account_id, slug)
) STRICT;

CREATE TABLE shift (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT '',
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- One range of a shift: days is a bit set (Monday = 1, Sunday = 64), minutes are of the day; to_minute at or before
-- from_minute runs over midnight into the next day; 0 to 1440 is the whole day.
CREATE TABLE shift_time (
  shift_id INTEGER NOT NULL REFERENCES shift (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  days INTEGER NOT NULL,
  from_minute INTEGER NOT NULL,
  to_minute INTEGER NOT NULL,
  PRIMARY KEY (shift_id, position)
) STRICT, WITHOUT ROWID;

-- Dates of holidays; several may share a name, and shifts refer to the name.
CREATE TABLE holiday (
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  date TEXT NOT NULL,
  yearly INTEGER NOT NULL,
  PRIMARY KEY (account_id, name, date)
) STRICT, WITHOUT ROWID;

-- What a shift does on a holiday: its ranges, or one row without minutes where it is closed.
CREATE TABLE shift_holiday (
  shift_id INTEGER NOT NULL REFERENCES shift (id) ON DELETE CASCADE,
  holiday TEXT NOT NULL,
  position INTEGER NOT NULL,
  from_minute INTEGER,
  to_minute INTEGER,
  PRIMARY KEY (shift_id, holiday, position)
) STRICT, WITHOUT ROWID;

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
) STRICT;

-- What a channel's reader of one side ('entry', 'exit') accepts: the first whose shift covers the moment holds, no shift
-- is always, no row at all is nothing. means are names with commas between them, such as 'card,card_then_pin'.
CREATE TABLE channel_accept (
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  side TEXT NOT NULL,
  position INTEGER NOT NULL,
  shift_id INTEGER REFERENCES shift (id),
  means TEXT NOT NULL,
  PRIMARY KEY (channel_id, side, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE channel_interlock (
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  other_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (channel_id, other_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE channel_floor (
  elevator_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  floor_id INTEGER NOT NULL UNIQUE REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (elevator_id, floor_id)
) STRICT, WITHOUT ROWID;

-- What stands at a door beside its leaf, as it was last; without a row: normal. hours_* are those at which it unlocks
-- by itself: an operator's in place of the policy's when hours_overridden. fire, tampers (of entry, exit, door) and
-- exit_held are what the log told of and has not ended. It goes with its channel: another that gets the same id begins
-- anew.
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
) STRICT;

CREATE TABLE role (
  id INTEGER PRIMARY KEY,
  account_id INTEGER NOT NULL REFERENCES account (id),
  name TEXT NOT NULL,
  notes TEXT NOT NULL DEFAULT '',
  shift_id INTEGER REFERENCES shift (id),
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE role_channel (
  role_id INTEGER NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (role_id, channel_id)
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

CREATE TABLE group_role (
  group_id INTEGER NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
  role_id INTEGER NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, role_id)
) STRICT, WITHOUT ROWID;

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

-- Blank addresses and numbers are stored as NULL, so that they may repeat.
CREATE UNIQUE INDEX person_email ON person (account_id, email) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX person_system_id ON person (account_id, system_id) WHERE deleted_at IS NULL;
CREATE INDEX person_updated_at ON person (account_id, updated_at);
-- Pages and counts walk this one instead of the rows; the names are for finding a person's events.
CREATE INDEX person_live ON person (account_id, deleted_at) WHERE deleted_at IS NULL;
CREATE INDEX person_first_name ON person (first_name COLLATE NOCASE);
CREATE INDEX person_last_name ON person (last_name COLLATE NOCASE);

CREATE TABLE person_group (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  group_id INTEGER NOT NULL REFERENCES people_group (id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, group_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_group_group ON person_group (group_id);

CREATE TABLE person_role (
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  role_id INTEGER NOT NULL REFERENCES role (id) ON DELETE CASCADE,
  PRIMARY KEY (person_id, role_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_role_role ON person_role (role_id);

-- value is what reads show. card_number and pin_number hold it as a number where it must be unique: card_number for
-- every card-like type (code 181, 200, 203), pin_number for PINs (code 10). Both stay NULL for anything else.
CREATE TABLE credential (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  credential_type_id INTEGER NOT NULL REFERENCES credential_type (id),
  value TEXT NOT NULL,
  card_number INTEGER,
  pin_number INTEGER,
  status TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL,
  UNIQUE (person_id, credential_type_id)
) STRICT;

CREATE UNIQUE INDEX credential_card ON credential (card_number, account_id);
CREATE UNIQUE INDEX credential_pin ON credential (pin_number, account_id);

-- A person's own channels for a time, whatever the roles say. start_at is the first instant, end_at the first after.
CREATE TABLE reservation (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  start_at INTEGER NOT NULL,
  end_at INTEGER NOT NULL,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE INDEX reservation_person ON reservation (person_id);
-- Lists show what has not ended: a few among all that ever were.
CREATE INDEX reservation_end ON reservation (end_at);

CREATE TABLE reservation_channel (
  reservation_id INTEGER NOT NULL REFERENCES reservation (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL REFERENCES channel (id) ON DELETE CASCADE,
  PRIMARY KEY (reservation_id, channel_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX reservation_channel_channel ON reservation_channel (channel_id);

-- A person's membership of groups for a time, apart from person_group. ended_at: it was deleted while active.
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

-- The area that a person entered last, where doors watch passback. No reference: it is written behind the event.
CREATE TABLE place (
  person_id INTEGER PRIMARY KEY,
  area TEXT NOT NULL,
  since INTEGER NOT NULL
) STRICT;

-- Ids come from the log itself: they rise by one, without gaps.
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

-- Every index ends in the row's id by itself: within one kind, channel and kind, or person, rows stand in order.
CREATE INDEX event_kind ON event (kind);
CREATE INDEX event_channel ON event (channel_id, kind);
CREATE INDEX event_person ON event (person_id) WHERE person_id IS NOT NULL;
CREATE INDEX event_occurred_at ON event (occurred_at);

-- An event is a fact: nothing in this program, nor a slip of its hand, changes one.
CREATE TRIGGER event_never_changes BEFORE UPDATE ON event
BEGIN
  SELECT RAISE(ABORT, 'events are never changed');
END;
CREATE TRIGGER event_never_goes BEFORE DELETE ON event
BEGIN
  SELECT RAISE(ABORT, 'events are never deleted');
END;

-- People who sign in: operators. Passwords are Argon2id texts.
CREATE TABLE user (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  email TEXT NOT NULL COLLATE NOCASE UNIQUE,
  first_name TEXT NOT NULL DEFAULT '',
  last_name TEXT NOT NULL DEFAULT '',
  password_hash TEXT,
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

-- Tokens are stored as SHA-256 only.
CREATE TABLE session (
  token_hash BLOB PRIMARY KEY,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  csrf_token TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_seen_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE setup_link (
  token_hash BLOB PRIMARY KEY,
  created_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE api_key (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  key_hash BLOB NOT NULL UNIQUE,
  shape TEXT NOT NULL,
  listing TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;

-- What a POST with an Idempotency-Key made, kept for a day; application names the API key or OAuth application.
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
