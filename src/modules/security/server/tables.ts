import type { Generated } from 'kysely'

export interface PasskeyTable {
  /** The credential's id as the browser writes it (base64url). */
  id: string
  player_id: number
  brand: string
  public_key: Buffer
  counter: bigint
  transports: string[]
  backed_up: boolean
  name: string
  created_at: Date
  used_at: Date | null
}

declare module '#platform/server/db.ts' {
  interface Tables {
    passkey: PasskeyTable
    secure_question: { player_id: number; question_id: number; question: string | null; answer_hash: string; set_at: Date }
    two_factor: {
      player_id: number
      sealed_secret: string
      created_at: Date
      enabled_at: Date | null
      last_step: Generated<bigint>
    }
    /** `code_mac` is whole without a hash (codes given before 0114), one byte beside it. */
    recovery_code: { player_id: number; code_mac: Buffer; code_hash: string | null; used_at: Date | null }
  }
}
