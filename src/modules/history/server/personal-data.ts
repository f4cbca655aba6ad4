/** What a player has hidden from his lists. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'history',
  tables: [{ table: 'history_cleared', by: 'account_id', of: 'account', erase: 'keep', keptBy: 'money' }],
}
