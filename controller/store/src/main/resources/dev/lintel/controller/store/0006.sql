-- What has changed, in the transaction that changed it and in its order, for who tells others of it. A row goes once it
-- is told. The statement that changes a row need not think of this: triggers do.
CREATE TABLE change_log (
  revision INTEGER PRIMARY KEY AUTOINCREMENT,
  resource TEXT NOT NULL, -- credential
  action TEXT NOT NULL, -- create, update, destroy
  account_id INTEGER NOT NULL,
  resource_id INTEGER NOT NULL,
  person_id INTEGER NOT NULL -- whose it is, or was
) STRICT;

CREATE TRIGGER credential_made AFTER INSERT ON credential
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'create', NEW.account_id, NEW.id, NEW.person_id);
END;
-- Numbers that are lifted out of the way for a moment change nothing that anybody reads.
CREATE TRIGGER credential_changed AFTER UPDATE ON credential
WHEN OLD.value IS NOT NEW.value OR OLD.status IS NOT NEW.status
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'update', NEW.account_id, NEW.id, NEW.person_id);
END;
CREATE TRIGGER credential_gone AFTER DELETE ON credential
BEGIN
  INSERT INTO change_log (resource, action, account_id, resource_id, person_id)
  VALUES ('credential', 'destroy', OLD.account_id, OLD.id, OLD.person_id);
END;

-- Where events of some codes at some channels are posted to. The codes are those of listing.
CREATE TABLE notification_rule (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL,
  active INTEGER NOT NULL,
  listing TEXT NOT NULL,
  url TEXT NOT NULL,
  secret TEXT NOT NULL, -- signs what is posted, so it is kept as it is
  maker TEXT NOT NULL, -- the client that last said what goes where, such as 'api_key 3'
  created_at INTEGER NOT NULL,
  updated_at INTEGER NOT NULL
) STRICT;

CREATE TABLE notification_rule_event (
  rule_id INTEGER NOT NULL REFERENCES notification_rule (id) ON DELETE CASCADE,
  code INTEGER NOT NULL,
  PRIMARY KEY (rule_id, code)
) STRICT, WITHOUT ROWID;

-- No row: every channel. A channel that goes stays named here: a rule for it alone must not turn into one for all.
CREATE TABLE notification_rule_channel (
  rule_id INTEGER NOT NULL REFERENCES notification_rule (id) ON DELETE CASCADE,
  channel_id INTEGER NOT NULL,
  PRIMARY KEY (rule_id, channel_id)
) STRICT, WITHOUT ROWID;
