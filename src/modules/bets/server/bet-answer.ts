/** Serializer of the answers of MakeBetWeb (wire 8.7.1). */
import { wireMoney, type Minor } from '#lib/money.ts'
import { antiExpressPrice } from '#modules/coupon/rules/combined.ts'
import type { Vid } from '#modules/coupon/rules/kinds.ts'
import {
  initialStake,
  kindRange,
  priceKind,
  rangeOf,
  couponText,
  type CouponFigures,
  type KindPrice,
  type PricedLeg,
} from '#modules/coupon/server/index.ts'
import type { StakeRange } from '#modules/limits/server/index.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { JsonText } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import { selectPlaced } from './bet-store.ts'
import type { PlaceDeps, SeenLeg } from './checked-bet.ts'
import { gameName, namedProblem } from './game-name.ts'
import type { Placed } from './place-bet.ts'

export interface BetAnswer {
  /** Bet ids are below 2^53. */
  Id: number
  Balance: number
  Coupon: JsonText | null
  Dt: string
  waitTime: number
  betGUID: string | null
  SummPrep: number
  FailInfo: null
  lnC: boolean
  lvC: boolean
  CanPrint: boolean
  PayoutType: number
  AutoBetId: number
  BidId: number
}

function answer(given: {
  id: number
  balance: number
  coupon: BetAnswer['Coupon']
  at: number
  waitMs: number
  guid: string | null
  advance?: number
  changed?: { line: boolean; live: boolean }
}): BetAnswer {
  return {
    Id: given.id,
    Balance: given.balance,
    Coupon: given.coupon,
    Dt: `/Date(${given.at})/`,
    waitTime: given.waitMs,
    betGUID: given.guid,
    SummPrep: given.advance ?? 0,
    FailInfo: null,
    lnC: given.changed?.line ?? true,
    lvC: given.changed?.live ?? true,
    CanPrint: false,
    PayoutType: 0,
    AutoBetId: 0,
    BidId: 0,
  }
}

/** The answer as JSON text. */
export function betText({ Id, Balance, Coupon, ...more }: BetAnswer): JsonText {
  return new JsonText(`{"Id":${Id},"Balance":${Balance},"Coupon":${Coupon ? Coupon.text : 'null'},${JSON.stringify(more).slice(1)}`)
}

export function waitingAnswer(ctx: BetCtx, { guid }: Pick<Wanted, 'guid'>, waitMs: number): BetAnswer {
  return answer({ id: 0, balance: 0, coupon: null, at: ctx.now, waitMs, guid })
}

/** An order waits in the place of a bet. */
export function orderAnswer(ctx: BetCtx, wanted: Wanted, autoBetId: number, balanceMinor: Minor): BetAnswer {
  const balance = wireMoney(balanceMinor, wanted.account.currency.exponent)
  return { ...answer({ id: 0, balance, coupon: null, at: ctx.now, waitMs: 0, guid: null }), AutoBetId: autoBetId }
}

/** At once, unless the balance after the bet has to be read. */
export function placedAnswer(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, placed: Placed): Promise<BetAnswer> | BetAnswer {
  const { betId, acceptedAt: at, range } = placed
  const { agreed, legs: seen } = placed
  const prices = agreed?.change?.prices ?? seen.map((leg) => leg.price)
  const bet = { betId, at, prices, seen, range, vid: agreed?.vid, terms: agreed?.terms, stakeMinor: agreed?.stakeMinor }
  const answer = (balance: Minor) => done(deps, ctx, wanted, { ...bet, balance })
  if (placed.balanceMinor !== null) return answer(placed.balanceMinor)
  return selectPlaced(deps.db, betId).then(({ balanceMinor }) => answer(balanceMinor))
}

/** The answer of a bet that had been placed under the same key, read from the database. */
export async function storedAnswer(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, betId: bigint): Promise<BetAnswer> {
  const stored = await selectPlaced(deps.db, betId)
  return done(deps, ctx, wanted, {
    betId,
    balance: stored.balanceMinor,
    at: stored.acceptedAt.getTime(),
    prices: stored.receipt.legs.map((leg) => leg.given),
    vid: stored.vid,
    terms: stored.receipt.terms,
    stakeMinor: stored.stakeMinor,
  })
}

interface DoneBet {
  betId: bigint
  balance: Minor
  at: number
  prices: readonly number[]
  /** What the line said when it was checked, when that is known. */
  seen?: readonly SeenLeg[]
  /** Limits of the moment of acceptance, when they are known. */
  range?: StakeRange
  vid?: number | undefined
  terms?: BetTerms | undefined
  /** Of another kind than a plain one it may not be the sum of the request; left out: it is. */
  stakeMinor?: Minor | undefined
}

/** The coefficients of a bet with terms as they were agreed; null: those of a plain bet. */
function agreedPrice(ctx: BetCtx, wanted: Wanted, { prices, vid = wanted.vid, terms = {} }: DoneBet): KindPrice | null {
  const { size, blocks, withLobby, blockStakes, basePrice, jointPrice, antiExpressPrice: anti, bonus } = terms
  if (vid <= 1 && Object.keys(terms).length === 0) return null
  const shape = {
    vid: vid as Vid,
    ...(size === undefined ? {} : { size }),
    ...(blocks ? { blocks: blocks.map((block) => [...block]) } : {}),
    ...(withLobby ? { withLobby } : {}),
    ...(blockStakes ? { blockStakes: [...blockStakes] } : {}),
  }
  const day = bonus?.kind === 'day' ? bonus.percent : null
  const price = priceKind({
    shape,
    selections: wanted.selections,
    prices,
    body: { ...wanted.body, SameGame: false, expressNum: day === null ? 0 : 1, IsExpressBoost: bonus?.kind === 'boost' },
    config: ctx.config,
    lng: ctx.lng,
    dayPercent: () => day,
  })
  const own = basePrice ?? jointPrice ?? anti
  if (own === undefined) return price
  return {
    ...price,
    coefMilli: anti === undefined ? BigInt(own) : price.coefMilli,
    resultMilli: BigInt(own),
    antiExpress: anti ?? price.antiExpress,
  }
}

