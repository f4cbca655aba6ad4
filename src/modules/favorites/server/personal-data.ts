/** What a player has marked. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'favorites',
  tables: [{ table: 'favorite', by: 'player_id', erase: 'delete' }],
}
