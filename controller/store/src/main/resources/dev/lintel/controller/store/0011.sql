-- Passes in phones' wallets. What was taken out of a wallet counts as little as what was revoked.
DROP INDEX credential_person;
CREATE UNIQUE INDEX credential_person
    ON credential (person_id, credential_type_id, CASE WHEN status IN ('revoked', 'removed') THEN id ELSE 0 END);

-- What only the box that makes passes knows of one. The links to it and its own token are in no row: they are made of
-- `nonce` and of a key in a file. Of a pass the credential's `card_number` is what its code shows, given when it is
-- first made, and `value` the wallet that it is in.
CREATE TABLE wallet_pass (
  serial TEXT PRIMARY KEY, -- random: as wallets name it
  credential_id INTEGER UNIQUE REFERENCES credential (id) ON DELETE SET NULL, -- NULL: it is gone, and the pass void
  nonce BLOB NOT NULL,
  pass_type TEXT NOT NULL DEFAULT '', -- Apple's, of whom its file was signed for
  shown TEXT NOT NULL DEFAULT '', -- a hash of what wallets were last told
  changed_at INTEGER NOT NULL -- when that was; never less than before, whatever the clock does
) STRICT;

-- Phones that have a pass in Apple's wallet and want to hear of changes.
CREATE TABLE wallet_device (
  device TEXT NOT NULL, -- as the wallet names itself
  serial TEXT NOT NULL REFERENCES wallet_pass (serial) ON DELETE CASCADE,
  push_token TEXT NOT NULL, -- where Apple takes messages to it
  untold INTEGER NOT NULL DEFAULT 0, -- 0: it has been sent word of the last change; else one more than the tries
  PRIMARY KEY (device, serial)
) STRICT, WITHOUT ROWID;
CREATE INDEX wallet_device_serial ON wallet_device (serial);
CREATE INDEX wallet_device_token ON wallet_device (push_token);
CREATE INDEX wallet_device_untold ON wallet_device (serial) WHERE untold > 0;
CREATE INDEX wallet_pass_changed ON wallet_pass (changed_at);

-- Each page that operators look at tells how many there are.
CREATE INDEX mail_failed ON mail (id) WHERE state = 'failed';
