-- A person's image. Its files bear random names; a name is used once.
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

-- Names whose files are to be removed: told in the transaction that names them no more.
CREATE TABLE image_dropped (name TEXT PRIMARY KEY) STRICT, WITHOUT ROWID;
