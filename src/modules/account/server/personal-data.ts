/** What a player has told of himself. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'account',
  tables: [
    { table: 'registration_paper', by: 'player_id', secret: ['number_mac', 'sealed'], erase: 'delete' },
    {
      table: 'player_profile',
      by: 'player_id',
      erase: {
        clear: {
          birth_date: null,
          first_name: null,
          last_name: null,
          address: null,
          city: null,
          region_id: null,
          ref_code: null,
          referral_user_id: null,
          accept_mail: false,
          accept_sms: false,
          accept_push: false,
        },
      },
      keptBy: 'money',
    },
    {
      table: 'terms_acceptance',
      by: 'player_id',
      erase: { clear: { ip: '' } },
      keptBy: 'consent',
    },
    { table: 'player_setting', by: 'player_id', erase: 'delete' },
    { table: 'disallowed_sport', by: 'player_id', erase: 'delete' },
  ],
}
