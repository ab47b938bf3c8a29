-- The highest threat level of a site at which the role is valid there. NULL: each level.
ALTER TABLE role ADD COLUMN threat_level_max INTEGER CHECK (threat_level_max BETWEEN 0 AND 5);

-- The threat level of a site, and its last change. No row: level 0, and it was never changed.
CREATE TABLE site_threat (
  site_id INTEGER PRIMARY KEY REFERENCES site (id) ON DELETE CASCADE,
  level INTEGER NOT NULL CHECK (level BETWEEN 0 AND 5),
  changed_at INTEGER NOT NULL, -- Unix milliseconds
  changed_by TEXT NOT NULL,
  note TEXT NOT NULL,
  version INTEGER NOT NULL, -- rises with each change here; a hub's boxes know by it which of two is newer
  upstream TEXT, -- at a box that follows: the hub of the last level that came from a hub, and the version there
  upstream_version INTEGER NOT NULL DEFAULT 0
) STRICT;
