-- Every start of a process asks for the newest id: without an index it read all postings ever made.
CREATE INDEX ledger_posting_tx ON ledger_posting (tx_id);
-- The officers' list: those that wait first, then the newest.
CREATE INDEX bet_void_list ON bet_void ((state > 0), id DESC);
