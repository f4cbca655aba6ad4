/** A request to place a bet in our own words. */
import { createHash, randomBytes } from 'node:crypto'
import { minorFromWire, type Minor } from '#lib/money.ts'
import { selectionOf, vidOf, type Selection } from '#modules/coupon/server/index.ts'
import type { CheckCf } from '#modules/coupon/rules/check-cf.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import { LRUCache } from 'lru-cache'
import type { Ledger } from '#modules/ledger/server/index.ts'
import { currencyById, type Currency } from '#modules/ledger/server/index.ts'
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
    vid, body.Summ, body.UserId, body.UserIdBonus, body.CheckCf, body.ApprovedBet, body.promo, body.SaleBetId, body.expressNum,
  ]
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)
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
  return {
    guid: body.betGUID ?? newGuid(),
    guidIsNew: !body.betGUID,
    bodyHash: bodyHash(body, events, vid),
    vid,
    events,
    selections: events.map(selectionOf),
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
  return `${wanted.stakeMinor}|${outcomesOf(wanted.selections).toSorted().join()}`
}

export function outcomesOf(selections: readonly Selection[]): string[] {
  return selections.map((s) => `${s.gameId}:${s.t}:${paramKey(s.p)}:${s.playerId}`)
}

/**
 * Finds the account of a bet. Owner and currency of an account never change, so they are remembered; whether
 * it is open and has the money the database decides with the debit.
 */
export function createAccountFinder(ledger: Ledger): (playerId: number, body: BetRequest) => Promise<BetAccount | Problem> {
  const known = new LRUCache<number, { playerId: number; currencyId: number; kind: number }>({ max: 200_000 })
  return async (playerId, body) => {
    if (body.UserIdBonus !== 0) return problem('bets.bonus_account', { wire: 900_020, field: 'UserIdBonus' })
    if (body.UserId === 0) {
      const active = await ledger.activeAccount(playerId)
      return active ? { id: active.id, playerId, currency: active.currency } : problem('bets.other_account', { wire: 403, field: 'UserId' })
    }
    let account = known.get(body.UserId)
    if (!account) {
      const row = await ledger.account(body.UserId)
      if (row) {
        account = { playerId: row.playerId, currencyId: row.currency.id, kind: row.kind }
        known.set(body.UserId, account)
      }
    }
    if (!account || account.playerId !== playerId) return problem('bets.other_account', { wire: 403, field: 'UserId' })
    if (account.kind !== 0) return problem('bets.bonus_account', { wire: 900_020, field: 'UserId' })
    return { id: body.UserId, playerId, currency: currencyById(account.currencyId) }
  }
}
