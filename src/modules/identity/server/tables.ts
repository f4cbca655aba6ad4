import type { ColumnType, Generated } from 'kysely'
import type { IdentityMethod } from '#platform/shared/site-config.ts'
import type { RequestState } from '../rules/state.ts'

export interface RequestTable {
  id: Generated<bigint>
  player_id: number
  brand: string
  kind: IdentityMethod
  doc_type: number
  state: RequestState
  sealed_fields: string | null
  number_mac: Buffer | null
  provider: string
  session_id: string | null
  flow_type: string
  verification_code: string
  session_until: Date | null
  score: number | null
  reason: Generated<string>
  comment: Generated<string>
  created_at: ColumnType<Date>
  decided_at: Date | null
  decided_by: Generated<string>
  valid_until: Date | null
  document_until: Date | null
}

declare module '#platform/server/db.ts' {
  interface Tables {
    identity_request: RequestTable
    identity_document: {
      id: Generated<bigint>
      player_id: number
      doc_type: number
      field: string
      file_id: bigint
      request_id: bigint | null
      at: ColumnType<Date>
    }
    identity_number: { brand: string; number_mac: Buffer; player_id: number }
    identity_step: {
      id: Generated<bigint>
      player_id: number
      request_id: bigint | null
      what: string
      reason: string
      officer: string
      at: ColumnType<Date>
    }
    simulated_identity: {
      id: string
      kind: string
      asked: ColumnType<Record<string, string>, string>
      state: Generated<'running' | 'ok' | 'refused'>
      reason: Generated<string>
      created_at: ColumnType<Date>
      until: ColumnType<Date>
    }
  }
}
