/** A group in the form of its page: of the others nothing but what they call themselves and, to members, their stakes. */
import { wireMoney, type Minor } from '#lib/money.ts'
import { wirePrice, type Milli } from '#lib/price.ts'
import { unixSeconds, type Millis } from '#lib/time.ts'
import type { listBetStates } from '#modules/bets/server/index.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import { eventsOf, stateNow, totalMilli } from '#modules/orders/server/index.ts'
import type { WireGroup } from '../contract.ts'
import { GROUP, MEMBER, pooledMinor } from '../rules/group.ts'
import type { Group, GroupLeg, Member } from './group-store.ts'

/** Lost, won, paid, returned, expired (wire 8.11). */
const SETTLED: ReadonlySet<number> = new Set([2, 3, 4, 5, 6])

/** Of the viewer's own bets, by number. */
export type BetStates = Awaited<ReturnType<typeof listBetStates>>

export interface Viewer {
  playerId: number
  bets: BetStates
  lng: string
  now: Millis
}

/** `members`: all who have or had a stake in it. */
export function groupView(line: LineReader, group: Group, members: readonly Member[], { playerId, bets, lng, now }: Viewer): WireGroup {
  const { code, exponent, symbol } = currencyById(group.currencyId)
  const money = (minor: Minor) => wireMoney(minor, exponent)
  const isOpen = group.status === GROUP.open
  // Who left an open group is no more of it; at the end all who were in it are shown.
  const shown = members.filter(({ state, reason }) => state !== MEMBER.returned || (!isOpen && reason !== 'left'))
  const own = members.findLast((member) => member.playerId === playerId)
  const isMember = own !== undefined && shown.includes(own)
  const bet = own?.betId ? bets.get(own.betId) : undefined
  const state = isOpen ? stateNow(line, group.legs, now) : null
  return {
    group_id: group.id,
    code: isOpen ? group.code : null,
    name: group.name,
    status: group.status,
    reason: group.reason,
    is_admin: group.adminId === playerId,
    is_member: isMember,
    currency: { code, exponent, symbol },
    max_sum: money(group.maxStakeMinor),
    pooled: money(pooledMinor(pooled(group, shown).map(({ stakeMinor }) => stakeMinor))),
    my_sum: own ? money(own.stakeMinor) : 0,
    my_state: own?.state ?? null,
    my_reason: own?.reason ?? null,
    my_bet_id: own?.betId ? Number(own.betId) : null,
    my_bet_status: bet?.status ?? null,
    my_payout: bet && SETTLED.has(bet.status) ? money(bet.payoutMinor) : null,
    created: unixSeconds(group.createdAt),
    closes: unixSeconds(group.closesAt),
    left_ms: isOpen ? Math.max(0, group.closesAt - now) : 0,
    bet_type: group.legs.length > 1 ? 1 : 0,
    coef: wirePrice(state?.current ?? totalGiven(group.legs)),
    coef_made: wirePrice(group.priceMilli),
    is_open: state?.isOpen ?? false,
    members: shown.map((member, i) => ({
      number: i + 1,
      nick: member.nick,
      is_admin: member.playerId === group.adminId,
      is_me: member.playerId === playerId,
      sum: isMember ? money(member.stakeMinor) : null,
      state: member.state,
    })),
    // What was placed keeps its prices, what was not has none of its own.
    events: eventsOf(line, group.legs, lng).map((event, i) => (isOpen ? event : { ...event, coef: wirePrice(group.legs[i]?.given ?? 0) })),
  }
}

/** Zero while nothing was placed. */
function totalGiven(legs: readonly GroupLeg[]): Milli {
  const prices = legs.map(({ given }) => given ?? 0)
  return prices.every((price) => price > 0) ? totalMilli(prices) : 0
}

/** What is in the pool, or was: of a placed group the stakes that have become bets. */
function pooled({ status }: Group, shown: readonly Member[]): readonly Member[] {
  return status === GROUP.placed ? shown.filter(({ state }) => state === MEMBER.placed) : shown
}
