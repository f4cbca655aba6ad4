/** A request to place a bet in our own words. */
import { hash, randomBytes } from 'node:crypto'
import { minorFromWire, type Minor } from '#lib/money.ts'
import { selectionOf, vidOf, type Selection } from '#modules/coupon/server/index.ts'
import type { CheckCf } from '#modules/coupon/rules/check-cf.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { BetEventRequest, BetRequest } from '../contract.ts'

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
  events: readonly BetEventRequest[]
  selections: readonly Selection[]
  /** The selections as keys of their outcomes. */
  outcomes: readonly string[]
  checkCf: CheckCf
  approved: boolean
  stakeMinor: Minor
  account: BetAccount
  playerId: number
  body: BetRequest
}

/** What makes two requests the same bet: everything but how the answer is waited for. */
export function bodyHash(body: BetRequest, events: readonly BetEventRequest[], vid: number): string {
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
  ]
  return hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)
}

/** The stake in minor units; a sum that is no money of this currency is malformed. */
export function stakeOf(body: BetRequest, currency: Currency): Minor | Problem {
  // Clients add sums as binary numbers: 1.1400000000000001 is 1.14, while 1.005 stays too exact.
  const stake = minorFromWire(Number(body.Summ.toPrecision(15)), currency.exponent)
  return stake === null || stake < 0n ? problem('bets.bad_stake', { wire: 900_400, field: 'Summ', status: 400 }) : stake
}

export function newGuid(): string {
  return randomBytes(12).toString('hex')
}

export function wantedFrom(playerId: number, body: BetRequest, account: BetAccount, stakeMinor: Minor): Wanted {
  const events = body.Events ?? body.couponEvents ?? []
  const vid = vidOf(body.Vid, events.length)
  const selections = events.map(selectionOf)
  return {
    guid: body.betGUID ?? newGuid(),
    guidIsNew: !body.betGUID,
    bodyHash: bodyHash(body, events, vid),
    vid,
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

/** Equal bets have the same outcomes and the same stake, in whatever order. */
export function samenessOf(wanted: Wanted): string {
  return `${wanted.stakeMinor}|${wanted.outcomes.toSorted().join()}`
}

function outcomesOf(selections: readonly Selection[]): string[] {
  return selections.map((s) => `${s.gameId}:${s.t}:${paramKey(s.p)}:${s.playerId}`)
}
