-- The hash that the first event of this log covers, where the log begins later than event 1: events before it are in a
-- database that was replaced by a snapshot, or were trimmed. It proves the first event, as its predecessor would.
CREATE TABLE event_before (
  event_id INTEGER PRIMARY KEY, -- of the first event
  hash BLOB NOT NULL
) STRICT;
