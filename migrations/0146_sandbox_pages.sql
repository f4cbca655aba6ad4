-- How the sandbox's own page of a deposit has ended: paid there, or closed because its payer called it off. The first word is
-- the only one, also of two in one moment.
CREATE TABLE sandbox_page (
  ref text PRIMARY KEY,
  ending text NOT NULL CHECK (ending IN ('paid', 'closed'))
);
