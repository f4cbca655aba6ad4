/** Accounts and every movement of money: kept as the law on money asks, under a number that names nobody. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'ledger',
  tables: [
    { table: 'account', by: 'player_id', erase: 'keep', keptBy: 'money' },
    { table: 'ledger_entry', by: 'account_id', of: 'account', erase: 'keep', keptBy: 'money' },
  ],
}
