-- The next webhook secret, from webhook_rotated_at on: both sign for a day, then it takes the other's place.
ALTER TABLE application ADD COLUMN webhook_secret_next TEXT;
ALTER TABLE application ADD COLUMN webhook_rotated_at INTEGER;
