/** Who a player is and how he signs in. His number stays: money and bets hang on it. */
import type { PersonalPart } from '#platform/server/personal-data.ts'

export const personalData: PersonalPart = {
  name: 'auth',
  tables: [
    { table: 'social_identity', by: 'player_id', erase: 'delete' },
    { table: 'block_appeal', by: 'player_id', secret: ['secret_hash', 'officer'], erase: 'delete' },
    { table: 'passkey', by: 'player_id', secret: ['public_key', 'counter'], erase: 'delete' },
    { table: 'oauth_token', by: 'player_id', secret: ['token_hash'], erase: 'delete' },
    { table: 'oauth_grant', by: 'player_id', erase: 'delete' },
    { table: 'challenge', by: 'player_id', secret: ['id_hash', 'code_mac', 'data'], erase: 'delete' },
    { table: 'session_change', by: 'player_id', secret: ['xid'], erase: 'delete' },
    { table: 'service_token', by: 'session_id', of: 'session', secret: ['token_hash'], erase: 'delete' },
    {
      table: 'session',
      by: 'player_id',
      secret: ['secret_hash', 'refresh_hash', 'used_refresh_hash', 'device_hash'],
      erase: { clear: { ip: '', device: '', country: '', device_hash: null } },
      keptBy: 'security',
    },
    {
      table: 'security_event',
      by: 'player_id',
      erase: { clear: { ip: '' } },
      keptBy: 'security',
    },
    {
      table: 'player',
      by: 'id',
      secret: ['password_hash', 'email_key'],
      erase: {
        clear: {
          email: null,
          email_key: null,
          phone: null,
          login_key: null,
          password_hash: 'erased',
          status: 'closed',
          email_confirmed_at: null,
          phone_confirmed_at: null,
        },
      },
      keptBy: 'money',
    },
  ],
}
