-- Events that leave after the commit of the change they tell of (design §4, standards OPS-10).
CREATE TABLE outbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  topic text NOT NULL,
  key text NOT NULL,
  payload jsonb NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now()
);

-- Effect once: a consumer notes the events it has applied in the transaction of the effect.
CREATE TABLE outbox_consumed (
  consumer text NOT NULL,
  event_id bigint NOT NULL,
  PRIMARY KEY (consumer, event_id)
);

-- Small facts of the installation: clock offset in development, cursors of feeds, world seed.
CREATE TABLE setting (
  key text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
