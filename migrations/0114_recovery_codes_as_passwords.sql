-- Recovery codes are kept as passwords are (argon2id, ACC-09). Beside a hash code_mac is only the first byte of the keyed
-- MAC, by which the row is found; codes that were given before have the whole of it, no hash, and are good until used.
ALTER TABLE recovery_code
  ADD COLUMN code_hash text,
  ADD CONSTRAINT recovery_code_mac_length CHECK (octet_length(code_mac) = CASE WHEN code_hash IS NULL THEN 32 ELSE 1 END);
