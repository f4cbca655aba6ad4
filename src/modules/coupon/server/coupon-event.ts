/**
 * Serializer of the events of a coupon (wire 8.4.1), also as JSON text: a coupon is priced at every press and most of its legs are as they were a
 * moment ago, so the text of a leg is kept beside the names of its outcome until something in it differs.
 */
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { wirePrice, type Milli } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import type { CouponEventRequest } from '../contract.ts'
import type { BannedReason } from '../rules/banned.ts'
import { paramText } from '../rules/param-text.ts'
import type { LegNames, LineGame, LineOutcome, Selection, SelectionFault } from '../rules/selection.ts'

/** A selection as the line has it at the moment of the answer. */
export interface PricedLeg {
  selection: Selection
  request: CouponEventRequest
  game: LineGame | null
  /** Where the game of an old I is now: it names the leg. */
  retired?: LineGame | null
  outcome: LineOutcome | null
  names: LegNames | null
  /** Price now, or the last one known. */
  price: Milli
  /** Why it cannot be bet on now; left out: it was not asked. */
  fault?: SelectionFault | null
  blocked: boolean
  gameBlocked: boolean
  finished: boolean
  relation: number
  /** It may be bet only as a single. */
  singlesOnly?: boolean
  /** Why it may not stand in a coupon of this kind. */
  banned?: BannedReason | null
  /** So many places an each-way bet on it pays; left out: it takes none. */
  places?: number
}

const aboutOf = ({ game, retired }: PricedLeg) => game ?? retired ?? null

export function wireCouponEvent(leg: PricedLeg, cfView: number): Record<string, unknown> {
  const { selection, names } = leg
  const game = aboutOf(leg)
  const score = (pair: readonly [number, number] | undefined) => (pair ? Number(`${pair[0]}.${String(pair[1]).padStart(3, '0')}`) : 0)
  return {
    GameId: selection.gameId,
    GameConstId: game?.ci ?? 0,
    Type: selection.t,
    Param: selection.p,
    ParamMobile: paramText(selection.p),
    Coef: wirePrice(leg.price),
    CV: leg.price > 0 ? formatPrice(leg.price, priceFormatOf(cfView)) : null,
    Kind: leg.game?.kind ?? selection.kind,
    SportId: game?.sportId ?? 0,
    ChampId: game?.championshipId ?? 0,
    GameTypeId: game ? (game.outright ? 0 : 1) : 0,
    SubSportId: game?.subSportId ?? 0,
    Start: game ? unixSeconds(game.startsAt) : 0,
    Block: leg.blocked,
    IsBlock: leg.gameBlocked,
    Finish: leg.finished,
    IsRelation: leg.relation,
    IsBannedExpress: Boolean(leg.singlesOnly || leg.banned),
    FullName: names ? [names.opp1, names.opp2].filter(Boolean).join(' - ') + (names.gameType ? ` ${names.gameType}` : '') : null,
    PeriodName: names?.periodName ?? '',
    FS1: game?.score[0] ?? 0,
    FS2: game?.score[1] ?? 0,
    MS1: game?.mainScore[0] ?? 0,
    MS2: game?.mainScore[1] ?? 0,
    PS: null,
    PeriodScores: null,
    FullScore: score(game?.mainScore),
    Score: score(game?.score),
    TimeSec: game?.clockSec ?? 0,
    TimeDirection: game?.clockRuns ? 1 : 0,
    PlayerId: selection.playerId,
    PV: leg.request.PV,
    ...(leg.outcome?.boost ? { BoostFrom: wirePrice(leg.outcome.boost.from) } : {}),
    ...(leg.places === undefined ? {} : { EachWayPlaces: leg.places }),
    SpecialCoef: 0,
    Expired: 0,
    ExtraKind: 0,
    InstrumentId: 0,
    Price: 0,
    Seconds: 0,
  }
}

/** Everything of a leg that its text is made of, besides its names. */
interface Written {
  game: LineGame | null
  gameId: number
  t: number
  p: number
  playerId: number
  kind: number
  price: number
  relation: number
  marks: number
  pv: unknown
  cfView: number
  text: string
}

const written = new WeakMap<LegNames, Written>()

const marksOf = (leg: PricedLeg, isPlaced: boolean) =>
  (leg.blocked ? 1 : 0) |
  (leg.gameBlocked ? 2 : 0) |
  (leg.finished ? 4 : 0) |
  (leg.singlesOnly || leg.banned ? 8 : 0) |
  (isPlaced ? 16 : 0) |
  ((leg.places ?? 0) << 5)

/** `isPlaced`: with the player that the event was made with, as in answers of bets. */
export function eventText(leg: PricedLeg, cfView: number, isPlaced: boolean): string {
  const { names, selection, price, relation } = leg
  const game = aboutOf(leg)
  const { gameId, t, p, playerId, kind } = selection
  const marks = marksOf(leg, isPlaced)
  const pv = leg.request.PV
  const known = names ? written.get(names) : undefined
  if (
    known &&
    known.game === game &&
    known.price === price &&
    known.marks === marks &&
    known.gameId === gameId &&
    known.t === t &&
    known.p === p &&
    known.playerId === playerId &&
    known.kind === kind &&
    known.relation === relation &&
    known.pv === pv &&
    known.cfView === cfView
  )
    return known.text
  const event = wireCouponEvent(leg, cfView)
  const text = JSON.stringify(isPlaced ? { ...event, OriginalPlayerId: 0 } : event)
  if (names) written.set(names, { game, gameId, t, p, playerId, kind, price, relation, marks, pv, cfView, text })
  return text
}
