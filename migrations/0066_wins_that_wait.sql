-- A win from the brand's threshold waits for two officers (standards SET-14). Its bet has status 7, its stake stays among
-- the open ones, no account moves. state: 0 waits, 1 released (payouts up to this sum are then paid), 2 over: the results
-- have said something else meanwhile. Never removed.
CREATE TABLE win_check (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bet_id bigint NOT NULL,
  -- What waits, net, minor units of the bet's currency.
  payout_minor bigint NOT NULL CHECK (payout_minor > 0),
  state smallint NOT NULL DEFAULT 0 CHECK (state IN (0, 1, 2)),
  asked_at timestamptz NOT NULL,
  -- The clock that the player sees.
  due_at timestamptz NOT NULL CHECK (due_at >= asked_at),
  first_by text,
  second_by text,
  decided_at timestamptz,
  CHECK ((state = 1) = (second_by IS NOT NULL)),
  CHECK (second_by IS NULL OR (first_by IS NOT NULL AND second_by <> first_by)),
  CHECK ((state = 0) = (decided_at IS NULL))
);
CREATE UNIQUE INDEX win_check_waits ON win_check (bet_id) WHERE state = 0;
CREATE INDEX win_check_bet ON win_check (bet_id);
CREATE TRIGGER win_check_kept BEFORE DELETE ON win_check FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER win_check_fixed BEFORE UPDATE OF bet_id, payout_minor, asked_at, due_at ON win_check
  FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Every word of an officer about it.
CREATE TABLE win_check_word (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  check_id bigint NOT NULL REFERENCES win_check,
  officer text NOT NULL,
  decision text NOT NULL CHECK (decision IN ('agree', 'refuse')),
  note text NOT NULL DEFAULT '',
  at timestamptz NOT NULL
);
CREATE TRIGGER win_check_word_append_only BEFORE UPDATE OR DELETE ON win_check_word FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Plain bets of this chunk whose pay-out has to wait: blocked instead of paid; one that waits already stays as it is.
CREATE FUNCTION settlement_hold(p_bets bigint[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE settling SET new_status = 7, new_payout = 0 WHERE bet_id = ANY(p_bets) AND plain AND new_status IS NOT NULL;
  DELETE FROM settling WHERE bet_id = ANY(p_bets) AND status = 7 AND new_status = 7;
END $$;

-- By how much a side has led in regular time (early payout, XT-21): t is the outcome of its win. A lead that a later score
-- takes back (a goal that did not stand) is annulled, never removed.
CREATE TABLE game_lead (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ci integer NOT NULL,
  t integer NOT NULL CHECK (t IN (1, 3)),
  lead smallint NOT NULL CHECK (lead > 0),
  home smallint NOT NULL,
  away smallint NOT NULL,
  at timestamptz NOT NULL,
  annulled_at timestamptz,
  CHECK (lead = CASE t WHEN 1 THEN home - away ELSE away - home END)
);
CREATE UNIQUE INDEX game_lead_stands ON game_lead (ci, t, home, away) WHERE annulled_at IS NULL;
CREATE TRIGGER game_lead_kept BEFORE DELETE ON game_lead FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER game_lead_fixed BEFORE UPDATE OF ci, t, lead, home, away, at ON game_lead FOR EACH ROW EXECUTE FUNCTION refuse_change();

-- Whether a lead has won this leg by the terms of its bet.
CREATE FUNCTION won_by_lead(p_bet bigint, p_ix integer, p_ci integer, p_t integer, p_accepted timestamptz) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (
    SELECT 1 FROM game_lead g JOIN bet_receipt r ON r.bet_id = p_bet
    WHERE g.ci = p_ci AND g.t = p_t AND g.annulled_at IS NULL AND g.at > p_accepted
      AND g.lead >= (r.receipt->'terms'->'earlyPayout'->>'lead')::integer AND (r.receipt->'terms'->'earlyPayout'->'legs')::jsonb @> to_jsonb(p_ix)
  )
$$;

-- What waits is still worked out when its results change: gathered like an open bet, its stake counted as open. A leg
-- that a lead has won is neither waited for nor lost. The functions stay as they were but for these words; a text that is
-- not found stops the migration.
DO $$
DECLARE
  patch record;
  body text;
BEGIN
  FOR patch IN SELECT * FROM (VALUES
    ('settlement_gather', 'WHERE b.status IN (1, 4, 5) OR',
      'WHERE b.status IN (1, 4, 5) OR (b.status = 7 AND EXISTS (SELECT 1 FROM win_check w WHERE w.bet_id = b.id AND w.state = 0)) OR'),
    ('settlement_gather', 'SELECT count(*) AS legs, count(*) FILTER (WHERE f.num IS NULL) AS waiting, count(*) FILTER (WHERE f.num = 0) AS lost',
      'SELECT count(*) AS legs, count(*) FILTER (WHERE f.num IS NULL AND NOT (EXISTS (SELECT 1 FROM game_lead) AND won_by_lead(s.bet_id, l.ix, l.ci, l.t, s.accepted_at))) AS waiting,'
      ' count(*) FILTER (WHERE f.num = 0 AND NOT (EXISTS (SELECT 1 FROM game_lead) AND won_by_lead(s.bet_id, l.ix, l.ci, l.t, s.accepted_at))) AS lost'),
    ('settlement_money', 'CASE WHEN c.status = 1 THEN 0', 'CASE WHEN c.status IN (1, 7) THEN 0')
  ) AS p(name, was, is_now) LOOP
    body := pg_get_functiondef(patch.name::regproc);
    IF position(patch.was IN body) = 0 THEN RAISE EXCEPTION 'nothing to change in %', patch.name; END IF;
    EXECUTE replace(body, patch.was, patch.is_now);
  END LOOP;
END $$;

-- Who is not like other players (standards WAG-24): staff may not bet, nor decide about games they hold bets on (SET-15);
-- test accounts never touch money; athletes and officials may not bet on their own sports. Never removed, ended only.
CREATE TABLE player_flag (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  flag text NOT NULL CHECK (flag IN ('staff', 'test', 'athlete')),
  -- Of staff: the name under which this person decides at the desks.
  officer text CHECK (officer IS NULL OR flag = 'staff'),
  -- Of athletes: their sports.
  sports integer[] NOT NULL DEFAULT '{}',
  note text NOT NULL DEFAULT '',
  set_by text NOT NULL,
  set_at timestamptz NOT NULL,
  ended_by text,
  ended_at timestamptz,
  changed_at timestamptz NOT NULL,
  CHECK ((flag = 'athlete') = (cardinality(sports) > 0)),
  CHECK ((ended_by IS NULL) = (ended_at IS NULL))
);
CREATE UNIQUE INDEX player_flag_now ON player_flag (player_id, flag) WHERE ended_at IS NULL;
CREATE INDEX player_flag_changed ON player_flag (changed_at);
CREATE INDEX player_flag_officer ON player_flag (officer) WHERE officer IS NOT NULL;
CREATE TRIGGER player_flag_kept BEFORE DELETE ON player_flag FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER player_flag_fixed BEFORE UPDATE OF player_id, flag, officer, sports, note, set_by, set_at ON player_flag
  FOR EACH ROW EXECUTE FUNCTION refuse_change();
