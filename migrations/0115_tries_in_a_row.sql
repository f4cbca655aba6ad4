-- Wrong tries since the last right one, whatever time lies between them: the row that ends an account's sign-ins by
-- password (ACC-11). `failures`, of which the back-off is made, begins anew after a quiet day.
ALTER TABLE sign_in_failure ADD COLUMN in_a_row integer NOT NULL DEFAULT 0;
UPDATE sign_in_failure SET in_a_row = failures;
