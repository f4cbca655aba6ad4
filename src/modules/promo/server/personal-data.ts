/** Codes that stand for a stake. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'promo',
  tables: [{ table: 'promo_code', by: 'player_id', erase: 'keep', keptBy: 'money' }],
}
