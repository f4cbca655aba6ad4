/** Who a player has proved to be: kept as long as the law asks, without what a number says. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'identity',
  tables: [
    { table: 'identity_document', by: 'player_id', erase: 'keep', keptBy: 'money' },
    { table: 'identity_step', by: 'player_id', secret: ['officer'], erase: 'keep', keptBy: 'money' },
    {
      table: 'identity_request',
      by: 'player_id',
      secret: ['sealed_fields', 'number_mac', 'session_id', 'verification_code', 'decided_by'],
      erase: { clear: { sealed_fields: null, comment: '' } },
      keptBy: 'money',
    },
    { table: 'identity_number', by: 'player_id', secret: ['number_mac'], erase: 'keep', keptBy: 'security' },
  ],
}
