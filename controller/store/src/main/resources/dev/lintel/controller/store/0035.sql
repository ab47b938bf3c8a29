-- Browsers that get notifications (Web Push). The session is that which made or used it last: no reference, as a
-- subscription outlives a session that expires.
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
CREATE INDEX push_subscription_user ON push_subscription (user_id);
CREATE INDEX push_subscription_session ON push_subscription (session_hash);
