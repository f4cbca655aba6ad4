import type { Generated } from 'kysely'

declare module '#platform/server/db.ts' {
  interface Tables {
    promo_code: {
      code: string
      player_id: number
      currency_id: number
      nominal_minor: bigint
      min_price: Generated<number>
      vids: number[] | null
      name: Generated<string>
      valid_until: Date
      given_at: Generated<Date>
      bet_id: bigint | null
      used_at: Date | null
      /** The void bet in whose place it was given. */
      returned_from: bigint | null
      /** The insured express that it was given for. */
      insured_bet: bigint | null
      /** What it was given for fell away: unused it ends when it was given, used it stays with its bet. */
      taken_back_at: Date | null
    }
  }
}
