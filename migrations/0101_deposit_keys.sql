-- A start of a deposit that is asked again, by a double press or because its answer was lost, is the same payment: its key
-- is the player's, and the address of the provider's page is kept for the second answer.
ALTER TABLE deposit ADD COLUMN request_key text, ADD COLUMN pay_url text;
CREATE UNIQUE INDEX deposit_request_key ON deposit (player_id, request_key);
