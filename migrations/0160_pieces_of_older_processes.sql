-- A process of the version before, beside new ones during an update, does not name the column.
ALTER TABLE captcha_task ALTER COLUMN pieces_left SET DEFAULT 4;
