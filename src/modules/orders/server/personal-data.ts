/** Bets that waited for a price or a trader. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'orders',
  tables: [
    { table: 'auto_bet', by: 'player_id', erase: { clear: { visit: '{}' } }, keptBy: 'money' },
    { table: 'bid', by: 'player_id', erase: { clear: { visit: '{}' } }, keptBy: 'money' },
  ],
}
