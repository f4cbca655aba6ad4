/** A generated coupon: the server chooses outcomes; their names come as those of a saved coupon. */
import { isApiError } from '#platform/web/api-error.ts'
import { request } from '#platform/web/call.ts'
import type { Filling, RequestParts } from '../rules/state/index.ts'
import { couponCalls } from './calls.ts'

export interface GenerateWish {
  /** Major units of the currency. */
  sum: number
  win: number
  kind: 'single' | 'express' | 'any'
  /** False = before the match only, null = both. */
  live: boolean | null
}

interface Generated {
  vid: number
  events: readonly { GameId: number; Type: number; Param: number; PlayerId: number; Kind: number; Coef: number }[]
}

const SEEDS = 2 ** 31 - 1
/** The sums are to blame: no coupon comes near the win, or it is none. */
const BAD_SUMS = 900_400

/** Null when no coupon is near the wanted win; any other failure is thrown. */
export async function generated(wish: GenerateWish, page: RequestParts): Promise<Filling | null> {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]! % SEEDS
  const found = await request<Generated>('POST', '/web-api/coupon/generate', { body: { ...wish, seed } }).catch((error: unknown) => {
    if (isApiError(error) && error.code === BAD_SUMS) return null
    throw error
  })
  if (!found) return null
  const code = await couponCalls.saveEvents(found.events, found.vid, page)
  const { filling } = await couponCalls.find(code, page)
  const { code: _code, ...own } = filling
  return own
}
