declare module '#platform/server/db.ts' {
  interface Tables {
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
