-- What the house tells a player, and what a player asks of the house.

-- Messages of the house are kept as template and values, so that each is read in the language of the page; what an
-- operator wrote is kept as it was written.
CREATE TABLE inbox_message (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  kind text NOT NULL CHECK (kind IN ('bets', 'money', 'account', 'support', 'promotion', 'house')),
  template text NOT NULL,
  params jsonb NOT NULL DEFAULT '{}',
  -- The cause: told once, however often its event is handed out.
  cause text NOT NULL,
  created_at timestamptz NOT NULL,
  read_at timestamptz,
  -- Taken out of the list by the player; kept, because it is proof that he was told.
  hidden_at timestamptz,
  UNIQUE (player_id, cause)
);
CREATE INDEX inbox_message_shown ON inbox_message (player_id, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX inbox_message_unread ON inbox_message (player_id) WHERE read_at IS NULL AND hidden_at IS NULL;

CREATE TABLE support_ticket (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  player_id integer NOT NULL REFERENCES player,
  kind text NOT NULL CHECK (kind IN ('question', 'idea', 'request')),
  subject text NOT NULL CHECK (length(subject) BETWEEN 1 AND 120),
  language text NOT NULL,
  -- waiting: for the operator; answered: for the player.
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'answered', 'closed')),
  -- The last line that the player has seen.
  seen_line bigint NOT NULL DEFAULT 0,
  opened_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX support_ticket_player ON support_ticket (player_id, updated_at DESC, id DESC);
CREATE INDEX support_ticket_waiting ON support_ticket (updated_at) WHERE state = 'waiting';

CREATE TABLE support_file (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id bigint NOT NULL REFERENCES support_ticket,
  name text NOT NULL CHECK (length(name) BETWEEN 1 AND 100),
  type text NOT NULL CHECK (type IN ('image/png', 'image/jpeg', 'image/webp', 'application/pdf')),
  bytes bytea NOT NULL CHECK (length(bytes) BETWEEN 1 AND 5242880),
  at timestamptz NOT NULL
);
CREATE INDEX support_file_ticket ON support_file (ticket_id);

CREATE TABLE support_line (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  ticket_id bigint NOT NULL REFERENCES support_ticket,
  author text NOT NULL CHECK (author IN ('player', 'operator')),
  -- The consultant as the player sees him; null for the player's own lines.
  consultant_id integer,
  -- Who wrote, for the house.
  officer text,
  body text NOT NULL CHECK (length(body) <= 4000),
  file_id bigint REFERENCES support_file,
  at timestamptz NOT NULL,
  CHECK (body <> '' OR file_id IS NOT NULL)
);
CREATE INDEX support_line_ticket ON support_line (ticket_id, id);

CREATE TABLE support_callback (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  -- Null for a visitor.
  player_id integer REFERENCES player,
  phone text NOT NULL CHECK (phone ~ '^[0-9]{6,20}$'),
  name text NOT NULL CHECK (length(name) <= 60),
  language text NOT NULL,
  -- Where it was asked from: an address asks a few times an hour.
  ip text NOT NULL,
  -- When the call is wanted; null = as soon as somebody is free.
  wanted_at timestamptz,
  state text NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done')),
  officer text,
  created_at timestamptz NOT NULL,
  done_at timestamptz
);
-- One call at a time for a number.
CREATE UNIQUE INDEX support_callback_waiting ON support_callback (brand, phone) WHERE state = 'waiting';
CREATE INDEX support_callback_ip ON support_callback (ip, created_at);
CREATE INDEX support_callback_queue ON support_callback (created_at) WHERE state = 'waiting';

-- Every yes and no to news, with its time and place: a consent is only worth what can be shown of it. Append-only.
CREATE TABLE mailing_choice (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  player_id integer NOT NULL REFERENCES player,
  channel text NOT NULL CHECK (channel IN ('email', 'sms', 'push')),
  accepted boolean NOT NULL,
  -- Version of the words that were agreed to.
  wording text NOT NULL,
  ip text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX mailing_choice_player ON mailing_choice (player_id, channel, id DESC);
CREATE FUNCTION keep_mailing_choice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a choice about mailing is never edited' USING ERRCODE = '42501';
END $$;
CREATE TRIGGER mailing_choice_kept BEFORE UPDATE OR DELETE ON mailing_choice FOR EACH ROW EXECUTE FUNCTION keep_mailing_choice();

-- Where the player lives, as he chose it from the list; the city is a text, because no list is whole.
ALTER TABLE player_profile ADD COLUMN region_id integer;
