-- What receivers are to be told and were told. A file of its own (webhooks.db): recording attempts never waits for, nor
-- delays, what the doors write. Times (…_at) are milliseconds since 1970.

-- One row. The key of the tokens by which receivers acknowledge.
CREATE TABLE outbox (
  id INTEGER PRIMARY KEY CHECK (id = 1),
  ack_key BLOB NOT NULL
) STRICT;

-- How far an account's event log and change log have been read. Moved in the transaction that notes what they say.
CREATE TABLE source (
  account_id INTEGER PRIMARY KEY,
  event_id INTEGER NOT NULL,
  change_revision INTEGER NOT NULL
) STRICT;

-- Who is told: an application's webhook address, or a notification rule's. Where that is stands with its owner.
CREATE TABLE endpoint (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  kind TEXT NOT NULL CHECK (kind IN ('application', 'rule')),
  account_id INTEGER NOT NULL, -- whose events it hears of; an application may have an endpoint for each
  owner_id INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0, -- attempts in a row that failed; those at the same time are one
  failing_at INTEGER, -- when the first of them was made
  held_until INTEGER, -- nothing is tried before
  paused_at INTEGER,
  succeeded_at INTEGER,
  created_at INTEGER NOT NULL,
  UNIQUE (kind, account_id, owner_id)
) STRICT;

-- One POST with its body, and what came of it.
CREATE TABLE delivery (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_id INTEGER NOT NULL REFERENCES endpoint (id) ON DELETE CASCADE,
  state TEXT NOT NULL CHECK (state IN ('waiting', 'delivered', 'failed', 'dropped')),
  items INTEGER NOT NULL,
  body BLOB NOT NULL, -- deflated; the very bytes of each attempt
  tries INTEGER NOT NULL DEFAULT 0, -- attempts since begun_at
  begun_at INTEGER NOT NULL, -- when its oldest item was noted, or it was last sent again by hand
  next_at INTEGER, -- of the next attempt, while it waits
  created_at INTEGER NOT NULL,
  ended_at INTEGER
) STRICT;

CREATE INDEX delivery_due ON delivery (endpoint_id, next_at) WHERE state = 'waiting';
CREATE INDEX delivery_log ON delivery (endpoint_id, id);
CREATE INDEX delivery_state ON delivery (endpoint_id, state, id);
CREATE INDEX delivery_begun ON delivery (begun_at) WHERE state = 'waiting';
CREATE INDEX delivery_ended ON delivery (ended_at) WHERE ended_at IS NOT NULL;

-- One thing to tell one receiver: an event (access, perimeter, or of a rule), what became of a credential, or a test.
CREATE TABLE item (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_id INTEGER NOT NULL REFERENCES endpoint (id) ON DELETE CASCADE,
  delivery_id INTEGER REFERENCES delivery (id) ON DELETE CASCADE, -- NULL: in none yet
  type TEXT NOT NULL CHECK (type IN ('access', 'perimeter', 'rule', 'credential', 'test')),
  action TEXT NOT NULL CHECK (action IN ('create', 'update', 'destroy')),
  resource_id INTEGER NOT NULL,
  person_id INTEGER, -- whose credential it is, or was
  open INTEGER NOT NULL DEFAULT 1, -- 0: delivered, failed for good, or dropped
  noted_at INTEGER NOT NULL,
  acked_at INTEGER
) STRICT;

CREATE INDEX item_waiting ON item (endpoint_id, id) WHERE delivery_id IS NULL;
CREATE INDEX item_delivery ON item (delivery_id, id) WHERE delivery_id IS NOT NULL;
-- What happened to one credential is told in its order.
CREATE INDEX item_order ON item (endpoint_id, resource_id, id)
  WHERE type = 'credential' AND open = 1 AND delivery_id IS NOT NULL;

-- An attempt to deliver.
CREATE TABLE attempt (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  delivery_id INTEGER NOT NULL REFERENCES delivery (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  took_ms INTEGER NOT NULL,
  status INTEGER, -- NULL: there was no answer
  fault TEXT, -- why it is none that ends the delivery; NULL: it is one
  answer TEXT NOT NULL -- its first bytes
) STRICT;

CREATE INDEX attempt_delivery ON attempt (delivery_id, id);

-- What was given up, and why: items that will not be told.
CREATE TABLE dropped (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  endpoint_id INTEGER NOT NULL REFERENCES endpoint (id) ON DELETE CASCADE,
  at INTEGER NOT NULL,
  why TEXT NOT NULL,
  items INTEGER NOT NULL,
  from_at INTEGER NOT NULL, -- when the oldest of them was noted, and the newest
  to_at INTEGER NOT NULL
) STRICT;

CREATE INDEX dropped_endpoint ON dropped (endpoint_id, id);
