/** MakeBetBidWeb (wire 8.7.3) and the waiting part of a VIP bet (rules 8.6, 8.8). One betGUID is one bid. */
import { hash } from 'node:crypto'
import { canonicalJson } from '#lib/json.ts'
import { wireMoney, type Minor } from '#lib/money.ts'
import { priceFromWire, wirePrice, type Milli } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import type { BetRequest } from '#modules/bets/contract.ts'
import { claimKey, isVip, keyReused, notReceived, type BetCtx, type CheckedWanted, type Wanted } from '#modules/bets/server/index.ts'
import { vipLimit, vipParts } from '#modules/coupon/rules/vip-stake.ts'
import { moneyText } from '#modules/coupon/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import { guardSpending } from '#modules/limits/server/index.ts'
import { inTx, inTxOrProblem, Undone } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { couponOffers } from '#platform/shared/site-config.ts'
import type { BidAnswer, BidRequest } from '../contract.ts'
import { answerBid, BID, COUNTER_MS, fairPrice } from '../rules/bid.ts'
import type { OrdersDeps } from './auto-bets.ts'
import { agreeTo, holdMoney, insertBid, offerCounter, selectBid, selectBidByGuidOptional, type Bid, type NewBid } from './bid-store.ts'
import { answerBy, type Bids } from './bids.ts'
import { orderOf, refuseAsked } from './order-key.ts'
import { orderLegs, totalMilli } from './order-legs.ts'
import { storedVisit } from './visit.ts'

const ASK_AGAIN_MS = 5_000
/** A bid is for a price and a stake that the line does not offer. */
const ANY = { anyPrice: true, anyStake: true } as const

const closedFor = () => problem('orders.bid_closed', { wire: 900_040 })

export interface BidMaker {
  makeBid(ctx: BetCtx, body: BidRequest): Promise<BidAnswer | Problem>
  vipBid(ctx: BetCtx, wanted: Wanted, restMinor: Minor): Promise<{ bidId: number } | Problem>
}

