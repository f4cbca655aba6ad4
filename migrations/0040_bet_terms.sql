-- Bets that pay more or less than the product of their legs: other kinds than single and express, taxes, bonuses,
-- promo codes, advances, insured and partly sold bets (rules 2, 5, 8).

-- True: single or express whose payout is stake times the factors of its legs; settled in SQL. False: worked out by the
-- rules from `bet_receipt.terms` and `bet_money`. An accepted bet may become false (sold in part, insured), never true.
ALTER TABLE bet ADD COLUMN plain boolean NOT NULL DEFAULT true;

-- Money of bets that are not plain; made with the bet, or with the first change of it. Sums in minor units of the bet's
-- currency. bet.stake_minor stays what was agreed; bet.payout_minor is what the settlement in force has given the player.
CREATE TABLE bet_money (
  bet_id bigint PRIMARY KEY,
  -- Agreed at acceptance; never changed afterwards.
  stake_tax_minor bigint NOT NULL DEFAULT 0,
  -- Parts of the stake that the house puts in: the account was debited by the rest.
  promo_minor bigint NOT NULL DEFAULT 0,
  advance_minor bigint NOT NULL DEFAULT 0,
  -- Sales: the part of the stake that no longer runs, and what was paid for it.
  sold_stake_minor bigint NOT NULL DEFAULT 0,
  sold_minor bigint NOT NULL DEFAULT 0,
  -- Insurance: the part of the stake that comes back when the bet loses, and what the player paid for that.
  insured_minor bigint NOT NULL DEFAULT 0,
  premium_minor bigint NOT NULL DEFAULT 0,
  -- The settlement in force, as it was booked: a correction reverses these sums. payout_minor of the bet =
  -- gross + bonus + insurance - tax.
  gross_minor bigint NOT NULL DEFAULT 0,
  bonus_minor bigint NOT NULL DEFAULT 0,
  payout_tax_minor bigint NOT NULL DEFAULT 0,
  insurance_minor bigint NOT NULL DEFAULT 0,
  CHECK (stake_tax_minor >= 0 AND promo_minor >= 0 AND advance_minor >= 0 AND sold_stake_minor >= 0 AND sold_minor >= 0
    AND insured_minor >= 0 AND premium_minor >= 0 AND gross_minor >= 0 AND bonus_minor >= 0 AND payout_tax_minor >= 0 AND insurance_minor >= 0)
) WITH (fillfactor = 50);

CREATE TRIGGER bet_money_fixed BEFORE UPDATE OF bet_id, stake_tax_minor, promo_minor, advance_minor ON bet_money
  FOR EACH ROW EXECUTE FUNCTION refuse_bet_rewrite();
CREATE TRIGGER bet_money_kept BEFORE DELETE ON bet_money FOR EACH ROW EXECUTE FUNCTION refuse_bet_rewrite();
