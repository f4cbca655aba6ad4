/** Games that the feed has been asked for and knows to be over, or does not know any more. */
import { request } from '#platform/web/call.ts'
import type { ApiQuery } from '#platform/web/query.ts'
import { addPin } from '../../rules/pins.ts'
import { favoritesQuery } from '../model/found-queries.ts'
import { LINE, LIVE, type Kind } from '../model/types.ts'
import { valueOf } from '../model/wire-rows.ts'

/** The same call as that of the games themselves: what is asked for both is asked once. */
export function goneQuery(kind: Kind, lng: string, games: readonly number[]): ApiQuery<readonly number[]> {
  return { ...favoritesQuery(kind, lng, games), read: (body) => valueOf<{ X?: number[] }>(body)?.X ?? [] }
}

/** Of these games those that are over. Both feeds are asked: one that fails leaves nothing known. */
async function gamesGone(lng: string, games: readonly number[]): Promise<readonly number[]> {
  const answers = await Promise.all(
    ([LIVE, LINE] as const).map(async (kind) => {
      const { method, path, query, read } = goneQuery(kind, lng, games)
      return read(await request(method, path, { query, raw: true }))
    }),
  )
  return answers.flat()
}

type Pins = readonly number[]

/** Pins a game where there was no room: games that are over have no card to be taken off by, so their places are free. */
export async function pinWithRoom(ci: number, lng: string, stored: Pins, set: (change: (now: Pins) => Pins) => void, refuse: () => void) {
  const gone = await gamesGone(lng, stored)
  set((now) => {
    const left = now.filter((one) => !gone.includes(one))
    const result = addPin(left, ci)
    if (result.done) return result.pins
    if (result.reason === 'full') refuse()
    return left
  })
}
