-- At a hub: the runs of a box, whether two boxes share its identity, and which of them an operator keeps. JSON; NULL: none.
ALTER TABLE box ADD COLUMN runs TEXT;
