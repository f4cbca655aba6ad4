/** Bets that were sold, insured or changed. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'cashout',
  tables: [
    { table: 'bet_sale', by: 'player_id', erase: 'keep', keptBy: 'money' },
    { table: 'bet_auto_sale', by: 'player_id', erase: 'keep', keptBy: 'money' },
    { table: 'bet_insurance', by: 'player_id', erase: 'keep', keptBy: 'money' },
  ],
}
