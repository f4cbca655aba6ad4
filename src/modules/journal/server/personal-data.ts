/** The chained log: it knows numbers and hashes, and nobody. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'journal',
  tables: [{ table: 'journal', by: 'account_id', of: 'account', secret: ['content', 'previous', 'hash'], erase: 'keep', keptBy: 'money' }],
}