export function createBidMaker(deps: OrdersDeps, bids: Bids): BidMaker {
  const { db, ledger, clock } = deps

  async function answerOf(id: number): Promise<BidAnswer> {
    const bid = await selectBid(db, id)
    const account = await ledger.account(bid.accountId)
    const { exponent } = currencyById(bid.currencyId)
    const money = (minor: Minor) => wireMoney(minor, exponent)
    const isOpen = bid.status === BID.open || bid.status === BID.counter
    return {
      BidId: bid.id,
      betGUID: bid.guid,
      Status: bid.status,
      Summ: money(bid.stakeMinor),
      WantedCoef: wirePrice(bid.wantedMilli),
      ApprovedSumm: money(bid.approvedMinor),
      Coef: wirePrice(bid.offeredMilli),
      Expires: isOpen ? unixSeconds(bid.expiresAt) : 0,
      waitTime: isOpen ? ASK_AGAIN_MS : 0,
      Id: bid.betId === null ? 0 : Number(bid.betId),
      Balance: money(account?.balanceMinor ?? 0n),
    }
  }

  /** Only the betGUID: its state; with ApprovedBet the offer is taken, with Summ 0 the bid withdrawn. */
  async function followUp(playerId: number, body: BidRequest): Promise<BidAnswer | Problem> {
    const bid = body.betGUID ? await selectBidByGuidOptional(db, playerId, body.betGUID) : null
    if (!bid) return problem('orders.bid_unknown', { wire: 104, field: 'betGUID' })
    if (body.ApprovedBet) await bids.takeOffer(bid.id)
    else if (body.Summ === 0) await bids.withdraw(bid.id)
    return answerOf(bid.id)
  }

  async function open(ctx: BetCtx, body: BidRequest): Promise<BidAnswer | Problem> {
    const playerId = ctx.player!.id
    const bodyHash = hash('sha256', canonicalJson({ ...body, notWait: true, OnlyKnown: undefined }), 'hex').slice(0, 32)
    const known = (guid: string) => orderOf(db, { playerId, guid, bodyHash }, selectBidByGuidOptional)
    const { betGUID } = body
    const before = betGUID ? await known(betGUID) : null
    if (isProblem(before)) return before
    if (before) {
      if (!body.OnlyKnown) await decideAnew(ctx, before)
      return answerOf(before.id)
    }
    if (body.OnlyKnown) {
      if (!betGUID) return notReceived()
      return (await refuseAsked(deps.bets, { playerId, guid: betGUID, bodyHash })) ?? open(ctx, body)
    }
    if (!couponOffers(ctx.config, 'bid')) return closedFor()
    const request: BetRequest = { ...body, Summ: body.Summ ?? 0, Shown: undefined }
    const checked = await deps.bets.check(ctx, request, ANY)
    if (isProblem(checked)) return checked
    const asked = askedOf(body, checked)
    if (isProblem(asked)) return asked
    const { guid } = checked.wanted
    const held = await insertHeld(ctx, checked.wanted, { ...asked, request, bodyHash, guid, isVip: false })
    // Refused to this call, while one beside it may have taken the key.
    const bid = isProblem(held) ? ((await known(guid)) ?? held) : held
    if (isProblem(bid)) return bid
    await decideAtOnce(bid, checked)
    return answerOf(bid.id)
  }

  /** Its process may have ended before the rules said their word: they say it now, of the line as it is now. */
  async function decideAnew(ctx: BetCtx, bid: Bid): Promise<void> {
    if (bid.status !== BID.open || bid.isAgreed || bid.isVip || bid.expiresAt <= clock.now()) return
    const checked = await deps.bets.check(ctx, bid.request, ANY)
    if (!isProblem(checked)) await decideAtOnce({ ...bid, lineMilli: lineMilli(checked), maxMinor: checked.range.maxMinor }, checked)
  }

  /** What the rules say without anybody. During a live delay the answer does not wait for the bet. */
  async function decideAtOnce(bid: Bid, checked: CheckedWanted): Promise<void> {
    // Outcomes of one game have no fair price that the chance of each could tell.
    const fair = checked.agreed?.terms.jointPrice === undefined ? fairPrice(checked.legs.map(({ outcome }) => outcome.prob)) : null
    const takenMinor = checked.range.equals?.takenMinor ?? 0n
    const asked = { wanted: bid.wantedMilli, sumMinor: bid.stakeMinor, limitMinor: bid.maxMinor, takenMinor }
    const said = fair && bid.lineMilli > 0 ? answerBid({ fair, ...asked }) : null
    const offer = { price: bid.wantedMilli, lineMilli: bid.lineMilli, expiresAt: clock.now() + COUNTER_MS, isByTrader: false }
    if (said?.state === 'counter') await inTx(db, (tx) => offerCounter(tx, bid.id, { ...offer, stakeMinor: said.maxMinor }))
    if (said?.state !== 'accepted') return
    await inTx(db, (tx) => agreeTo(tx, bid.id, BID.open, { ...offer, stakeMinor: bid.stakeMinor }))
    const placing = bids.place(bid.id)
    if (checked.delayMs === 0) await placing
  }

  async function insertHeld(
    ctx: BetCtx,
    { playerId, account, outcomes }: Wanted,
    of: Pick<NewBid, 'guid' | 'bodyHash' | 'request' | 'isVip' | 'stakeMinor' | 'wantedMilli' | 'lineMilli' | 'maxMinor' | 'legs'>,
  ): Promise<Bid | Problem> {
    const now = clock.now()
    const currencyId = account.currency.id
    const at = new Date(now)
    const held = await inTxOrProblem(db, async (tx) => {
      // The bid for the rest of a VIP stake has the key of the placed part.
      if (!of.isVip && !(await claimKey(tx, { ...of, playerId }, at))) throw new Undone(keyReused())
      const closed = await guardSpending(tx, { playerId, amountMinor: of.stakeMinor, currencyId, at })
      if (closed) throw new Undone(closed)
      const bid = await insertBid(tx, {
        ...of,
        playerId,
        accountId: account.id,
        currencyId,
        txId: ledger.ids.next(),
        visit: storedVisit(ctx),
        outcomes: outcomes.toSorted().join(),
        heldMinor: of.stakeMinor,
        expiresAt: answerBy(now),
        createdAt: now,
      })
      if (!bid) throw new Undone(problem('orders.bid_open', { wire: 900_041, field: 'Events' }))
      if (isProblem(await holdMoney(tx, ledger, bid, now))) throw new Undone(problem('bets.no_money', { wire: 103, field: 'Summ' }))
      return bid
    })
    // The page counts with the balance that it was told last.
    if (!isProblem(held)) await deps.bets.refresh([playerId])
    return held
  }

  return {
    async makeBid(ctx, body) {
      return isFollowUp(body) ? followUp(ctx.player!.id, body) : open(ctx, body)
    },
    async vipBid(ctx, wanted, restMinor) {
      const { playerId, guid } = wanted
      const known = await selectBidByGuidOptional(db, playerId, guid)
      if (known) return { bidId: known.id }
      // A question moves no money: it is told of the bid that is there.
      if (wanted.body.OnlyKnown || !isVip(ctx)) return closedFor()
      // What waits is money of the player's own, held since now: neither a code nor the house pays it later.
      const request: BetRequest = { ...wanted.body, VIPBetSumm: 0, Shown: undefined, avanceBet: false, promo: null }
      const checked = await deps.bets.check(ctx, request, ANY)
      if (isProblem(checked)) return checked
      const { maxMinor } = checked.range
      const { waiting } = vipParts(maxMinor + restMinor, maxMinor, vipLimit(maxMinor, ctx.config.betting.vip.factor))
      if (waiting === 0n) return closedFor()
      const line = lineMilli(checked)
      const bid = await insertHeld(ctx, wanted, {
        guid,
        bodyHash: wanted.bodyHash,
        request,
        isVip: true,
        stakeMinor: waiting,
        wantedMilli: line,
        lineMilli: line,
        maxMinor,
        legs: orderLegs(checked.legs),
      })
      // The same call beside this one may have been quicker.
      const made = isProblem(bid) ? ((await selectBidByGuidOptional(db, playerId, guid)) ?? bid) : bid
      return isProblem(made) ? made : { bidId: made.id }
    },
  }
}

