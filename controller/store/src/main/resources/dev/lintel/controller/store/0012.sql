-- What identifies people, folded so that MÜLLER and Müller are the same (package text). The box writes the keys: SQLite
-- folds ASCII alone. A table of its own, so that computing them changes no person. Not unique: boxes may hold two people
-- whose addresses were different before keys existed.
CREATE TABLE person_key (
  person_id INTEGER PRIMARY KEY REFERENCES person (id) ON DELETE CASCADE,
  first_name TEXT NOT NULL,
  last_name TEXT NOT NULL,
  email TEXT,
  system_id TEXT
) STRICT;
CREATE INDEX person_key_first_name ON person_key (first_name);
CREATE INDEX person_key_last_name ON person_key (last_name);
CREATE INDEX person_key_email ON person_key (email) WHERE email IS NOT NULL;
CREATE INDEX person_key_system_id ON person_key (system_id) WHERE system_id IS NOT NULL;

-- People whose keys are missing or old: those of before, and those that somebody changes by hand. No OR IGNORE below: the
-- statement that fires a trigger decides about conflicts inside it.
CREATE TABLE person_unkeyed (person_id INTEGER PRIMARY KEY) STRICT;
INSERT INTO person_unkeyed SELECT id FROM person;

CREATE TRIGGER person_key_missing AFTER INSERT ON person
BEGIN
  INSERT INTO person_unkeyed SELECT NEW.id WHERE NEW.id NOT IN (SELECT person_id FROM person_unkeyed);
END;
CREATE TRIGGER person_key_old AFTER UPDATE OF first_name, last_name, email, system_id ON person
WHEN OLD.first_name IS NOT NEW.first_name OR OLD.last_name IS NOT NEW.last_name
  OR OLD.email IS NOT NEW.email OR OLD.system_id IS NOT NEW.system_id
BEGIN
  INSERT INTO person_unkeyed SELECT NEW.id WHERE NEW.id NOT IN (SELECT person_id FROM person_unkeyed);
END;

-- Names are found by their keys.
DROP INDEX person_first_name;
DROP INDEX person_last_name;
