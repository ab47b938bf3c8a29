-- How answers and exports show PINs: `shown` as the contract says, or `masked` as ******.
ALTER TABLE account_limits ADD COLUMN pins TEXT NOT NULL DEFAULT 'shown' CHECK (pins IN ('shown', 'masked'));
