-- At a box: by which the hub recognises that it gave the cursor. NULL: an older hub gave none.
ALTER TABLE hub_known ADD COLUMN proof TEXT;

-- At a hub: the box has shown a proof of a cursor. Without one it is not believed any more.
ALTER TABLE box ADD COLUMN proves INTEGER NOT NULL DEFAULT 0;
-- Where `remembers` is 1: the highest revision beyond this database that the box has proved. 0: it proved none.
ALTER TABLE box ADD COLUMN remembers_to INTEGER NOT NULL DEFAULT 0;
