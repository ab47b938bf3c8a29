-- A snapshot of a hub while it is put together beside what stands. Times (…_at) are milliseconds since 1970.
CREATE TABLE stage (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  upstream TEXT NOT NULL,
  following TEXT NOT NULL, -- the cursor from which it is brought up to date
  up_to INTEGER NOT NULL, -- the people up to this id are there
  complete INTEGER NOT NULL, -- nobody of a higher id is missing
  policy TEXT,
  policy_revision INTEGER NOT NULL DEFAULT 0,
  swapping INTEGER NOT NULL DEFAULT 0 -- it has begun to be made what stands: nothing holds it back any more
) STRICT;

CREATE TABLE staged (
  person_id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL,
  line TEXT NOT NULL -- as it came over the wire; it holds PINs
) STRICT;
-- Comparing with the hub and listing who is there read this, not half a gigabyte of lines from an SD card.
CREATE INDEX staged_revision ON staged (person_id, revision);

-- When the hub was last there, judged by the later of clock and newest event.
CREATE TABLE contact (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  last_at INTEGER NOT NULL
) STRICT;

-- A snapshot that takes away too many people and that somebody at this box has let through.
CREATE TABLE accepted (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  name TEXT NOT NULL
) STRICT;
