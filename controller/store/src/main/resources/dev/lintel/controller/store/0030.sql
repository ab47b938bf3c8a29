-- Airlocks, by their outer door: only one of the two doors is open or released at a time.
CREATE TABLE channel_airlock (
  outer_id INTEGER PRIMARY KEY REFERENCES channel (id) ON DELETE CASCADE,
  inner_id INTEGER NOT NULL UNIQUE REFERENCES channel (id) ON DELETE CASCADE,
  exits_obey INTEGER NOT NULL CHECK (exits_obey IN (0, 1)),
  entering INTEGER NOT NULL CHECK (entering IN (0, 1)), -- the inner door follows the outer one
  leaving INTEGER NOT NULL CHECK (leaving IN (0, 1)), -- the outer door follows the inner one
  delay_ms INTEGER NOT NULL CHECK (delay_ms >= 0)
) STRICT;
