-- The account record (standards ACC-03). A birth date is written once and never edited (ACC-01).
CREATE TABLE player_profile (
  player_id integer PRIMARY KEY REFERENCES player,
  country_id integer NOT NULL,
  birth_date date,
  first_name text,
  last_name text,
  address text,
  city text,
  verified_by text,
  verified_at timestamptz,
  registered_by text NOT NULL,
  bonus_choice smallint NOT NULL DEFAULT -1,
  ref_code text,
  promo_code text,
  partner integer NOT NULL,
  -- The currency account made at registration; it cannot be deleted.
  main_account_id integer NOT NULL,
  accept_mail boolean NOT NULL DEFAULT false,
  accept_sms boolean NOT NULL DEFAULT false,
  accept_push boolean NOT NULL DEFAULT false
);
CREATE FUNCTION keep_birth_date() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.birth_date IS NOT NULL AND NEW.birth_date IS DISTINCT FROM OLD.birth_date THEN
    RAISE EXCEPTION 'a birth date is never edited' USING ERRCODE = '42501';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER player_profile_birth_date BEFORE UPDATE ON player_profile FOR EACH ROW EXECUTE FUNCTION keep_birth_date();

-- Versions of terms, privacy and age statements that a player accepted (ACC-04).
CREATE TABLE terms_acceptance (
  player_id integer NOT NULL REFERENCES player,
  document text NOT NULL,
  version text NOT NULL,
  hash text NOT NULL,
  accepted_at timestamptz NOT NULL,
  ip text NOT NULL,
  PRIMARY KEY (player_id, document, version)
);

CREATE TABLE player_setting (
  player_id integer NOT NULL REFERENCES player,
  setting_id smallint NOT NULL,
  value smallint NOT NULL,
  PRIMARY KEY (player_id, setting_id)
);
