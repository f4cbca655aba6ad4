-- What players did to their limits and what providers said of payments goes into the journal too: a row that is changed or
-- taken away is then found, and with it a limit that is gone (`./polosa verify`).

ALTER TABLE payment_callback ADD COLUMN id bigint GENERATED ALWAYS AS IDENTITY UNIQUE;

-- what: as in 0044; 4 changes of limits and breaks, 5 words of providers.
ALTER TABLE journal_due DROP CONSTRAINT journal_due_what_check;
ALTER TABLE journal_due ADD CONSTRAINT journal_due_what_check CHECK (what BETWEEN 1 AND 5);

CREATE FUNCTION journal_hears_rows() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO journal_due (what, ids) SELECT TG_ARGV[0]::smallint, array_agg(m.id ORDER BY m.id) FROM made m HAVING count(*) > 0;
  RETURN NULL;
END $$;
CREATE TRIGGER protection_event_journal AFTER INSERT ON protection_event REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION journal_hears_rows('4');
CREATE TRIGGER payment_callback_journal AFTER INSERT ON payment_callback REFERENCING NEW TABLE AS made
  FOR EACH STATEMENT EXECUTE FUNCTION journal_hears_rows('5');

-- What an older version of the product has written.
INSERT INTO journal_due (what, ids)
  SELECT 4, array_agg(r.id ORDER BY r.id) FROM (SELECT id, (row_number() OVER (ORDER BY id) - 1) / 1000 AS part FROM protection_event) r
  GROUP BY r.part ORDER BY r.part;
INSERT INTO journal_due (what, ids)
  SELECT 5, array_agg(r.id ORDER BY r.id) FROM (SELECT id, (row_number() OVER (ORDER BY id) - 1) / 1000 AS part FROM payment_callback) r
  GROUP BY r.part ORDER BY r.part;
