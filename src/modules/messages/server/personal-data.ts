/** Messages of the house, and what a player has asked it. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'messages',
  tables: [
    { table: 'inbox_message', by: 'player_id', erase: 'delete' },
    {
      table: 'support_line',
      by: 'ticket_id',
      of: 'support_ticket',
      secret: ['officer'],
      erase: { clear: { body: '-', officer: null } },
      keptBy: 'money',
    },
    {
      table: 'support_ticket',
      by: 'player_id',
      erase: { clear: { subject: '-' } },
      keptBy: 'money',
    },
    {
      table: 'support_callback',
      by: 'player_id',
      secret: ['officer'],
      erase: { clear: { phone: '000000', name: '', ip: '', state: 'done' } },
      keptBy: 'money',
    },
    { table: 'mailing_choice', by: 'player_id', erase: { clear: { ip: '' } }, keptBy: 'consent' },
  ],
}
