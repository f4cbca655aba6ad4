-- A tax on deposits and withdrawals (rules 5, DEPOSIT_WITHDRAW): what it takes, its rule and its rate are those that were in
-- force when the payment was begun, and stay with it. Entries 33 are of a deposit, player to tax and back with what goes
-- back; 34 of a withdrawal that was paid, payouts to tax.
ALTER TABLE deposit
  ADD COLUMN tax_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN tax_rule text,
  ADD COLUMN tax_rate text,
  ADD CONSTRAINT deposit_tax CHECK (tax_minor BETWEEN 0 AND amount_minor AND (tax_rule IS NULL) = (tax_rate IS NULL) AND (tax_minor = 0 OR tax_rule IS NOT NULL));
ALTER TABLE guest_deposit
  ADD COLUMN tax_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN tax_rule text,
  ADD COLUMN tax_rate text,
  ADD CONSTRAINT guest_deposit_tax CHECK (tax_minor BETWEEN 0 AND amount_minor AND (tax_rule IS NULL) = (tax_rate IS NULL) AND (tax_minor = 0 OR tax_rule IS NOT NULL));
ALTER TABLE withdrawal
  ADD COLUMN tax_minor bigint NOT NULL DEFAULT 0,
  ADD COLUMN tax_rule text,
  ADD COLUMN tax_rate text,
  ADD CONSTRAINT withdrawal_tax CHECK (tax_minor BETWEEN 0 AND amount_minor - fee_minor AND (tax_rule IS NULL) = (tax_rate IS NULL) AND (tax_minor = 0 OR tax_rule IS NOT NULL));

-- They are no play: found with the other payments, and no limit of losses counts them.
DROP INDEX ledger_entry_payments;
CREATE INDEX ledger_entry_payments ON ledger_entry (account_id, at) WHERE kind IN (4, 5, 6, 7, 8, 14, 16, 33, 34);

-- The function stays as it was but for these words; a text that is not found stops the migration.
DO $$
DECLARE
  body text := pg_get_functiondef('played_of_limit'::regproc);
BEGIN
  IF position('e.kind NOT IN (4, 5, 6, 7, 8, 14, 16, 30)' IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in played_of_limit'; END IF;
  EXECUTE replace(body, 'e.kind NOT IN (4, 5, 6, 7, 8, 14, 16, 30)', 'e.kind NOT IN (4, 5, 6, 7, 8, 14, 16, 30, 33)');
END $$;