function isFollowUp(body: BidRequest): boolean {
  return (body.Events ?? body.couponEvents ?? []).length === 0
}

/** Whether nothing can come of it but an answer: no money moves, whoever asks. */
export function onlyAsks(body: BidRequest): boolean {
  return isFollowUp(body) ? !body.ApprovedBet && body.Summ !== 0 : body.OnlyKnown
}

/** Coefficient of the line now; 0 for kinds that have none before they are settled. */
function lineMilli({ wanted, legs, agreed }: CheckedWanted): Milli {
  if (agreed?.terms.jointPrice !== undefined) return agreed.terms.jointPrice
  return (agreed?.vid ?? wanted.vid) <= 1 ? totalMilli(legs.map(({ price }) => price)) : 0
}

/** What is asked for beyond the line, or why it is no bid (900031, 900042). */
function askedOf(
  body: BidRequest,
  checked: CheckedWanted,
): Pick<NewBid, 'stakeMinor' | 'wantedMilli' | 'lineMilli' | 'maxMinor' | 'legs'> | Problem {
  const { wanted, range, legs } = checked
  const line = lineMilli(checked)
  const isOdd = wanted.body.promo || wanted.body.avanceBet || wanted.body.isAutoBet || wanted.body.SaleBetId !== 0
  const wish = priceFromWire(body.WantedCoef) ?? 0
  if (isOdd || (wish > 0 && line === 0)) return problem('orders.bid_kind', { wire: 900_002, field: 'Vid' })
  if (wanted.stakeMinor < range.minMinor) {
    const sum = moneyText(range.minMinor, wanted.account.currency)
    return problem('bets.stake_too_small', { wire: 900_031, field: 'Summ', params: { sum } })
  }
  if (wanted.stakeMinor <= range.maxMinor && wish <= line) return problem('orders.bid_needless', { wire: 900_042, field: 'Summ' })
  return {
    stakeMinor: wanted.stakeMinor,
    wantedMilli: wish > 0 ? wish : line,
    lineMilli: line,
    maxMinor: range.maxMinor,
    legs: orderLegs(legs),
  }
}
