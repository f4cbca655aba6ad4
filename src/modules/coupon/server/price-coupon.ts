/** Prices selections against the line and works out the limits: what UpdateCoupon, GetCoupon and placing share. */
import { parseMinor, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { LimitedBet, Limits, StakeRange } from '#modules/limits/server/index.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { CouponEventRequest } from '../contract.ts'
import { readyAmount } from '../rules/ready-amount.ts'
import { faultOf, isOver, type LineReader, type Selection } from '../rules/selection.ts'
import { EACH_WAY_PLACE, RACE_WINNER } from '#modules/payout/rules/each-way.ts'
import { bannedReason, isDuel } from '../rules/banned.ts'
import { standApart } from '../rules/each-way.ts'
import type { KindShape } from '../rules/kind-shape.ts'
import { VID, type Vid } from '../rules/kinds.ts'
import { totalPrice } from '../rules/coefficient.ts'
import type { PricedLeg } from './coupon-value.ts'
import { relationsOf, selectionOf } from './request.ts'

/** `vid`: the kind of coupon they stand in; some outcomes may not stand in some kinds. */
export function priceLegs(
  events: readonly CouponEventRequest[],
  line: LineReader,
  now: Millis,
  lng: string,
  vid: Vid = 1,
  eachWay = false,
): PricedLeg[] {
  openDuels(events, line)
  const selections = events.map(selectionOf)
  const relations = relationsOf(standApart(selections, eachWay), line)
  return events.map((request, i) => {
    const selection = selections[i]!
    const game = line.findGame(selection.gameId)
    const retired = game ? null : (line.findRetired?.(selection.gameId) ?? null)
    const about = game ?? retired
    const outcome = game ? line.findOutcome(selection.gameId, selection.t, selection.p, selection.playerId) : null
    const fault = faultOf(selection, game, outcome, line, now)
    const gone = fault?.wire === 104 && (!game || isOver(game))
    return {
      selection,
      request,
      game,
      ...(retired ? { retired } : {}),
      outcome,
      names: about ? line.names(about.gameId, selection.t, selection.p, selection.playerId, lng) : null,
      price: outcome && outcome.price > 0 ? outcome.price : selection.price,
      fault,
      blocked: fault !== null,
      gameBlocked: fault?.wire === 133 || fault?.wire === 135,
      finished: gone || fault?.wire === 158150,
      relation: relations[i] ?? 0,
      singlesOnly: isDuel(selection.gameId),
      banned: bannedReason(vid, selection, eachWay),
      ...placeOf(selection, line),
    }
  })
}

/** Far games carry only the row of lists: what stands behind it comes when somebody asks. True: it has come, a moment later. */
export async function openCards(legs: readonly PricedLeg[], line: LineReader): Promise<boolean> {
  const opening = legs.flatMap(({ game, outcome, selection }) =>
    game?.kind === 3 && !outcome ? (line.openCard?.(selection.gameId) ?? []) : [],
  )
  await Promise.all(opening)
  return opening.length > 0
}

/** Of a winner of a race: the places that an each-way bet on the runner pays. */
function placeOf({ gameId, t, playerId }: Selection, line: LineReader): Pick<PricedLeg, 'places'> {
  if (t !== RACE_WINNER) return {}
  const [places] = line.openLines(gameId, EACH_WAY_PLACE, playerId)
  return places === undefined ? {} : { places }
}

/** A duel is no game of the line: its sides say which one is meant (rules 9.1). */
export function openDuels(events: readonly Pick<CouponEventRequest, 'GameId' | 'PlayersDuel'>[], line: LineReader): void {
  for (const { GameId, PlayersDuel } of events) {
    if (!PlayersDuel?.length || !isDuel(GameId)) continue
    line.openDuel?.(
      GameId,
      PlayersDuel.toSorted((a, b) => a.Team - b.Team).map(({ PlayerIds }) => PlayerIds),
    )
  }
}

export interface KindRangeAsked {
  shape: KindShape
  legs: LimitedBet['legs']
  /** Outcomes of one game: their price together. */
  jointPrice?: Milli | undefined
  currency: Currency
  config: SiteConfig['betting']['limits']
  playerId?: number | null | undefined
  brand?: string | undefined
  equalTimes?: LimitedBet['equalTimes']
}

/** Smallest and largest stake on a coupon of this kind, in the currency of the account (rules 4). */
export function kindRange(
  limits: Pick<Limits, 'stakeRangeOf'>,
  { shape, legs, jointPrice, currency, config, playerId, brand, equalTimes }: KindRangeAsked,
): StakeRange {
  const { vid, ...terms } = shape
  const anti =
    vid === VID.antiExpress
      ? totalPrice(
          vid,
          legs.map((leg) => leg.price),
        )
      : null
  const range = limits.stakeRangeOf(
    {
      vid,
      legs,
      terms: {
        ...terms,
        ...(jointPrice === undefined ? {} : { jointPrice }),
        ...(anti === null ? {} : { antiExpressPrice: Number(anti) }),
      },
      playerId: playerId ?? null,
      brand: brand ?? '',
      ...(equalTimes === undefined ? {} : { equalTimes }),
    },
    currency,
    config,
  )
  // What is not offered takes no stake.
  return vid === VID.antiExpress && anti === null ? { ...range, maxMinor: 0n } : range
}

export function isExposed({ game, price }: Pick<PricedLeg, 'game' | 'price'>): boolean {
  return game !== null && price > 1000
}

/** Legs that can be priced, as the limits know them. */
export function exposedLegs(legs: readonly PricedLeg[]): LimitedBet['legs'] {
  return legs.filter(isExposed).map(({ game, outcome, selection: { t, p, playerId }, price }) => ({
    ci: game!.ci,
    t,
    p: paramKey(p),
    playerId,
    price,
    game: game!,
    outcome,
  }))
}

/** Limits on these legs as an express; legs that cannot be priced do not bound it, nor do bets that are equal to it without them. */
export function rangeOf(
  legs: readonly PricedLeg[],
  currency: Currency,
  config: SiteConfig,
  limits: Pick<Limits, 'stakeRangeOf'>,
  player?: { playerId: number | null; brand: string },
): StakeRange {
  const exposed = exposedLegs(legs)
  const shape: KindShape = { vid: exposed.length > 1 ? VID.express : VID.single }
  return kindRange(limits, { shape, legs: exposed, currency, config: config.betting.limits, equalTimes: null, ...player })
}

/** The stake that is proposed: the brand's template for the currency, held between the limits. */
export function initialStake(currency: Currency, config: SiteConfig, range: StakeRange): Minor {
  const template = config.coupon.amountTemplate
  const wanted =
    parseMinor(template.byCurrency[currency.code] ?? readyAmount(template.default, currency), currency.exponent) ?? range.minMinor
  if (wanted < range.minMinor) return range.minMinor
  return wanted > range.maxMinor && range.maxMinor >= range.minMinor ? range.maxMinor : wanted
}
