-- Coupons kept under a code of five signs for 30 days (wire rule 25).
CREATE TABLE coupon_code (
  code text COLLATE "C" PRIMARY KEY CHECK (code ~ '^[0-9A-HJKMNP-TV-Z]{5}$'),
  partner integer NOT NULL,
  vid smallint NOT NULL,
  -- {events: [{GameId, Type, Param, PlayerId, Kind, ci}], eventsIndexes, withLobby, expressNum}
  coupon jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX coupon_code_expiry ON coupon_code (expires_at);
