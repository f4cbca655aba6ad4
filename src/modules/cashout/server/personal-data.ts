/** Bets that were sold, insured or changed. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'cashout',
  tables: [
    { table: 'bet_sale', by: 'bet_id', of: 'bet', erase: 'keep', keptBy: 'money' },
    { table: 'bet_auto_sale', by: 'bet_id', of: 'bet', erase: 'keep', keptBy: 'money' },
    { table: 'bet_insurance', by: 'bet_id', of: 'bet', erase: 'keep', keptBy: 'money' },
  ],
}
