-- The loose piece of a puzzle is drawn anew at each look, as its picture is: both are shown a few times.
ALTER TABLE captcha_task ADD COLUMN pieces_left smallint NOT NULL DEFAULT 4;
ALTER TABLE captcha_task ALTER COLUMN pieces_left DROP DEFAULT;
