-- Letters to people, until a mail server has taken them. What a letter says is put together when it is sent: links and
-- codes that open doors are in no row.
CREATE TABLE mail (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL, -- which letter it is
  about INTEGER, -- what it is about, such as a credential's id; NULL: nothing that is in the database
  address TEXT NOT NULL,
  made_at INTEGER NOT NULL, -- Unix milliseconds, as all times here
  made_by TEXT NOT NULL,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'sent', 'failed', 'dropped')),
  attempts INTEGER NOT NULL DEFAULT 0, -- that count
  since INTEGER, -- when the first of them was; NULL: there was none
  next_at INTEGER, -- when it is tried; NULL: not any more
  ended_at INTEGER, -- since when it is not waiting; NULL: it is
  fault TEXT -- what kept it last, in words; NULL: nothing did
) STRICT;
CREATE INDEX mail_next ON mail (next_at) WHERE next_at IS NOT NULL;
CREATE INDEX mail_ended ON mail (ended_at) WHERE ended_at IS NOT NULL;
