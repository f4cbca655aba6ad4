/**
 * What becomes of bids: agreed to, offered otherwise, refused, withdrawn, expired. Every decision locks the row of the
 * bid; the money that it held goes back in the same transaction, and leaves again with the bet if there is one.
 */
import { minorText, parseMinor, type Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { priceInstead, type BetToAccept } from '#modules/bets/server/index.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import { ANSWER_MS, BID, COUNTER_MS, SUM_FACTOR, type BidReason } from '../rules/bid.ts'
import type { OrdersDeps } from './auto-bets.ts'
import {
  agreeTo,
  listOpenBids,
  lockOpenBid,
  markBidClosed,
  markBidPlaced,
  offerCounter,
  returnMoney,
  selectBid,
  type Bid,
} from './bid-store.ts'
import { eventsNow, stateNow, totalMilli } from './order-legs.ts'
import { acceptOrder, atPrice, isPassing, plainBody, staking, takesPrice, tryGuid } from './place-order.ts'
import { ctxOf } from './visit.ts'

export type TraderDecision = { kind: 'accept' } | { kind: 'counter'; stakeMinor: Minor; price: Milli } | { kind: 'refuse' }

export interface Bids {
  /** Places a bid that was agreed to; resolves when it is decided or has to wait. */
  place(id: number): Promise<void>
  /** False: it is not open any more. */
  withdraw(id: number): Promise<boolean>
  /** The player takes the counter-offer. False: it does not stand any more. */
  takeOffer(id: number): Promise<boolean>
  /** The trader's word. False: the bid waits for nobody. */
  decide(id: number, decision: TraderDecision): Promise<boolean>
  /** Places what was agreed to, ends what is over. */
  look(): Promise<void>
  idle(): Promise<void>
}

const MOST_LOOKED_AT = 1_000

export function createBids(deps: OrdersDeps, onChanged: (playerId: number, bidId: number, reason?: BidReason) => Promise<void>): Bids {
  const { db, clock, line, ledger, limits, log } = deps
  const running = new Map<number, Promise<void>>()

  async function close(id: number, status: number, reason: BidReason, mayClose: (bid: Bid) => boolean = () => true): Promise<boolean> {
    const closed = await inTx(db, async (tx) => {
      const bid = await lockOpenBid(tx, id)
      if (!bid || !mayClose(bid)) return null
      await giveBack(tx, bid)
      await markBidClosed(tx, id, status, reason, clock.now())
      return bid
    })
    if (closed) await onChanged(closed.playerId, id, reason)
    return closed !== null
  }

  async function giveBack(tx: Tx, bid: Bid): Promise<void> {
    const balance = await returnMoney(tx, ledger, bid, clock.now())
    if (isProblem(balance)) throw new Error(`money of bid ${bid.id} cannot go back: ${balance.code}`)
  }

  async function placeNow(id: number): Promise<void> {
    const bid = await selectBid(db, id)
    if (bid.status !== BID.open || !bid.isAgreed) return
    const closed = limits.check(bid.playerId, 0n, bid.currencyId, bid.visit.brand)
    const state = stateNow(line, bid.legs, clock.now())
    if (closed?.code.startsWith('bets.betting_closed')) return void (await close(id, BID.refused, 'closed'))
    if (state.hasEnded) return void (await close(id, BID.expired, 'ended'))
    if (!state.isOpen || closed) return
    const outcome = await placeBid(deps, bid)
    if (outcome === 'placed') await onChanged(bid.playerId, id)
    else if (outcome === 'price' || outcome === 'refused') await close(id, BID.refused, outcome)
    else if (outcome && !isPassing(outcome)) await close(id, BID.refused, reasonOf(outcome))
  }

  function place(id: number): Promise<void> {
    const known = running.get(id)
    if (known) return known
    const work = placeNow(id)
      .catch((error: unknown) => log.warn({ err: error, bid: id }, 'a bid waits for the database'))
      .finally(() => running.delete(id))
    running.set(id, work)
    return work
  }

  async function lookAt(bid: Bid): Promise<void> {
    const now = clock.now()
    const isLate = (known: Bid) => known.expiresAt <= clock.now()
    const late = bid.isAgreed ? 'unplaced' : bid.status === BID.counter ? 'offer_time' : 'time'
    if (bid.expiresAt <= now) return void (await close(bid.id, BID.expired, late, isLate))
    if (bid.isAgreed) return void place(bid.id)
    const closed = limits.check(bid.playerId, 0n, bid.currencyId, bid.visit.brand)
    if (closed?.code.startsWith('bets.betting_closed')) await close(bid.id, BID.refused, 'closed')
    else if (stateNow(line, bid.legs, now).hasEnded) await close(bid.id, BID.expired, 'ended')
  }

  return {
    place,
    withdraw: (id) => close(id, BID.withdrawn, 'player', (bid) => !running.has(bid.id)),
    async takeOffer(id) {
      const bid = await selectBid(db, id)
      if (bid.expiresAt <= clock.now()) return false
      const { approvedMinor: stakeMinor, offeredMilli: price, lineMilli, isByTrader } = bid
      // What is left of the time to take the offer may be less than its bet has to wait.
      const agreed = { stakeMinor, price, lineMilli, expiresAt: clock.now() + COUNTER_MS, isByTrader }
      const isTaken = await inTx(db, (tx) => agreeTo(tx, id, BID.counter, agreed))
      // Also when a call beside this one has just taken it: both then tell what became of it.
      await place(id)
      return isTaken
    },
    async decide(id, decision) {
      if (decision.kind === 'refuse') return close(id, BID.refused, 'trader', (bid) => bid.status === BID.open && !bid.isAgreed)
      const bid = await selectBid(db, id)
      const expiresAt = clock.now() + COUNTER_MS
      // An outcome that is out of the line for a while has no price now: the bid's own says then whether the line has fallen.
      const lineMilli = stateNow(line, bid.legs, clock.now()).current || bid.lineMilli
      // An offer of all that was asked for, at its price, is a yes: there is nothing to ask the player.
      const isYes = decision.kind === 'counter' && decision.stakeMinor >= bid.stakeMinor && decision.price === bid.wantedMilli
      if (decision.kind === 'accept' || isYes) {
        const to = { stakeMinor: bid.stakeMinor, price: bid.wantedMilli, lineMilli, expiresAt, isByTrader: true }
        if (!(await inTx(db, (tx) => agreeTo(tx, id, BID.open, to)))) return false
        await place(id)
        return true
      }
      const stakeMinor = decision.stakeMinor < bid.stakeMinor ? decision.stakeMinor : bid.stakeMinor
      // A kind that has no one price is offered none: nothing could pay it.
      const price = bid.wantedMilli === 0 ? 0 : decision.price
      const isOffered = await inTx(db, (tx) => offerCounter(tx, id, { stakeMinor, price, lineMilli, expiresAt, isByTrader: true }))
      if (isOffered) await onChanged(bid.playerId, id)
      return isOffered
    },
    async look() {
      for (const bid of await listOpenBids(db, MOST_LOOKED_AT)) {
        // One that cannot be decided holds nobody else's money up.
        await lookAt(bid).catch((error: unknown) => log.error({ err: error, bid: bid.id }, 'a bid could not be looked at'))
      }
    },
    async idle() {
      while (running.size > 0) await Promise.all(running.values())
    },
  }
}

function reasonOf({ wire }: Problem): BidReason {
  if (wire === 900_030) return 'closed'
  return wire === 109 || wire === 900_031 ? 'limit' : 'refused'
}

/** What was agreed to is another wish than the player's own: he took an offer. */
function isOffer({ stakeMinor, approvedMinor, wantedMilli, offeredMilli }: Bid): boolean {
  return approvedMinor !== stakeMinor || offeredMilli !== wantedMilli
}

/** Null: the bid had gone. 'price': the line has fallen below what it was when it was agreed to. 'refused': a tax asks for more than the price that was offered. */
async function placeBid(deps: OrdersDeps, bid: Bid): Promise<'placed' | 'price' | 'refused' | Problem | null> {
  const { db, bets, clock, line, ledger, configOf } = deps
  const ctx = ctxOf(bid.visit, bid.playerId, configOf, clock)
  const { exponent } = currencyById(bid.currencyId)
  const body = plainBody(bid.request, {
    Events: eventsNow(line, bid.request, bid.legs),
    couponEvents: undefined,
    ...staking(bid.request, Number(minorText(bid.approvedMinor, exponent))),
    betGUID: tryGuid('bid', bid.id),
    UserId: bid.accountId,
  })
  const agreedPrice = { milli: bid.offeredMilli, isOffer: isOffer(bid) }
  let isGone = false
  let bad: 'price' | 'refused' | null = null
  const accept = acceptOrder(db, bets, {
    async before(tx, bet) {
      const now = Number(parseMinor(bet.price, 3) ?? 0n)
      const price = priceInstead(agreedPrice, now)
      bad = isWorse(bet, bid.lineMilli) ? 'price' : price === null || takesPrice(bet, price) ? null : 'refused'
      const locked = bad ? null : await lockOpenBid(tx, bid.id)
      isGone = !bad && !locked?.isAgreed
      if (!locked?.isAgreed) return null
      const balance = await returnMoney(tx, ledger, locked, clock.now())
      if (isProblem(balance)) throw new Error(`money of bid ${bid.id} cannot go back: ${balance.code}`)
      return price === null ? bet : atPrice(bet, price, now)
    },
    after: (tx, betId) => markBidPlaced(tx, bid.id, betId, clock.now()),
  })
  const answer = await bets.place(ctx, body, {
    accept,
    maxStakeMinor: bid.approvedMinor,
    agreedPrice,
    // What the rules have agreed to keeps their limit, whatever was placed since.
    equalTimes: bid.isByTrader ? null : SUM_FACTOR,
  })
  if (isGone) return null
  if (!isProblem(answer)) return 'placed'
  return bad ?? answer
}

/**
 * Prices have moved against the bid since it was agreed to. Kinds without one price are told by the product of their legs;
 * an anti-express lives from a low one.
 */
function isWorse({ vid, legs }: BetToAccept, lineMilli: Milli): boolean {
  const now = totalMilli(legs.map(({ price }) => price))
  return lineMilli > 0 && (vid === VID.antiExpress ? now > lineMilli : now < lineMilli)
}

/** Until when somebody has to answer. */
export const answerBy = (now: number): number => now + ANSWER_MS
