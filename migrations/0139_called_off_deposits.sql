-- called_off: its payer did not want it any more, and the provider had not been paid. Money that comes all the same is credited.
ALTER TABLE deposit DROP CONSTRAINT deposit_state_check;
ALTER TABLE deposit ADD CONSTRAINT deposit_state_check
  CHECK (state IN ('created', 'pending', 'done', 'declined', 'expired', 'called_off', 'held', 'returned', 'charged_back'));
