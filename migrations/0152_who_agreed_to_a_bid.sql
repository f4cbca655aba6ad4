-- Whether a trader has agreed to a bid or made its offer: his word goes beyond the limit of equal bets, that of the rules does not
-- (rules 4, 8.6). Of bids of before nobody knows: they keep what they were told.
ALTER TABLE bid ADD COLUMN by_trader boolean NOT NULL DEFAULT true;
ALTER TABLE bid ALTER COLUMN by_trader SET DEFAULT false;
