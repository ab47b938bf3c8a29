-- Limits of a credential's use. NULL: no such limit. Instants are milliseconds since 1970, days ISO dates in the
-- account's zone. A suspension with one of its days alone has begun, or has no end.
ALTER TABLE credential ADD COLUMN valid_from_at INTEGER;
ALTER TABLE credential ADD COLUMN valid_to_at INTEGER; -- the first instant after it
ALTER TABLE credential ADD COLUMN suspended_from TEXT;
ALTER TABLE credential ADD COLUMN suspended_to TEXT;
ALTER TABLE credential ADD COLUMN uses_max INTEGER;
ALTER TABLE credential ADD COLUMN uses_from INTEGER; -- entries before it do not count
ALTER TABLE credential ADD COLUMN unused_days INTEGER;
ALTER TABLE credential ADD COLUMN unused_from INTEGER; -- counts like a use
-- Of credentials with uses_max or unused_days: how often each was used at this box. Written with the events of the
-- admissions.
CREATE TABLE credential_use (
  credential_id INTEGER PRIMARY KEY REFERENCES credential (id) ON DELETE CASCADE,
  uses_from INTEGER NOT NULL, -- another one than the credential's: `uses` is of an earlier count
  uses INTEGER NOT NULL,
  last_used_at INTEGER
) STRICT;
