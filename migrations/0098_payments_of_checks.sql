-- The payment of a check says which check it was: the list of checks calls it by the payment's number.
UPDATE deposit d
   SET external_id = p.id::text
  FROM paycheck p
 WHERE d.provider = 'paycheck'
   AND d.player_id = p.player_id
   AND d.account_id = p.account_id
   AND d.done_at = p.credited_at
   AND d.amount_minor = p.amount_minor
   AND d.external_id IS NULL;
