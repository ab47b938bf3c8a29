-- Phones as credentials. Of one kind a person has one credential that counts, and any number that were revoked: the
-- table is made anew, for SQLite takes no constraint away from one that stands.
CREATE TABLE credential_new (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  account_id INTEGER NOT NULL REFERENCES account (id),
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  credential_type_id INTEGER NOT NULL REFERENCES credential_type (id),
  value TEXT NOT NULL,
  card_number INTEGER,
  pin_number INTEGER,
  status TEXT NOT NULL, -- active; of phones also invited, revoking, revoked
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;
INSERT INTO credential_new SELECT * FROM credential;
-- An id is never given twice, also not that of a credential that is gone.
DELETE FROM sqlite_sequence WHERE name = 'credential_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'credential_new', seq FROM sqlite_sequence WHERE name = 'credential';
DROP TABLE credential;
ALTER TABLE credential_new RENAME TO credential;

CREATE UNIQUE INDEX credential_person
    ON credential (person_id, credential_type_id, CASE status WHEN 'revoked' THEN id ELSE 0 END);
CREATE UNIQUE INDEX credential_card ON credential (card_number, account_id);
CREATE UNIQUE INDEX credential_pin ON credential (pin_number, account_id);

CREATE TRIGGER credential_made AFTER INSERT ON credential
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'create', NEW.account_id, NEW.id, NEW.person_id);
END;

-- Numbers that are lifted out of the way for a moment change nothing that anybody reads; somebody who is invited once
-- more has another code.
CREATE TRIGGER credential_changed AFTER UPDATE ON credential
WHEN OLD.value IS NOT NEW.value OR OLD.status IS NOT NEW.status
  OR (NEW.status = 'invited' AND OLD.updated_at IS NOT NEW.updated_at)
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'update', NEW.account_id, NEW.id, NEW.person_id);
END;

CREATE TRIGGER credential_gone AFTER DELETE ON credential
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'destroy', OLD.account_id, OLD.id, OLD.person_id);
END;

-- What only the box that invites knows of a phone. Codes are in no row: they are made of `nonce` and of a key in a file.
CREATE TABLE mobile_credential (
  credential_id INTEGER PRIMARY KEY REFERENCES credential (id) ON DELETE CASCADE,
  nonce BLOB, -- of the invitation; NULL: it was taken, or withdrawn
  expires_at INTEGER, -- of the invitation
  public_key BLOB, -- of the phone (X.509); NULL: it has none yet, or has been revoked
  device TEXT NOT NULL DEFAULT '', -- what the phone calls itself
  used_at INTEGER -- when it last asked for something
) STRICT;
CREATE UNIQUE INDEX mobile_key ON mobile_credential (public_key) WHERE public_key IS NOT NULL;
