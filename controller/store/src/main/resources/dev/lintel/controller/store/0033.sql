-- What switches outputs and commands doors: `actions` of site.yaml. Exactly one of event, state and input is the trigger,
-- and exactly one of output and command the effect.
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
