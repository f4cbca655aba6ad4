/** The visit in which an order was given, kept with it: it is carried out as if the player did it then, with the rules of now. */
import type { BetCtx } from '#modules/bets/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'

export interface StoredVisit {
  brand: string
  lng: string
  country: string
  countryId: number
  partner: number
  cfView: number
  ip: string
}

/** The configuration of a brand for a visit of before. */
export type ConfigOf = (visit: StoredVisit) => SiteConfig

export function storedVisit({ brand, lng, country, countryId, partner, cfView, ip }: BetCtx): StoredVisit {
  return { brand, lng, country, countryId, partner, cfView, ip }
}

export function ctxOf(visit: StoredVisit, playerId: number, configOf: ConfigOf, clock: Clock): BetCtx {
  return { ...visit, config: configOf(visit), now: clock.now(), session: null, player: { id: playerId, brand: visit.brand } }
}
