import type { Generated, GeneratedAlways } from 'kysely'
import type { Refusal } from '../rules/request.ts'

export interface PrivacyRequestTable {
  id: GeneratedAlways<number>
  player_id: number
  kind: 'export' | 'erasure'
  state: Generated<'waiting' | 'done' | 'cancelled' | 'stopped' | 'expired'>
  language: string
  asked_at: Date
  due_at: Date
  done_at: Date | null
  expires_at: Date | null
  reason: Refusal | null
  sealed: string | null
  size: number | null
  tries: Generated<number>
}

declare module '#platform/server/db.ts' {
  interface Tables {
    privacy_request: PrivacyRequestTable
    privacy_retention_run: { id: GeneratedAlways<bigint>; rule: string; days: number; deleted: bigint; at: Date }
  }
}
