import type { Generated } from 'kysely'

export interface PlayerTable {
  id: Generated<number>
  brand: string
  email: string | null
  email_key: string | null
  phone: string | null
  login_key: string | null
  password_hash: string
  must_change_password: boolean
  first_password_until: Date | null
  status: 'active' | 'blocked' | 'closed'
  email_confirmed_at: Date | null
  phone_confirmed_at: Date | null
  language: string
  /** False: the address is no login (account/login). */
  auth_by_email: Generated<boolean>
  created_at: Date
}

export type OpenedBy = 'sign_in' | 'registration' | 'program'

export interface SessionTable {
  id: string
  secret_hash: Buffer
  player_id: number
  brand: string
  kind: 'site' | 'app'
  parent_id: string | null
  grade: 'password' | 'two_factor'
  opened_by: OpenedBy
  refresh_hash: Buffer | null
  used_refresh_hash: Buffer | null
  device: string
  /** Of the mark that the browser keeps; null for sessions from before there were marks. */
  device_hash: Buffer | null
  ip: string
  country: string
  created_at: Date
  last_action_at: Date
  authenticated_at: Date
  expires_at: Date
  closed_at: Date | null
  close_reason: string | null
}

export interface ServiceTokenTable {
  token_hash: Buffer
  session_id: string
  scope: 'site' | 'app'
  expires_at: Date
}

export interface ChallengeTable {
  id_hash: Buffer
  purpose: string
  brand: string
  player_id: number | null
  code_mac: Buffer | null
  data: unknown
  tries_left: number
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface SocialIdentityTable {
  brand: string
  provider: string
  subject: string
  player_id: number
  email: string | null
  name: string | null
  linked_at: Date
  used_at: Date
}

declare module '#platform/server/db.ts' {
  interface Tables {
    social_identity: SocialIdentityTable
    oauth_grant: { player_id: number; client_id: string; brand: string; scopes: string[]; granted_at: Date }
    oauth_token: { token_hash: Buffer; player_id: number; client_id: string; scopes: string[]; expires_at: Date }
    player: PlayerTable
    session: SessionTable
    block_appeal: {
      id: Generated<bigint>
      brand: string
      secret_hash: Buffer
      player_id: number | null
      login: string
      reply_to: string
      body: string
      language: string
      answer: string | null
      officer: string | null
      created_at: Date
      answered_at: Date | null
    }
    /** Written by triggers. */
    session_change: { xid: Generated<string>; player_id: number; at: Generated<Date> }
    service_token: ServiceTokenTable
    challenge: ChallengeTable
    sign_in_failure: { login_mac: Buffer; failures: number; in_a_row: Generated<number>; locked_until: Date | null; updated_at: Date }
    security_event: { id: Generated<bigint>; player_id: number; kind: string; session_id: string | null; ip: string; at: Date }
    message_out: {
      id: Generated<bigint>
      brand: string
      channel: 'mail' | 'sms'
      recipient: string
      template: string
      language: string
      subject: string
      body: string
      unsubscribe_url: Generated<string | null>
      to_many: Generated<boolean>
      state: 'queued' | 'sent' | 'failed'
      attempts: Generated<number>
      next_try_at: Date
      created_at: Date
    }
    dev_inbox: {
      id: Generated<bigint>
      brand: string
      channel: 'mail' | 'sms' | 'app'
      recipient: string
      template: string
      subject: string
      body: string
      at: Date
    }
  }
}
