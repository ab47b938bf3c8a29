-- What counts the changes that boxes follow: made when a Lintel becomes a hub, and made anew at a start where their
-- text differs from what stands. Each is held against its text in the database: no comment between CREATE and END.
--
-- `narrowed` rises with whatever may take something away from somebody: while much is held back, such a person is told
-- of singly, as they stand. So it rises with whoever is enabled again, too: what they lost meanwhile was not told of.
-- An edit of somebody who is disabled takes nothing away.
--
-- `taken` and `taken_at` are of those only who were enabled before: whoever was disabled when the hub began, or when
-- they were made, is at no box to be taken away from.
CREATE TRIGGER person_made_revision AFTER INSERT ON person
WHEN NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  INSERT INTO person_revision (person_id, revision)
  SELECT NEW.id, value
    FROM sync_revision WHERE true
  ON CONFLICT (person_id) DO UPDATE
     SET revision = excluded.revision,
         taken_at = CASE NEW.enabled WHEN 0 THEN coalesce(taken_at, NEW.updated_at) END,
         taken = CASE NEW.enabled WHEN 0 THEN coalesce(taken, excluded.revision) END,
         narrowed = excluded.revision;
END;
CREATE TRIGGER person_changed_revision AFTER UPDATE ON person
WHEN NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  INSERT INTO person_revision (person_id, revision, taken_at, taken, narrowed)
  SELECT NEW.id, value,
         CASE WHEN (NEW.enabled = 0 OR NEW.deleted_at IS NOT NULL) AND OLD.enabled = 1 AND OLD.deleted_at IS NULL
              THEN NEW.updated_at END,
         CASE WHEN (NEW.enabled = 0 OR NEW.deleted_at IS NOT NULL) AND OLD.enabled = 1 AND OLD.deleted_at IS NULL
              THEN value END,
         CASE WHEN NEW.enabled <> OLD.enabled OR (NEW.deleted_at IS NULL) <> (OLD.deleted_at IS NULL)
                OR OLD.valid_from IS NOT NEW.valid_from OR OLD.valid_to IS NOT NEW.valid_to
                OR OLD.extended_unlock > NEW.extended_unlock OR OLD.first_responder > NEW.first_responder
              THEN value END
    FROM sync_revision WHERE true
  ON CONFLICT (person_id) DO UPDATE
     SET revision = excluded.revision,
         taken_at = CASE WHEN NEW.enabled = 0 OR NEW.deleted_at IS NOT NULL
                         THEN coalesce(taken_at, excluded.taken_at) END,
         taken = CASE WHEN NEW.enabled = 0 OR NEW.deleted_at IS NOT NULL THEN coalesce(taken, excluded.taken) END,
         narrowed = coalesce(excluded.narrowed, narrowed);
END;

-- What is theirs. A row of person_revision is there since the person is.
CREATE TRIGGER credential_made_revision AFTER INSERT ON credential
WHEN NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER credential_changed_revision AFTER UPDATE ON credential
WHEN NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER credential_gone_revision AFTER DELETE ON credential
WHEN OLD.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER person_group_made_revision AFTER INSERT ON person_group
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_group_gone_revision AFTER DELETE ON person_group
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER person_role_made_revision AFTER INSERT ON person_role
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_role_gone_revision AFTER DELETE ON person_role
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER reservation_made_revision AFTER INSERT ON reservation
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER reservation_changed_revision AFTER UPDATE ON reservation
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER reservation_gone_revision AFTER DELETE ON reservation
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER group_reservation_made_revision AFTER INSERT ON group_reservation
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER group_reservation_changed_revision AFTER UPDATE ON group_reservation
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER group_reservation_gone_revision AFTER DELETE ON group_reservation
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER reservation_channel_made_revision AFTER INSERT ON reservation_channel
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = (SELECT person_id FROM reservation WHERE id = NEW.reservation_id);
END;
CREATE TRIGGER reservation_channel_gone_revision AFTER DELETE ON reservation_channel
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = (SELECT person_id FROM reservation WHERE id = OLD.reservation_id);
END;
CREATE TRIGGER group_reservation_group_made_revision AFTER INSERT ON group_reservation_group
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = (SELECT person_id FROM group_reservation WHERE id = NEW.group_reservation_id);
END;
CREATE TRIGGER group_reservation_group_gone_revision AFTER DELETE ON group_reservation_group
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = (SELECT person_id FROM group_reservation WHERE id = OLD.group_reservation_id);
END;
CREATE TRIGGER person_image_made_revision AFTER INSERT ON person_image
WHEN NEW.shown IS NOT NULL
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_image_changed_revision AFTER UPDATE ON person_image
WHEN OLD.shown IS NOT NEW.shown
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_image_gone_revision AFTER DELETE ON person_image
WHEN OLD.shown IS NOT NULL
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = OLD.person_id;
END;

-- Rows that go from one person to another. No statement of Lintel's does that yet; one that did would be missed.
-- Each person has a revision of their own, so it takes two for the two of them.
CREATE TRIGGER credential_left_revision AFTER UPDATE OF person_id ON credential
WHEN OLD.person_id <> NEW.person_id AND NEW.account_id = 1
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER reservation_left_revision AFTER UPDATE OF person_id ON reservation
WHEN OLD.person_id <> NEW.person_id
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER group_reservation_left_revision AFTER UPDATE OF person_id ON group_reservation
WHEN OLD.person_id <> NEW.person_id
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
END;
CREATE TRIGGER person_image_left_revision AFTER UPDATE OF person_id ON person_image
WHEN OLD.person_id <> NEW.person_id
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = OLD.person_id;
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = (SELECT value FROM sync_revision)
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_group_changed_revision AFTER UPDATE ON person_group
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER person_role_changed_revision AFTER UPDATE ON person_role
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = OLD.person_id;
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = NEW.person_id;
END;
CREATE TRIGGER reservation_channel_changed_revision AFTER UPDATE ON reservation_channel
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = (SELECT person_id FROM reservation WHERE id = OLD.reservation_id);
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = (SELECT person_id FROM reservation WHERE id = NEW.reservation_id);
END;
CREATE TRIGGER group_reservation_group_changed_revision AFTER UPDATE ON group_reservation_group
BEGIN
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = (SELECT person_id FROM group_reservation WHERE id = OLD.group_reservation_id);
  UPDATE sync_revision SET value = value + 1;
  UPDATE person_revision SET revision = v.value, narrowed = v.value FROM sync_revision v
   WHERE person_id = (SELECT person_id FROM group_reservation WHERE id = NEW.group_reservation_id);
END;
