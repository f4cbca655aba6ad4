import type { ColumnType } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    price_history: {
      ci: number
      names: string
      points: Buffer
      updated_at: ColumnType<Date>
    }
  }
}
