/** Bets with what was agreed: by the numbers of bets, since nothing finds them by a player's. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'bets',
  tables: [
    { table: 'bet', by: 'id', of: 'bet', erase: 'keep', keptBy: 'money' },
    { table: 'bet_receipt', by: 'bet_id', of: 'bet', erase: 'keep', keptBy: 'money' },
    { table: 'bet_money', by: 'bet_id', of: 'bet', erase: 'keep', keptBy: 'money' },
    { table: 'bet_advance', by: 'bet_id', of: 'bet', erase: 'keep', keptBy: 'money' },
    { table: 'bet_key', by: 'player_id', secret: ['body_hash'], erase: 'keep', keptBy: 'money' },
    { table: 'bet_waiting', by: 'player_id', secret: ['body_hash'], erase: 'delete' },
  ],
}
