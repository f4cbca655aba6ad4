-- Where its payer takes back money that was kept apart, of providers that cannot send it to him by themselves.
ALTER TABLE deposit ADD COLUMN claim_url text;
