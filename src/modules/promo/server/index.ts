/** Door of promo codes: which a player has, which fit a coupon, giving one. Using one is a part of placing the bet. */
import { randomBytes } from 'node:crypto'
import { assert } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { Clock, Millis } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
import { promoFault, type PromoCode } from '../rules/fits.ts'
import './tables.ts'

export type { PromoCode } from '../rules/fits.ts'

export interface NewPromo {
  playerId: number
  currencyId: number
  minor: Minor
  minPrice?: Milli
  vids?: readonly number[]
  name?: string
  validUntil: Millis
}

export interface Promo {
  /** The codes of a player that fit a coupon, those that end first before the others. */
  usable(
    playerId: number,
    coupon: { currencyId: number; vid: number; prices: readonly Milli[]; totalMilli?: bigint; now: Millis },
  ): Promise<{ code: string; name: string; minor: Minor }[]>
  /** A code that this player can still use with this currency; null = none. */
  find(playerId: number, code: string, currencyId: number): Promise<PromoCode | null>
  /** Gives a player a code and answers it. */
  give(promo: NewPromo): Promise<string>
}

const MAX_LISTED = 50
/** Crockford's letters: nothing that is read as something else. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
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
      const fitting = rows.map(promoOf).filter((code) => promoFault(code, { vid, totalMilli: total, stakeMinor: 0n }) === null)
      return fitting.map(({ code, name, minor }) => ({ code, name, minor }))
    },
    async find(playerId, code, currencyId) {
      const row = await open(playerId, currencyId).where('code', '=', normalCode(code)).executeTakeFirst()
      return row ? promoOf(row) : null
    },
    async give(promo) {
      assert(promo.minor > 0n && promo.validUntil > clock.now(), 'a promo code needs money and time')
      const code = newCode()
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
  }
}

/** Any case, O read as 0, I and L as 1. */
function normalCode(text: string): string {
  return text.trim().toUpperCase().replaceAll('O', '0').replace(/[IL]/g, '1')
}

function newCode(): string {
  return Array.from(randomBytes(CODE_LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('')
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
