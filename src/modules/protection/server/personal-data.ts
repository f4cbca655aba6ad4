/** Limits, breaks and their history: proof of what the house was asked to protect. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'protection',
  tables: [
    { table: 'protection_limit', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'protection_exclusion', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'protection_event', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'protection_calendar', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'protection_product', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'protection_register', by: 'player_id', erase: 'keep', keptBy: 'protection' },
    { table: 'player_flag', by: 'player_id', secret: ['officer', 'note', 'set_by', 'ended_by'], erase: 'keep', keptBy: 'protection' },
    { table: 'protection_test', by: 'player_id', erase: 'delete' },
    { table: 'protection_time', by: 'player_id', erase: 'delete' },
    { table: 'protection_choice', by: 'player_id', erase: 'delete' },
  ],
}
