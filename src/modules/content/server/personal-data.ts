/** Choices about cookies: no address stands beside them. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'content',
  tables: [{ table: 'cookie_consent', by: 'player_id', erase: 'keep', keptBy: 'consent' }],
}
