-- The journal: every bet, every settlement and every other movement of a player's money in one hash chain that is only
-- ever added to (standards OPS-03, INV-7; design of receipts: src/modules/journal/README.md).

-- What is committed and not yet in the chain. Filled by triggers, so it commits with its cause, whoever wrote that and
-- however late: nothing can be skipped. One row a statement. what: 1 bets made, 2 bets changed, 3 an entry of the ledger.
CREATE TABLE journal_due (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  what smallint NOT NULL CHECK (what BETWEEN 1 AND 3),
  -- Bets, or the transaction of the entry.
  ids bigint[] NOT NULL,
  account_id integer,
  entry_kind smallint,
  n smallint
);

-- kind: 1 bet, 2 settlement, 3 correction, 4 sale, 5 insurance, 6 replaced; 100 + kind of the ledger for movements.
-- content: SHA-256 of the canonical document of the subject, worked out anew from its rows at every check; detail holds
-- what the rows of the subject will no longer say (the state of a bet that changes again).
CREATE TABLE journal (
  seq bigint PRIMARY KEY CHECK (seq > 0),
  at timestamptz NOT NULL,
  kind smallint NOT NULL,
  subject bigint NOT NULL,
  account_id integer NOT NULL,
  n integer NOT NULL,
  detail json,
  content bytea NOT NULL CHECK (length(content) = 32),
  previous bytea NOT NULL CHECK (length(previous) = 32),
  hash bytea NOT NULL CHECK (length(hash) = 32)
);
CREATE UNIQUE INDEX journal_subject ON journal (subject, kind, account_id, n);

-- The days of the chain, UTC; day_no of an entry is seq - first_seq.
CREATE TABLE journal_day (
  day date PRIMARY KEY,
  first_seq bigint NOT NULL UNIQUE
);

-- Roots of whole blocks of 1,024 entries of a day, so that the way of an entry to the head is found without the day.
CREATE TABLE journal_block (
  day date NOT NULL,
  no integer NOT NULL,
  root bytea NOT NULL CHECK (length(root) = 32),
  PRIMARY KEY (day, no)
);

-- Signed statements about the first `size` entries of a day; the last of a day is final.
CREATE TABLE journal_head (
  day date NOT NULL,
  size bigint NOT NULL CHECK (size > 0),
  final boolean NOT NULL,
  at timestamptz NOT NULL,
  root bytea NOT NULL,
  chain bytea NOT NULL,
  key_id text NOT NULL,
  signature bytea NOT NULL,
  PRIMARY KEY (day, size, final)
);
CREATE UNIQUE INDEX journal_head_final ON journal_head (day) WHERE final;

-- Public keys that have signed heads and receipts.
CREATE TABLE journal_key (
  id text PRIMARY KEY,
  public_key bytea NOT NULL CHECK (length(public_key) = 32),
  first_at timestamptz NOT NULL
);

CREATE FUNCTION journal_refuses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER journal_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();
CREATE TRIGGER journal_head_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_head FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();
CREATE TRIGGER journal_day_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_day FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();
CREATE TRIGGER journal_block_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON journal_block FOR EACH STATEMENT EXECUTE FUNCTION journal_refuses();

CREATE FUNCTION journal_hears_bets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal_due (what, ids) SELECT 1, array_agg(m.bet_id) FROM made m HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER bet_receipt_journal AFTER INSERT ON bet_receipt REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION journal_hears_bets();

CREATE FUNCTION journal_hears_changes() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal_due (what, ids) SELECT 2, array_agg(c.id) FROM changed c HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER bet_journal AFTER UPDATE ON bet REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION journal_hears_changes();

-- Entries that belong to a bet (stake, payouts, their taxes and reversals, sales) are in the documents of the bet.
CREATE FUNCTION journal_hears_entry() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal_due (what, ids, account_id, entry_kind, n) VALUES (3, ARRAY[NEW.tx_id], NEW.account_id, NEW.kind, NEW.n);
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_entry_journal AFTER INSERT ON ledger_entry FOR EACH ROW
  WHEN (NEW.account_id > 0 AND NEW.kind NOT IN (1, 2, 3, 10, 18, 21, 22, 24, 25, 26))
  EXECUTE FUNCTION journal_hears_entry();

-- What an older version of the product has written.
INSERT INTO journal_due (what, ids, account_id, entry_kind, n)
  SELECT 3, ARRAY[tx_id], account_id, kind, n FROM ledger_entry
  WHERE account_id > 0 AND kind NOT IN (1, 2, 3, 10, 18, 21, 22, 24, 25, 26) ORDER BY tx_id, account_id;
INSERT INTO journal_due (what, ids)
  SELECT 1, array_agg(r.bet_id ORDER BY r.bet_id) FROM (SELECT bet_id, (row_number() OVER (ORDER BY bet_id) - 1) / 1000 AS part FROM bet_receipt) r
  GROUP BY r.part ORDER BY r.part;
INSERT INTO journal_due (what, ids)
  SELECT 2, array_agg(r.id ORDER BY r.id) FROM (SELECT id, (row_number() OVER (ORDER BY id) - 1) / 1000 AS part FROM bet WHERE settled_version > 0) r
  GROUP BY r.part ORDER BY r.part;
