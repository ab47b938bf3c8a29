-- How many people may be in an area that channels name in passback_from or passback_to. NULL: no such limit.
CREATE TABLE area_limit (
  account_id INTEGER NOT NULL REFERENCES account (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  people_max INTEGER CHECK (people_max >= 1),
  people_min INTEGER CHECK (people_min >= 2),
  PRIMARY KEY (account_id, name)
) STRICT, WITHOUT ROWID;

-- The last event about the number of people in an area: a start reports none again. Kinds: AREA_EMPTY,
-- AREA_BELOW_MINIMUM, AREA_NORMAL, AREA_FULL.
CREATE INDEX event_area ON event (json_extract(additional, '$.area'), id) WHERE kind IN (392, 393, 394, 395);
