-- A refund or a chargeback may be of a part of a payment, several times up to the whole: what has gone back so far, of what
-- the payer paid with the fee.
ALTER TABLE deposit ADD COLUMN returned_minor bigint NOT NULL DEFAULT 0,
  ADD CONSTRAINT deposit_returned CHECK (returned_minor >= 0 AND returned_minor <= amount_minor + fee_minor);
UPDATE deposit SET returned_minor = amount_minor + fee_minor WHERE state IN ('returned', 'charged_back');
