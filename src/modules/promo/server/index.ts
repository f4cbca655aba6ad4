/** Door of promo codes: which a player has, which fit a coupon, giving one. Using one is a part of placing the bet. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { assert } from '#lib/assert.ts'
import { codeOf, typedCode } from '#lib/codes.ts'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { Clock, Millis } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { promoFault, type PromoCode } from '../rules/fits.ts'
import { listCodes, type ListedCode } from './list-codes.ts'
import './tables.ts'

export { boostedLine, createBoosts, type Boost, type Boosts } from './boosts.ts'
export type { PromoCode } from '../rules/fits.ts'
export type { ListedCode } from './list-codes.ts'
export { personalData } from './personal-data.ts'
export { verifyCodes } from './verify-codes.ts'

export interface NewPromo {
  playerId: number
  currencyId: number
  minor: Minor
  minPrice?: Milli
  vids?: readonly number[]
  name?: string
  validUntil: Millis
}

/** A coupon that a code is to stand for. */
export interface PromoCoupon {
  currencyId: number
  vid: number
  prices: readonly Milli[]
  /** Where it is not the product of the prices. */
  totalMilli?: bigint | undefined
}

/** Why a code of the player's own does not fit a coupon. */
export interface PromoWhy {
  fault: 'used' | 'over' | 'currency' | 'kind' | 'price'
  minPrice: Milli
}

export interface Promo {
  /** The codes of a player that fit a coupon, those that end first before the others. */
  usable(playerId: number, coupon: PromoCoupon & { now: Millis }): Promise<UsableCode[]>
  /** Of a code of this player why it does not fit. Null: there is nothing against it, or he has no such code; of the codes of others nothing is told. */
  why(playerId: number, code: string, coupon: PromoCoupon): Promise<PromoWhy | null>
  /** A code that this player can still use with this currency; null = none. */
  find(playerId: number, code: string, currencyId: number): Promise<PromoCode | null>
  /** The codes of a player with what has become of them; of nobody: used ones that were taken back too late. */
  list(playerId: number | null): Promise<ListedCode[]>
  /** Gives a player a code and answers it. */
  give(promo: NewPromo): Promise<string>
  /**
   * These bets were settled: a void one that was paid by a code has another in its place, once, and a bet that is void no
   * more has none, nor has what was made with it. Answers those that can be used. Any number at once, in any order.
   */
  follow(betIds: readonly bigint[]): Promise<GivenBack[]>
}

/** A code that fits, with what a player has to know of it. */
export interface UsableCode {
  code: string
  name: string
  minor: Minor
  /** 0 = any. */
  minPrice: Milli
  validUntil: Millis
}

export interface GivenBack {
  betId: bigint
  playerId: number
  code: string
  minor: Minor
  currencyId: number
}

const MAX_LISTED = 50
const CODE_LENGTH = 10

export function createPromo({ db, clock }: { db: Db; clock: Clock }): Promo {
  const open = (playerId: number, currencyId: number) =>
    db
      .selectFrom('promo_code')
      .selectAll()
      .where('player_id', '=', playerId)
      .where('currency_id', '=', currencyId)
      .where('bet_id', 'is', null)
      .where('valid_until', '>', new Date(clock.now()))
  return {
    async usable(playerId, { currencyId, vid, prices, totalMilli }) {
      const total = totalMilli ?? totalOf(prices)
      const rows = await open(playerId, currencyId).orderBy('valid_until').limit(MAX_LISTED).execute()
      const fitting = rows.filter((row) => promoFault(promoOf(row), { vid, totalMilli: total, stakeMinor: 0n }) === null)
      return fitting.map((row) => {
        const { code, name, minor, minPrice } = promoOf(row)
        return { code, name, minor, minPrice, validUntil: row.valid_until.getTime() }
      })
    },
    async why(playerId, code, { currencyId, vid, prices, totalMilli }) {
      const row = await db
        .selectFrom('promo_code')
        .selectAll()
        .where('player_id', '=', playerId)
        .where('code', '=', typedCode(code))
        .executeTakeFirst()
      if (!row || row.taken_back_at) return null
      const { minPrice } = promoOf(row)
      if (row.bet_id !== null) return { fault: 'used', minPrice }
      if (row.valid_until.getTime() <= clock.now()) return { fault: 'over', minPrice }
      if (row.currency_id !== currencyId) return { fault: 'currency', minPrice }
      const fault = promoFault(promoOf(row), { vid, totalMilli: totalMilli ?? totalOf(prices), stakeMinor: 0n })
      return fault === 'kind' || fault === 'price' ? { fault, minPrice } : null
    },
    async find(playerId, code, currencyId) {
      const row = await open(playerId, currencyId).where('code', '=', typedCode(code)).executeTakeFirst()
      return row ? promoOf(row) : null
    },
    list: (playerId) => listCodes(db, { playerId, count: MAX_LISTED }, clock.now()),
    async give(promo) {
      assert(promo.minor > 0n && promo.validUntil > clock.now(), 'a promo code needs money and time')
      const code = codeOf(randomBytes(CODE_LENGTH))
      await db
        .insertInto('promo_code')
        .values({
          code,
          player_id: promo.playerId,
          currency_id: promo.currencyId,
          nominal_minor: promo.minor,
          min_price: promo.minPrice ?? 0,
          vids: promo.vids && promo.vids.length > 0 ? [...promo.vids] : null,
          name: promo.name ?? '',
          valid_until: new Date(promo.validUntil),
          given_at: new Date(clock.now()),
        })
        .execute()
      return code
    },
    async follow(betIds) {
      if (betIds.length === 0) return []
      const { rows } = await sql<{ returned_from: bigint; player_id: number; code: string; nominal_minor: bigint; currency_id: number }>`
        SELECT * FROM promo_follow(${`{${betIds.join()}}`}::bigint[], ${new Date(clock.now())})`.execute(db)
      return rows.map((row) => ({
        betId: row.returned_from,
        playerId: row.player_id,
        code: row.code,
        minor: row.nominal_minor,
        currencyId: row.currency_id,
      }))
    },
  }
}

/** Product of the prices in thousandths, rounded down: a code's least price is met or it is not. */
function totalOf(prices: readonly Milli[]): bigint {
  const product = prices.reduce((all, price) => all * BigInt(price), 1000n)
  return product / 1000n ** BigInt(prices.length)
}

interface Row {
  code: string
  name: string
  nominal_minor: bigint
  min_price: number
  vids: number[] | null
}

function promoOf(row: Row): PromoCode {
  return { code: row.code, name: row.name, minor: row.nominal_minor, minPrice: row.min_price, vids: row.vids ?? [] }
}
