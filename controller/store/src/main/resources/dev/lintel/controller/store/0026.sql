-- A person has one place in each connected set of areas: before, one in all.
CREATE TABLE person_area (
  person_id INTEGER NOT NULL,
  area TEXT NOT NULL,
  since INTEGER NOT NULL,
  PRIMARY KEY (person_id, area)
) STRICT, WITHOUT ROWID;
CREATE INDEX person_area_area ON person_area (area);
INSERT INTO person_area (person_id, area, since) SELECT person_id, area, since FROM place;
DROP TABLE place;
-- For a version before this one that takes over this database: it knows one place of each person.
CREATE VIEW place AS SELECT person_id, area, max(since) AS since FROM person_area GROUP BY person_id;

-- What of the door lets people pass unseen, after which their places are forgotten: a released fire input, or hours and
-- a mode that unlock it.
ALTER TABLE channel ADD COLUMN passback_after_fire INTEGER NOT NULL DEFAULT 1;
ALTER TABLE channel ADD COLUMN passback_after_unlock INTEGER NOT NULL DEFAULT 1;