/** Whether a price of the line, or of live games, is not the one that was asked for. */
function changedParts(legs: readonly PricedLeg[]): { line: boolean; live: boolean } {
  const changed = legs.filter((leg) => leg.price !== leg.selection.price)
  return { line: changed.some((leg) => leg.game?.kind !== 1), live: changed.some((leg) => leg.game?.kind === 1) }
}

/** The legs as placed: the prices taken, not those of this moment, and nothing that has happened to them since. */
function legsAsPlaced({ line }: PlaceDeps, wanted: Wanted, { prices, seen }: DoneBet, lng: string): PricedLeg[] {
  return wanted.events.map((request, i) => {
    const selection = wanted.selections[i]!
    const game = seen?.[i]?.game ?? line.findGame(selection.gameId)
    return {
      selection,
      request,
      game,
      outcome: null,
      names: game ? line.names(selection.gameId, selection.t, selection.p, selection.playerId, lng) : null,
      price: prices[i] ?? selection.price,
      blocked: false,
      gameBlocked: false,
      finished: false,
      relation: 0,
    }
  })
}

/** Limits of this moment on the legs of a bet that was placed before. */
function rangeNow(
  deps: PlaceDeps,
  ctx: BetCtx,
  { account: { currency }, playerId }: Wanted,
  legs: readonly PricedLeg[],
  price: KindPrice | null,
  terms: BetTerms | undefined,
): StakeRange {
  const player = { playerId, brand: ctx.brand }
  if (!price) return rangeOf(legs, currency, ctx.config, deps.limits, player)
  const known = legs.flatMap(({ game, selection: { t, p, playerId: id }, price: milli }) =>
    game ? [{ ci: game.ci, t, p: paramKey(p), playerId: id, price: milli, game }] : [],
  )
  // With a leg gone its blocks name what is not there.
  if (known.length < legs.length) return rangeOf(legs, currency, ctx.config, deps.limits, player)
  const { shape } = price
  const config = ctx.config.betting.limits
  return kindRange(deps.limits, { shape, legs: known, jointPrice: terms?.jointPrice, currency, config, ...player })
}

function done(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, bet: DoneBet): BetAnswer {
  const { currency } = wanted.account
  const lng = wanted.body.Lng ?? ctx.lng
  const legs = legsAsPlaced(deps, wanted, bet, lng)
  const { body } = wanted
  const price = agreedPrice(ctx, wanted, bet)
  const range = bet.range ?? rangeNow(deps, ctx, wanted, legs, price, bet.terms)
  const figures: CouponFigures = {
    vid: bet.vid ?? wanted.vid,
    legs,
    antiExpress: price?.antiExpress ?? (bet.prices.length > 1 ? antiExpressPrice(bet.prices) : null),
    ...(price ? { price } : {}),
    minMinor: range.minMinor,
    maxMinor: range.maxMinor,
    maxPayoutMinor: range.maxPayoutMinor,
    initialMinor: initialStake(currency, ctx.config, range),
    currency,
    changed: legs.some((leg) => leg.price !== leg.selection.price),
    exceptionText: null,
    signedIn: true,
    ...(bet.stakeMinor === undefined ? {} : { stakeMinor: bet.stakeMinor }),
    cfView: body.CfView ?? ctx.cfView,
    lng,
    partner: ctx.partner,
    countryId: ctx.countryId,
    systemMinimums: null,
  }
  return answer({
    id: Number(bet.betId),
    balance: wireMoney(bet.balance, currency.exponent),
    coupon: new JsonText(couponText(figures, body, true)),
    at: bet.at,
    waitMs: 0,
    guid: null,
    ...(bet.terms?.advance === undefined ? {} : { advance: wireMoney(BigInt(bet.terms.advance), currency.exponent) }),
    changed: changedParts(legs),
  })
}

const STORED_REFUSALS: Record<number, string> = {
  103: 'no_money',
  104: 'event_unknown',
  109: 'stake_too_large_then',
  129: 'no_bet',
  130: 'price_changed',
  131: 'outcome_blocked',
  133: 'bets_on_hold',
  135: 'game_on_hold',
  148: 'line_changed',
  158150: 'not_available',
  158188: 'too_many_bets',
  161627: 'key_reused',
  900011: 'promo_refused',
  900030: 'betting_limited',
  900031: 'stake_too_small_then',
}

/** A refusal that was answered for good, told again. Which leg it was for is not kept: all games are named. */
export function refusalAgain({ line }: PlaceDeps, ctx: BetCtx, wanted: Wanted, wire: number): Problem {
  const games = wanted.selections.map((_, index) => gameName(line, ctx, wanted, index)).filter(Boolean)
  const game = games.join('; ')
  return problem(`bets.${namedProblem(STORED_REFUSALS[wire] ?? 'event_unknown', game)}`, { wire, params: { game } })
}
