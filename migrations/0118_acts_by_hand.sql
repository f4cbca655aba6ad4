-- What persons did to markets stands until they take it back: a start of the feed reads the acts of weeks, which are few among
-- millions of facts.
CREATE INDEX fact_by_hand ON fact (received_at) WHERE provider = 'trader';
