-- A choice about news is still never edited, but who asks to be forgotten is: the address that it came from may be cleared, and nothing else.
CREATE OR REPLACE FUNCTION keep_mailing_choice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  cleared mailing_choice;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    cleared := OLD;
    cleared.ip := '';
    IF NEW IS NOT DISTINCT FROM cleared THEN
      RETURN NEW;
    END IF;
  END IF;
  RAISE EXCEPTION 'a choice about mailing is never edited' USING ERRCODE = '42501';
END $$;
