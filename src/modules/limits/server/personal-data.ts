/** What bets of a player are held to. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'limits',
  tables: [
    { table: 'betting_block', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'player_limit', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'limit_counter', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'player_trust', by: 'player_id', secret: ['actor', 'reason'], erase: 'keep', keptBy: 'money' },
  ],
}
