/** A request to place a bet in our own words. */
import { hash, randomBytes } from 'node:crypto'
import { minorFromSum, moneyFault, type Minor } from '#lib/money.ts'
import { isShowable, MAX_PRICE, MIN_PRICE, priceText } from '#lib/price.ts'
import { selectionOf, stakedSum, vidOf, type Selection } from '#modules/coupon/server/index.ts'
import type { CheckCf } from '#modules/coupon/rules/check-cf.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import type { BetEventRequest, BetRequest } from '../contract.ts'

/** What placing needs to know of a visit. A context of a call fits; orders that are carried out later make one from what they kept. */
export type BetCtx = Pick<
  Ctx,
  'brand' | 'config' | 'lng' | 'country' | 'countryId' | 'partner' | 'cfView' | 'now' | 'ip' | 'session' | 'player'
>

export interface BetAccount {
  id: number
  playerId: number
  currency: Currency
}

export interface Wanted {
  guid: string
  /** False: the client asked with a key of its own, so there may be an answer already. */
  guidIsNew: boolean
  bodyHash: string
  vid: number
  /** A single or an express without any option: no term is looked for. Taxes are found out beside it. */
  isPlain: boolean
  events: readonly BetEventRequest[]
  selections: readonly Selection[]
  /** The selections as keys of their outcomes. */
  outcomes: readonly string[]
  checkCf: CheckCf
  approved: boolean
  /** As asked; a promo code, a VIP stake or a change of a bet may fix another. */
  stakeMinor: Minor
  account: BetAccount
  playerId: number
  body: BetRequest
}

/** What makes two requests the same bet: everything but how the answer is waited for. */
export function bodyHash(body: BetRequest, events: readonly BetEventRequest[], vid: number, isPlain: boolean): string {
  const parts = [
    events.map((e) => [e.GameId, e.Type, e.Param, e.PlayerId, e.Kind, e.Coef]),
    vid,
    body.Summ,
    body.UserId,
    body.UserIdBonus,
    body.CheckCf,
    body.ApprovedBet,
    body.promo,
    body.SaleBetId,
    body.expressNum,
    ...(isPlain ? (body.Shown ? [body.Shown] : []) : optionsOf(body, events)),
  ]
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)
}

function optionsOf(body: BetRequest, events: readonly BetEventRequest[]): unknown[] {
  return [
    [body.EventsIndexes, body.GroupsSumms, body.WithLobby, body.AntiExpressCoef, body.Shown],
    [body.IsExpressBoost, body.SameGame, body.IsPowerBet, body.avanceBet, body.VIPBetSumm],
    [body.isAutoBet, body.autoBetCf, body.autoBetCfView, body.dropOnScoreChange, body.TransformEventKind],
    events.map((e) => e.PlayersDuel ?? null),
    ...(body.EachWay ? ['each way'] : []),
  ]
}

/** Whether the country of the visit has VIP stakes (configuration betting.vip). */
export function isVip({ config, country }: BetCtx): boolean {
  const { vip } = config.betting
  const isListed = vip.countries.some((listed) => listed.toUpperCase() === country.toUpperCase())
  return couponOffers(config, 'vip') && (isListed || vip.default)
}

function isPlainBet(body: BetRequest, events: readonly BetEventRequest[], vid: number): boolean {
  return (
    (vid === VID.single || vid === VID.express) &&
    body.expressNum === 0 &&
    body.SaleBetId === 0 &&
    body.VIPBetSumm === 0 &&
    !body.IsExpressBoost &&
    !body.SameGame &&
    !body.IsPowerBet &&
    !body.EachWay &&
    !body.promo &&
    !body.avanceBet &&
    !body.isAutoBet &&
    !events.some((event) => event.PlayersDuel)
  )
}

/** The stake in minor units; a sum that is no money of this currency is malformed. */
export function stakeOf(body: BetRequest, currency: Currency): Minor | Problem {
  return readStake(stakedSum(body.Vid, body), currency)
}

/** What is malformed for this kind or currency beside the stake (900400). */
export function optionProblem({ vid, body, account }: Wanted): Problem | null {
  if (vid === VID.antiExpress && !isShowable(body.AntiExpressCoef, MAX_PRICE)) {
    const params = { min: priceText(MIN_PRICE), max: priceText(MAX_PRICE) }
    return problem('bets.anti_express_price', { wire: 900_400, field: 'AntiExpressCoef', status: 400, params })
  }
  const vip = body.VIPBetSumm === 0 ? 0n : readStake(body.VIPBetSumm, account.currency)
  return isProblem(vip) ? { ...vip, field: 'VIPBetSumm' } : null
}

/** Problems: bets.bad_stake, or what keeps the sum from being money of the currency (900400). */
export function readStake(sum: number, currency: Currency): Minor | Problem {
  const stake = minorFromSum(sum, currency.exponent)
  if (stake !== null && stake >= 0n) return stake
  const bad = { wire: 900_400, field: 'Summ', status: 400 }
  if (stake !== null || sum < 0) return problem('bets.bad_stake', bad)
  return problem(`bets.stake_${moneyFault(sum, currency.exponent)}`, { ...bad, params: { n: currency.exponent } })
}

export function newGuid(): string {
  return randomBytes(12).toString('hex')
}

export function wantedFrom(playerId: number, body: BetRequest, account: BetAccount, stakeMinor: Minor): Wanted {
  const events = body.Events ?? body.couponEvents ?? []
  const vid = vidOf(body.Vid, events.length)
  const isPlain = isPlainBet(body, events, vid)
  const selections = events.map(selectionOf)
  return {
    guid: body.betGUID ?? newGuid(),
    guidIsNew: !body.betGUID,
    bodyHash: bodyHash(body, events, vid, isPlain),
    vid,
    isPlain,
    events,
    selections,
    outcomes: outcomesOf(selections),
    checkCf: body.CheckCf as CheckCf,
    approved: body.ApprovedBet,
    stakeMinor,
    account,
    playerId,
    body,
  }
}

/** Kinds in which the place of a leg says what is bet. */
const ORDERED: ReadonlySet<number> = new Set([VID.chain, VID.multi, VID.condition])

/** Equal bets have the same kind, stake and outcomes, in whatever order where that says nothing, and the same size and blocks. */
export function samenessOf({ vid, stakeMinor, outcomes, body }: Wanted): string {
  const legs = outcomes.length === 1 ? outcomes[0]! : (ORDERED.has(vid) ? outcomes : outcomes.toSorted()).join()
  const bet = `${vid}|${stakeMinor}|${legs}`
  return vid === VID.single || vid === VID.express
    ? bet
    : `${bet}|${JSON.stringify([body.expressNum, body.EventsIndexes, body.WithLobby, body.GroupsSumms])}`
}

function outcomesOf(selections: readonly Selection[]): string[] {
  return selections.map((s) => `${s.gameId}:${s.t}:${paramKey(s.p)}:${s.playerId}`)
}
