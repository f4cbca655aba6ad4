import type { Generated } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    cookie_consent: {
      id: Generated<bigint>
      brand: string
      player_id: number | null
      level: number
      version: string
      agreed_at: Date
      received_at: Date
    }
  }
}
