-- A letter of advertising names the address that ends it (RFC 2369, RFC 8058); letters of the account have none.
ALTER TABLE message_out ADD COLUMN unsubscribe_url text;
