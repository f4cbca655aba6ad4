declare module '#platform/server/db.ts' {
  interface Tables {
    secure_question: { player_id: number; question_id: number; question: string | null; answer_hash: string; set_at: Date }
    two_factor: {
      player_id: number
      sealed_secret: string
      created_at: Date
      enabled_at: Date | null
      last_step: import('kysely').Generated<bigint>
    }
    recovery_code: { player_id: number; code_mac: Buffer; used_at: Date | null }
  }
}
export {}
