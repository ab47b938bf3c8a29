-- At a box: how far it knew of people of whom its hub may tell something older, because the hub was restored from a
-- backup. What the hub took away later than that stays away.
CREATE TABLE person_known (
  person_id INTEGER PRIMARY KEY,
  revision INTEGER NOT NULL, -- the hub's highest at which this box knew of them, or that they are gone
  withheld INTEGER -- the hub's older one, of which not everything is given here; NULL: nothing is withheld
) STRICT;
CREATE INDEX person_known_withheld ON person_known (person_id) WHERE withheld IS NOT NULL;
