-- Applications that may ask for tokens, and the tokens. A file of its own (oauth.db): a token is renewed while a long
-- write holds the box's other one. Times (…_at) are milliseconds since 1970. Users are those of lintel.db.

CREATE TABLE application (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  client_id TEXT NOT NULL UNIQUE,
  secret_hash BLOB, -- SHA-256; NULL: a public application has none
  webhook_secret TEXT NOT NULL, -- signs what is sent to it, so it is kept as it is
  name TEXT NOT NULL,
  state TEXT NOT NULL, -- inactive, testing, live
  shape TEXT NOT NULL,
  listing TEXT NOT NULL,
  webhook_url TEXT,
  owner_id INTEGER, -- the developer who made it; NULL: the command line, or somebody who is gone
  review_asked_at INTEGER, -- when its developer asked for the next state
  seen_at INTEGER, -- when an operator first looked at it
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE application_redirect (
  application_id INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
  position INTEGER NOT NULL,
  uri TEXT NOT NULL,
  PRIMARY KEY (application_id, position)
) STRICT, WITHOUT ROWID;

-- Sensitive scopes that an application asks for; approved_at: an operator agreed.
CREATE TABLE application_scope (
  application_id INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
  scope TEXT NOT NULL,
  approved_at INTEGER,
  PRIMARY KEY (application_id, scope)
) STRICT, WITHOUT ROWID;

-- What a user allowed an application. scope: texts with spaces between; the refresh token's, which never changes.
CREATE TABLE permission (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  application_id INTEGER NOT NULL REFERENCES application (id) ON DELETE CASCADE,
  user_id INTEGER NOT NULL,
  account_id INTEGER NOT NULL,
  scope TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  revoked_why TEXT
) STRICT;

CREATE INDEX permission_user ON permission (user_id) WHERE revoked_at IS NULL;
CREATE INDEX permission_application ON permission (application_id);
CREATE INDEX permission_revoked ON permission (revoked_at) WHERE revoked_at IS NOT NULL;

-- One per permission. Stays for a day, so that a second use is known.
CREATE TABLE code (
  hash BLOB PRIMARY KEY,
  permission_id INTEGER NOT NULL REFERENCES permission (id) ON DELETE CASCADE,
  redirect_uri TEXT NOT NULL,
  challenge TEXT, -- PKCE, S256
  created_at INTEGER NOT NULL,
  spent_at INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX code_created_at ON code (created_at);
CREATE INDEX code_permission ON code (permission_id);

-- An access token and the refresh token that came with it: ended together. spent_at: the refresh token was used.
CREATE TABLE token (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  permission_id INTEGER NOT NULL REFERENCES permission (id) ON DELETE CASCADE,
  access_hash BLOB NOT NULL UNIQUE,
  refresh_hash BLOB NOT NULL UNIQUE,
  scope TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  spent_at INTEGER
) STRICT;

CREATE INDEX token_permission ON token (permission_id, id);
