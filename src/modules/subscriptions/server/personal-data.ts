/** What a player hears of games, and where. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'subscriptions',
  tables: [
    { table: 'game_subscription', by: 'player_id', erase: 'delete' },
    { table: 'game_notice', by: 'player_id', erase: 'delete' },
    { table: 'push_choice', by: 'player_id', erase: 'delete' },
    { table: 'push_endpoint', by: 'player_id', secret: ['auth', 'p256dh'], erase: 'delete' },
  ],
}
