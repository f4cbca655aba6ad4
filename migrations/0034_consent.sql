-- Choices of the cookie banner (DAT-06), append-only; no address is kept.
CREATE TABLE cookie_consent (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  player_id integer,
  level smallint NOT NULL CHECK (level BETWEEN 0 AND 3),
  version text NOT NULL,
  agreed_at timestamptz NOT NULL,
  received_at timestamptz NOT NULL
);
