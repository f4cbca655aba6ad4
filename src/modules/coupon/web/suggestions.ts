/** What other players choose, as offers of the line. */
import { priceFromWire } from '#lib/price.ts'
import { MINUTE } from '#lib/time.ts'
import { request } from '#platform/web/call.ts'
import type { Offer } from '../rules/state/index.ts'

/** The server counts once a minute. */
export const minuteFresh = MINUTE

export interface Suggestion {
  offer: Offer
  players: number
}

interface PopularRow {
  GameId: number
  GameConstId: number
  Type: number
  Param: number
  PlayerId: number
  Coef: number
  Kind: 1 | 3
  SportId: number
  ChampId: number
  Start: number
  Opp1: string
  Opp2: string
  Champ: string
  Market: string
  Outcome: string
  Period: string
  Players: number
}

export async function popularOffers(lng: string): Promise<Suggestion[]> {
  const rows = await request<PopularRow[]>('GET', '/web-api/coupon/popular', { query: { lng } })
  return rows.map((row) => ({
    players: row.Players,
    offer: {
      gameId: row.GameId,
      constId: row.GameConstId,
      type: row.Type,
      param: row.Param,
      playerId: row.PlayerId,
      price: priceFromWire(row.Coef) ?? 0,
      kind: row.Kind,
      sportId: row.SportId,
      champId: row.ChampId,
      startsAt: row.Start,
      names: { side1: row.Opp1, side2: row.Opp2, champ: row.Champ, market: row.Market, outcome: row.Outcome, period: row.Period },
    },
  }))
}
