/** The bet as the acceptor writes it, with its receipt. */
import { milliText, priceFromWire } from '#lib/price.ts'
import type { Minor } from '#lib/money.ts'
import { isDuel } from '#modules/coupon/rules/banned.ts'
import { combine, combinedMilli } from '#modules/coupon/rules/combined.ts'
import { normalCode } from '#modules/coupon/rules/coupon-code.ts'
import { payoutCapMinor } from '#modules/limits/server/index.ts'
import type { BetToAccept } from './acceptor.ts'
import type { BetCtx, Wanted } from './bet-request.ts'
import type { Agreed, CheckedBet, PlaceDeps, SeenLeg } from './checked-bet.ts'
import { teamsOf } from './duel-teams.ts'
import { keyDigest, type Receipt, type ReceiptLeg } from './receipt.ts'
import { seenPrice } from './shown.ts'

export function betToAccept(deps: PlaceDeps, ctx: BetCtx, wanted: Wanted, checked: CheckedBet, waitedMs: number): BetToAccept {
  const { legs: seen, range, agreed, stops } = checked
  const legs = agreed?.change ? seen.map((leg, i) => ({ ...leg, price: agreed.change!.prices[i] ?? leg.price })) : seen
  const given = agreed?.price ?? priceOf(legs.map((leg) => leg.price))
  const stakeMinor = agreed?.stakeMinor ?? wanted.stakeMinor
  return {
    betId: deps.ledger.ids.next(),
    playerId: wanted.playerId,
    accountId: wanted.account.id,
    currencyId: wanted.account.currency.id,
    guid: wanted.guid,
    bodyHash: wanted.bodyHash,
    vid: agreed?.vid ?? wanted.vid,
    stakeMinor,
    price: given,
    maxPayoutMinor: payoutCapMinor(range, stakeMinor),
    receipt: JSON.stringify(receiptOf(ctx, wanted, { ...checked, legs }, given, waitedMs)),
    legs,
    money: agreed?.money ?? null,
    stops,
  }
}

/** What the player himself stakes: all but a promo code. An advance is his, for he repays it (rules 8.5). */
export function ownStake(wanted: Wanted, agreed: Agreed | null): Minor {
  if (!agreed) return wanted.stakeMinor
  // The stake of the bet that it replaces.
  if (agreed.change) return 0n
  return agreed.stakeMinor - (agreed.money?.promo?.minor ?? 0n)
}

function priceOf(prices: readonly number[]): string {
  return milliText(combinedMilli(combine(prices)))
}

function receiptOf(ctx: BetCtx, wanted: Wanted, { legs, agreed, shown }: CheckedBet, given: string, waitedMs: number): Receipt {
  const { body } = wanted
  const receipt: Receipt = {
    v: 2,
    brand: ctx.brand,
    session: ctx.session?.id ?? '',
    ip: ctx.ip,
    country: ctx.countryId,
    partner: ctx.partner,
    receivedAt: ctx.now,
    waitedMs,
    source: body.Source,
    oneClick: body.OneClickBet,
    checkCf: wanted.checkCf,
    approved: wanted.approved,
    couponCode: body.CouponCode === null ? null : normalCode(body.CouponCode),
    key: keyDigest(wanted),
    asked: askedPrice(wanted, legs, agreed) ?? given,
    given,
    legs: legs.map((leg, i) => receiptLeg(leg, wanted.events[i])),
  }
  if (agreed && Object.keys(agreed.terms).length > 0) receipt.terms = agreed.terms
  if (shown) receipt.shown = shown
  return receipt
}

/** Another price than was given: the one that was shown, or that of the legs where they multiply. Null: the same, or the kind has none. */
function askedPrice({ body, selections }: Wanted, legs: readonly SeenLeg[], agreed: Agreed | null): string | null {
  const { antiExpressPrice: anti, jointPrice: joint } = agreed?.terms ?? {}
  const seen = anti === undefined ? seenPrice(body) : BigInt(priceFromWire(body.AntiExpressCoef) ?? 0)
  if (anti !== undefined || joint !== undefined || agreed?.change) return seen ? milliText(seen) : null
  const multiplies = !agreed || agreed.vid <= 1
  return multiplies && legs.some((leg) => leg.price !== leg.selection.price) ? priceOf(selections.map((s) => s.price)) : null
}

function receiptLeg({ selection, price, game, outcome }: SeenLeg, event: Wanted['events'][number] | undefined): ReceiptLeg {
  const leg: ReceiptLeg = {
    i: game.gameId,
    ci: game.ci,
    main: game.mainGameId,
    t: selection.t,
    p: selection.p,
    pl: selection.playerId,
    k: game.kind,
    g: outcome.g,
    gs: outcome.gs,
    asked: selection.price,
    given: price,
    ver: game.version,
    pv: null,
    score: `${game.score[0]}:${game.score[1]}`,
    sec: game.clockSec,
  }
  if (outcome.boost && price === outcome.price) leg.boost = outcome.boost.from
  if (event?.PlayersDuel?.length && isDuel(selection.gameId)) leg.duel = teamsOf(event.PlayersDuel)
  return leg
}
