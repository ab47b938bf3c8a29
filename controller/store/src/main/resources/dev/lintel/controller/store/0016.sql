-- Heads of this log, signed by the box's key for its log: a head covers all events up to it, for each event's hash
-- covers the one before. The newest is kept, and of older ones the last of each thousand events.
CREATE TABLE event_head (
  event_id INTEGER PRIMARY KEY,
  hash BLOB NOT NULL,
  signed_at INTEGER NOT NULL, -- Unix milliseconds, by the box's clock
  key BLOB NOT NULL, -- SHA-256 of the public key (SubjectPublicKeyInfo)
  signature BLOB NOT NULL -- Ed25519, 64 bytes
) STRICT;
