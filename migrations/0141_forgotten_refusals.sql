-- Refusals that are old enough to be forgotten (WAG-02). The key of a bet or an order is never in it: placing writes as before.
CREATE INDEX bet_key_refused ON bet_key (at) WHERE outcome > 0;
