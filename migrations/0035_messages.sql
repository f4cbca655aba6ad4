-- Letters and SMS on their way. The text is blanked when the message has left, for it may hold a code.
CREATE TABLE message_out (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('mail', 'sms')),
  recipient text NOT NULL,
  template text NOT NULL,
  language text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  state text NOT NULL CHECK (state IN ('queued', 'sent', 'failed')),
  attempts smallint NOT NULL DEFAULT 0,
  next_try_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX message_out_queued ON message_out (next_try_at) WHERE state = 'queued';

-- The local inbox of the development area; empty in production.
CREATE TABLE dev_inbox (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  brand text NOT NULL,
  channel text NOT NULL,
  recipient text NOT NULL,
  template text NOT NULL,
  subject text NOT NULL,
  body text NOT NULL,
  at timestamptz NOT NULL
);
CREATE INDEX dev_inbox_recipient ON dev_inbox (recipient, id DESC);
