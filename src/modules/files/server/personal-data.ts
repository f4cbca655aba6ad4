/** Files of a player: papers stay as long as the law asks, everything until its day; the nightly job deletes them then. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'files',
  tables: [{ table: 'stored_file', by: 'player_id', secret: ['body', 'sealed_key'], erase: 'keep', keptBy: 'money' }],
}
