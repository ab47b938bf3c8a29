-- The wired switches of the site that are on, as JSON: see TurnedSwitches. Empty: none.
ALTER TABLE site_threat ADD COLUMN switches TEXT NOT NULL DEFAULT '';
