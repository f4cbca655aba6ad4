import type { Generated } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    journal_due: {
      id: Generated<bigint>
      what: number
      ids: string
      account_id: number | null
      entry_kind: number | null
      n: number | null
    }
    journal: {
      seq: bigint
      at: Date
      kind: number
      subject: bigint
      account_id: number
      n: number
      detail: unknown
      content: Buffer
      previous: Buffer
      hash: Buffer
    }
    journal_day: { day: string; first_seq: bigint }
    journal_block: { day: string; no: number; root: Buffer }
    journal_head: {
      day: string
      size: bigint
      final: boolean
      at: Date
      root: Buffer
      chain: Buffer
      key_id: string
      signature: Buffer
    }
    journal_key: { id: string; public_key: Buffer; first_at: Date }
  }
}
