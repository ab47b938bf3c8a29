-- An operator runs the box, a user manages account 1, a developer makes applications in account 2.
ALTER TABLE user ADD COLUMN kind TEXT NOT NULL DEFAULT 'operator' CHECK (kind IN ('operator', 'user', 'developer'));
ALTER TABLE user ADD COLUMN keys_enabled INTEGER NOT NULL DEFAULT 0;
ALTER TABLE user ADD COLUMN signed_in_at INTEGER;

-- A row: signing in takes a second step. The secret has to be read to compare; last_step is the newest one that a code
-- was taken for, so that no code is taken twice.
CREATE TABLE totp (
  user_id INTEGER PRIMARY KEY REFERENCES user (id) ON DELETE CASCADE,
  secret BLOB NOT NULL,
  last_step INTEGER NOT NULL
) STRICT;

-- As SHA-256; a code that was used is gone.
CREATE TABLE recovery_code (
  user_id INTEGER NOT NULL REFERENCES user (id) ON DELETE CASCADE,
  code_hash BLOB NOT NULL,
  PRIMARY KEY (user_id, code_hash)
) STRICT, WITHOUT ROWID;

-- Where it is from: the address, the network it counts for, and what the browser says of itself.
ALTER TABLE session ADD COLUMN address TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN network TEXT NOT NULL DEFAULT '';
ALTER TABLE session ADD COLUMN agent TEXT NOT NULL DEFAULT '';
CREATE INDEX session_user ON session (user_id);

-- NULL: makes the first administrator; else this user chooses a password by it.
ALTER TABLE setup_link ADD COLUMN user_id INTEGER REFERENCES user (id) ON DELETE CASCADE;
CREATE UNIQUE INDEX setup_link_user ON setup_link (user_id);

ALTER TABLE api_key ADD COLUMN name TEXT NOT NULL DEFAULT '';
