-- What boxes wrote at this hub: the events of the log, by the credential that they name ('box 7'). An event that a box has
-- sent names the box in `box`, and is no write here, whatever else it says. Kind 350: CONFIGURATION_CHANGED.
CREATE TABLE box_write (
  credential TEXT NOT NULL,
  event_id INTEGER NOT NULL,
  PRIMARY KEY (credential, event_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER box_write_recorded AFTER INSERT ON event
WHEN new.kind = 350 AND json_extract(new.additional, '$.credential') LIKE 'box %'
  AND json_extract(new.additional, '$.box') IS NULL
BEGIN
  INSERT OR IGNORE INTO box_write VALUES (json_extract(new.additional, '$.credential'), new.id);
END;

-- Of the newest of before, as far as they were listed: a start waits for this.
INSERT INTO box_write
  SELECT json_extract(additional, '$.credential'), id
    FROM (SELECT id, additional FROM event WHERE kind = 350 ORDER BY id DESC LIMIT 100000)
   WHERE json_extract(additional, '$.credential') LIKE 'box %' AND json_extract(additional, '$.box') IS NULL;
