/** A coupon request of the wire in our own words. */
import { priceFromWire } from '#lib/price.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { CouponEventRequest, CouponRequest } from '../contract.ts'
import { isVid, kindName, sizeOf, VID, type Vid } from '../rules/kinds.ts'
import { relationClasses } from '../rules/relation.ts'
import type { LineReader, Selection } from '../rules/selection.ts'

export function selectionOf(event: CouponEventRequest): Selection {
  return {
    gameId: event.GameId,
    t: event.Type,
    p: event.Param,
    playerId: event.PlayerId,
    kind: event.Kind,
    price: priceFromWire(event.Coef) ?? 0,
  }
}

export function eventsOf(body: Pick<CouponRequest, 'Events' | 'couponEvents'>): CouponEventRequest[] {
  return body.Events ?? body.couponEvents ?? []
}

/** The kind that is meant: without Vid one event is a single and several are an express. */
export function vidOf(vid: number | undefined, events: number): number {
  return vid ?? (events > 1 ? VID.express : VID.single)
}

/** Sizes and kinds (161627, 900001, 900002). `offered`: kinds of the brand's configuration, null = all. */
export function shapeProblem(vid: number, events: number, config: SiteConfig['coupon'], offered: readonly string[] | null): Problem | null {
  if (!isVid(vid)) return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  if (offered && !offered.some((name) => name.toLowerCase() === kindName(vid).toLowerCase())) {
    return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  }
  const most = vid === VID.system || vid === VID.multi ? config.maxBetsSystem : config.maxBets
  if (events === 0 || events > most) return problem('coupon.bad_coupon', { wire: 161_627, field: 'Events' })
  const { min, max } = sizeOf(vid)
  if (events < min || events > max) return problem('coupon.bad_size', { wire: 900_001, field: 'Events', params: { min, max } })
  return null
}

/** Conflict classes of the selections, 0 = none (IsRelation). */
export function relationsOf(selections: readonly Selection[], line: LineReader): number[] {
  return relationClasses(
    selections.map((selection) => {
      const game = line.findGame(selection.gameId)
      if (!game) return {}
      return { mainGameId: game.mainGameId, championship: game.championshipId, outright: game.outright, sides: game.sideIds }
    }),
  )
}

/** Singles side by side may be about one game; every other kind may not (rules 4). */
export function refusesRelations(vid: Vid): boolean {
  return vid !== VID.single && vid !== VID.multiSingle
}
