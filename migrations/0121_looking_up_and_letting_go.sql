-- What a player asks for and what the house forgets, found without a look at everybody's rows.

-- Copies and erasings find a player's rows through these. His bets and what hangs on them need none: they are found
-- through his entries of kind 1 (privacy/server/parts.ts), so that placing writes nothing for this.
CREATE INDEX account_transfer_player ON account_transfer (player_id);
CREATE INDEX cookie_consent_player ON cookie_consent (player_id, id DESC) WHERE player_id IS NOT NULL;
CREATE INDEX identity_number_player ON identity_number (player_id);
CREATE INDEX message_out_recipient ON message_out (recipient);
CREATE INDEX player_flag_player ON player_flag (player_id);
CREATE INDEX protection_test_player ON protection_test (player_id);
CREATE INDEX session_change_player ON session_change (player_id);
CREATE INDEX support_callback_player ON support_callback (player_id) WHERE player_id IS NOT NULL;
-- Instead of the one of 0046, which knows the codes that are left but not the used ones.
DROP INDEX promo_code_player;
CREATE INDEX promo_code_player ON promo_code (player_id);

-- Money on its way out of an account: counted under the account's lock with every request, looked for when it closes.
CREATE INDEX withdrawal_on_its_way ON withdrawal (account_id) WHERE state IN ('requested', 'approved', 'sent');

-- How often the work on a copy or an erasing has begun: each time it is due again later, so that one that fails, or ends
-- the process, lets the others go first.
ALTER TABLE privacy_request ADD COLUMN tries smallint NOT NULL DEFAULT 0;

-- An event is applied once for as long as it can come again (platform/server/outbox.ts). Rows from before count from now.
ALTER TABLE outbox_consumed ADD COLUMN at timestamptz NOT NULL DEFAULT now();

-- As in 0047, but a row without a count may go (limits/server/pool-store.ts). One that goes while this waits for its lock
-- is made again: what is counted next must find it.
CREATE OR REPLACE FUNCTION lock_pools(p_keys text[]) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  locked integer;
BEGIN
  LOOP
    IF EXISTS (SELECT 1 FROM unnest(p_keys) AS k(key) WHERE NOT EXISTS (SELECT 1 FROM liability_pool p WHERE p.key = k.key COLLATE "C")) THEN
      INSERT INTO liability_pool (key) SELECT DISTINCT k.key COLLATE "C" FROM unnest(p_keys) AS k(key) ORDER BY 1 ON CONFLICT DO NOTHING;
    END IF;
    PERFORM 1 FROM liability_pool p WHERE p.key IN (SELECT unnest(p_keys) COLLATE "C") ORDER BY p.key FOR UPDATE;
    GET DIAGNOSTICS locked = ROW_COUNT;
    EXIT WHEN locked = cardinality(p_keys);
    EXIT WHEN locked = (SELECT count(DISTINCT k.key COLLATE "C") FROM unnest(p_keys) AS k(key));
  END LOOP;
END $$;
