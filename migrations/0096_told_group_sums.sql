-- Messages of groups that gave a stake back say how much it was; those that were told before are given their sum.
UPDATE inbox_message i
   SET params = i.params || jsonb_build_object(
         'sum', round(m.stake_minor / power(10::numeric, c.exponent), c.exponent)::text,
         'currency', c.code)
  FROM bet_group_member m
  JOIN currency c ON c.id = m.currency_id
 WHERE i.template = 'group_returned'
   AND i.cause = 'group:' || m.id || ':group_returned'
   AND NOT i.params ? 'sum';
