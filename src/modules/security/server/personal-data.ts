/** The second factor and the secure question: copies say that they are set, never what they are. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'security',
  tables: [
    { table: 'two_factor', by: 'player_id', secret: ['sealed_secret', 'last_step'], erase: 'delete' },
    { table: 'recovery_code', by: 'player_id', secret: ['code_mac', 'code_hash'], erase: 'delete' },
    { table: 'secure_question', by: 'player_id', secret: ['answer_hash'], erase: 'delete' },
  ],
}
