/** Groups of friends: stakes stay as a part of the books; what the player called himself and his group goes. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'groups',
  tables: [
    { table: 'bet_group_miss', by: 'player_id', erase: 'delete' },
    { table: 'bet_group_member', by: 'player_id', erase: { clear: { nick: null, visit: '{}' } }, keptBy: 'money' },
    { table: 'bet_group', by: 'player_id', erase: { clear: { name: '-' } }, keptBy: 'money' },
  ],
}
