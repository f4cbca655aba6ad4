import type { ColumnType } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    coupon_code: {
      code: string
      partner: number
      vid: number
      coupon: ColumnType<unknown, string, string>
      created_at: Date
      expires_at: Date
    }
  }
}
