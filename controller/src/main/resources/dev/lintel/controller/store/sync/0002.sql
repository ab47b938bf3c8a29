-- The program that put it together: a newer one may know more of what came, and fetches it anew.
ALTER TABLE stage ADD COLUMN version TEXT NOT NULL DEFAULT '';
