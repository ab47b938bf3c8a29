-- The revision at which an operator of the hub last approved the policy after a restore; 0: never.
ALTER TABLE stage ADD COLUMN policy_given INTEGER NOT NULL DEFAULT 0;
