-- The program that put it together: a newer one may know more of what came, and fetches it anew.
ALTER TABLE stage ADD COLUMN version TEXT NOT NULL DEFAULT '';
ALTER TABLE stage ADD COLUMN passed_over TEXT; -- JSON list of what that program did not know; NULL: nothing
