/** A generated coupon: the server chooses outcomes; their names come as those of a saved coupon. */
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

export async function generated(wish: GenerateWish, page: RequestParts): Promise<Filling> {
  const seed = crypto.getRandomValues(new Uint32Array(1))[0]! % SEEDS
  const found = await request<Generated>('POST', '/web-api/coupon/generate', { body: { ...wish, seed } })
  const code = await couponCalls.saveEvents(found.events, found.vid, page)
  const { filling } = await couponCalls.find(code, page)
  const { code: _code, ...own } = filling
  return own
}
