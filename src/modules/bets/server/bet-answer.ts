/** Serializer of the answers of MakeBetWeb (wire 8.7.1). */
import { wireMoney, type Minor } from '#lib/money.ts'
import { antiExpressPrice } from '#modules/coupon/rules/combined.ts'
import { initialStake, rangeOf, wireCoupon, type PricedLeg } from '#modules/coupon/server/index.ts'
import type { StakeRange } from '#modules/limits/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { Wanted } from './bet-request.ts'
import { selectPlaced } from './bet-store.ts'
import { gameName } from './game-name.ts'
import type { PlaceDeps, Placed } from './place-bet.ts'

export interface BetAnswer {
  /** Bet ids are below 2^53. */
  Id: number
  Balance: number
  Coupon: Record<string, unknown> | null
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
}): BetAnswer {
  return {
    Id: given.id,
    Balance: given.balance,
    Coupon: given.coupon,
    Dt: `/Date(${given.at})/`,
    waitTime: given.waitMs,
    betGUID: given.guid,
    SummPrep: 0,
    FailInfo: null,
    lnC: true,
    lvC: true,
    CanPrint: false,
    PayoutType: 0,
    AutoBetId: 0,
    BidId: 0,
  }
}

export function waitingAnswer(ctx: Ctx, wanted: Wanted, waitMs: number): BetAnswer {
  return answer({ id: 0, balance: 0, coupon: null, at: ctx.now, waitMs, guid: wanted.guid })
}

/** At once, unless the balance after the bet has to be read. */
export function placedAnswer(deps: PlaceDeps, ctx: Ctx, wanted: Wanted, placed: Placed): Promise<BetAnswer> | BetAnswer {
  const { betId, acceptedAt: at, range } = placed
  const prices = placed.legs.map((leg) => leg.price)
  const answer = (balance: Minor) => done(deps, ctx, wanted, { betId, balance, at, prices, range })
  if (placed.balanceMinor !== null) return answer(placed.balanceMinor)
  return selectPlaced(deps.db, betId).then(({ balanceMinor }) => answer(balanceMinor))
}

/** The answer of a bet that had been placed under the same key, read from the database. */
export async function storedAnswer(deps: PlaceDeps, ctx: Ctx, wanted: Wanted, betId: bigint): Promise<BetAnswer> {
  const stored = await selectPlaced(deps.db, betId)
  return done(deps, ctx, wanted, {
    betId,
    balance: stored.balanceMinor,
    at: stored.acceptedAt.getTime(),
    prices: stored.receipt.legs.map((leg) => leg.given),
  })
}

interface DoneBet {
  betId: bigint
  balance: Minor
  at: number
  prices: number[]
  /** Limits of the moment of acceptance, when they are known. */
  range?: StakeRange
}

/** The legs as placed: the prices taken, not those of this moment, and nothing that has happened to them since. */
function legsAsPlaced({ line }: PlaceDeps, wanted: Wanted, prices: readonly number[], lng: string): PricedLeg[] {
  return wanted.events.map((request, i) => {
    const selection = wanted.selections[i]!
    const game = line.findGame(selection.gameId)
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

function done(deps: PlaceDeps, ctx: Ctx, wanted: Wanted, bet: DoneBet): BetAnswer {
  const { currency } = wanted.account
  const lng = wanted.body.Lng ?? ctx.lng
  const legs = legsAsPlaced(deps, wanted, bet.prices, lng)
  const range = bet.range ?? rangeOf(legs, currency, ctx.config, deps.limits)
  const { body } = wanted
  const coupon = wireCoupon(
    {
      vid: wanted.vid,
      legs,
      antiExpress: bet.prices.length > 1 ? antiExpressPrice(bet.prices) : null,
      minMinor: range.minMinor,
      maxMinor: range.maxMinor,
      maxPayoutMinor: range.maxPayoutMinor,
      initialMinor: initialStake(currency, ctx.config, range),
      currency,
      changed: legs.some((leg) => leg.price !== leg.selection.price),
      exceptionText: null,
      signedIn: true,
      cfView: body.CfView ?? ctx.cfView,
      lng,
      partner: ctx.partner,
      countryId: ctx.countryId,
      systemMinimums: null,
    },
    body,
  )
  for (const event of coupon['Events'] as Record<string, unknown>[]) event['OriginalPlayerId'] = 0
  return answer({
    id: Number(bet.betId),
    balance: wireMoney(bet.balance, currency.exponent),
    coupon,
    at: bet.at,
    waitMs: 0,
    guid: null,
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
  900030: 'betting_limited',
  900031: 'stake_too_small_then',
}

/** A refusal that was answered for good, told again. Which leg it was for is not kept: all games are named. */
export function refusalAgain({ line }: PlaceDeps, ctx: Ctx, wanted: Wanted, wire: number): Problem {
  const game = wanted.selections.map((_, index) => gameName(line, ctx, wanted, index)).filter(Boolean)
  return problem(`bets.${STORED_REFUSALS[wire] ?? 'event_unknown'}`, { wire, params: { game: game.join('; ') } })
}
