-- Lists of a person's events are counted and paged in the index alone, in the order of ids: it holds all that filters
-- ask of an event but its time and its reservation.
DROP INDEX event_person;
CREATE INDEX event_person ON event (person_id, id, kind, pin, channel_id) WHERE person_id IS NOT NULL;

-- Rare ones among many of their kind: what was presented was a PIN, or the right was from a reservation.
CREATE INDEX event_pin ON event (kind, id, channel_id) WHERE pin = 1;
CREATE INDEX event_reserved ON event (kind, id, channel_id)
  WHERE json_extract(additional, '$.reservation_id') IS NOT NULL;

-- People changed since a time are counted and paged in the index alone.
DROP INDEX person_updated_at;
CREATE INDEX person_updated_at ON person (account_id, updated_at, deleted_at) WHERE deleted_at IS NULL;

-- How many events of each sort a block of ids holds, and between which times: counted once, for events never change.
-- hash is that of the block's last event, which the chain makes stand for all before it: with another, the counts are
-- of other events and are made anew.
CREATE TABLE event_count (
  after_id INTEGER NOT NULL,
  up_to_id INTEGER NOT NULL,
  hash BLOB NOT NULL,
  from_ms INTEGER NOT NULL,
  to_ms INTEGER NOT NULL,
  counts TEXT NOT NULL,
  PRIMARY KEY (after_id, up_to_id)
) STRICT, WITHOUT ROWID;
