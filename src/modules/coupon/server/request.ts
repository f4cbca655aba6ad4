/** A coupon request of the wire in our own words. */
import { minorFromSum } from '#lib/money.ts'
import { priceFromWire } from '#lib/price.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { CouponEventRequest, CouponRequest } from '../contract.ts'
import { eachWayShape } from '../rules/each-way.ts'
import { isShapeFault, kindShape as shapeOf, rangeFault, type KindShape } from '../rules/kind-shape.ts'
import { isVid, kindName, sizeOf, VID, type Size, type Vid } from '../rules/kinds.ts'
import { relationClasses, type Related } from '../rules/relation.ts'
import type { LineGame, LineReader, Selection } from '../rules/selection.ts'

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
export function vidOf(vid: number | null | undefined, events: number): number {
  return vid ?? (events > 1 ? VID.express : VID.single)
}

/** The sum that is staked: a conditional bet says it with its first block (wire 8.1). */
export function stakedSum(vid: number | null | undefined, { Summ, GroupsSumms }: Pick<CouponRequest, 'Summ' | 'GroupsSumms'>): number {
  const first = vid === VID.condition ? (GroupsSumms?.[0] ?? -1) : -1
  return first > 0 ? first : Summ
}

/** Sizes and kinds (161627, 900001, 900002). `offered`: kinds of the brand's configuration, null = all. An each-way coupon has a shape of its own. */
export function shapeProblem(
  vid: number,
  events: number,
  config: SiteConfig['coupon'],
  offered: readonly string[] | null,
  eachWay = false,
): Problem | null {
  if (eachWay) return offered && !offered.includes('eachWay') ? problem('coupon.unknown_kind', { wire: 900_002, field: 'EachWay' }) : null
  if (!isVid(vid)) return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  if (offered && !offered.some((name) => name.toLowerCase() === kindName(vid).toLowerCase())) {
    return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  }
  const most = vid === VID.system || vid === VID.multi ? config.maxBetsSystem : config.maxBets
  if (events === 0) return problem('coupon.bad_coupon', { wire: 161_627, field: 'Events' })
  const { min, max } = sizeOf(vid)
  const taken = { min, max: Math.min(max, most) }
  if (events > most) return numberProblem(161_627, taken)
  return events < min || events > max ? numberProblem(900_001, taken) : null
}

/** How many events the kind takes. */
export function numberProblem(wire: number, size: Size): Problem {
  return problem(`coupon.${rangeFault('bad_size', size).name}`, { wire, field: 'Events', params: { ...size } })
}

/** Blocks, sizes and stakes of blocks (900001; a stake that the currency cannot pay 900400). Sizes of the whole coupon are `shapeProblem`'s. */
export function kindShape(
  vid: number,
  events: number,
  body: Pick<CouponRequest, 'expressNum' | 'EventsIndexes' | 'WithLobby' | 'GroupsSumms' | 'EachWay' | 'Events' | 'couponEvents'>,
  currency: Pick<Currency, 'exponent'>,
): KindShape | Problem {
  if (body.EachWay) return eachWayShape(eventsOf(body).map(selectionOf)) ?? problem('coupon.each_way', { wire: 900_001, field: 'Events' })
  if (!isVid(vid)) return problem('coupon.unknown_kind', { wire: 900_002, field: 'Vid' })
  // A sum that is no money of this currency is no stake.
  const sums = body.GroupsSumms?.map((sum) => (sum === -1 ? null : (minorFromSum(sum, currency.exponent) ?? undefined)))
  const wrong = sums?.indexOf(undefined) ?? -1
  if (wrong >= 0) return problem('coupon.block_decimals', { wire: 900_400, field: 'GroupsSumms', status: 400, params: { n: wrong + 1 } })
  const found = shapeOf({
    vid,
    events,
    size: body.expressNum,
    blocks: body.EventsIndexes,
    withLobby: body.WithLobby,
    stakes: sums?.map((sum) => sum ?? null) ?? null,
  })
  if (!isShapeFault(found)) return found
  return problem(`coupon.${found.name}`, {
    wire: 900_001,
    field: found.name === 'system_size' || found.name === 'system_size_only' ? 'expressNum' : 'EventsIndexes',
    ...(found.params ? { params: found.params } : {}),
  })
}

/** What relations look at. */
export function relatedOf(selection: Selection, line: LineReader): Related {
  const game = line.findGame(selection.gameId)
  return game ? relatedGame(game) : {}
}

/** The same of a game that has been looked up already. */
export function relatedGame(game: LineGame): Related {
  return {
    mainGameId: game.mainGameId,
    championship: game.championshipId,
    outright: game.outright,
    sides: game.sideIds,
    course: game.course,
  }
}

/** Conflict classes of the selections, 0 = none (IsRelation). */
export function relationsOf(selections: readonly Selection[], line: LineReader): number[] {
  return relationClasses(selections.map((selection) => relatedOf(selection, line)))
}

/** Singles side by side may be about one game; every other kind may not (rules 4). */
export function refusesRelations(vid: Vid): boolean {
  return vid !== VID.single && vid !== VID.multiSingle
}
