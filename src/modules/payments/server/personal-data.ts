/** Deposits and withdrawals. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'payments',
  tables: [
    { table: 'account_transfer', by: 'player_id', erase: 'keep', keptBy: 'money' },
    { table: 'paycheck', by: 'player_id', secret: ['code_hash', 'issued_by'], erase: 'keep', keptBy: 'money' },
    { table: 'paycheck_try', by: 'player_id', erase: 'delete' },
    { table: 'reward_taken', by: 'player_id', erase: 'keep', keptBy: 'money' },
    { table: 'consultant_request', by: 'player_id', erase: { clear: { fields: '{}' } }, keptBy: 'money' },
    { table: 'deposit', by: 'player_id', erase: 'keep', keptBy: 'money' },
    { table: 'guest_deposit', by: 'player_id', secret: ['secret_hash', 'form'], erase: 'keep', keptBy: 'money' },
    {
      table: 'money_case',
      by: 'player_id',
      secret: ['id', 'player_id', 'brand', 'in_cents', 'out_cents', 'opened_at', 'closed_at', 'closed_by', 'note'],
      erase: 'keep',
      keptBy: 'money',
    },
    { table: 'withdrawal', by: 'player_id', erase: 'keep', keptBy: 'money' },
    { table: 'withdrawal_step', by: 'withdrawal_id', of: 'withdrawal', erase: 'keep', keptBy: 'money' },
    { table: 'withdrawal_approval', by: 'withdrawal_id', of: 'withdrawal', secret: ['officer'], erase: 'keep', keptBy: 'money' },
  ],
}
