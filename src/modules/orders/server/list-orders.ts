/** Orders of a player for his page, in the form of the wire. */
import { wireMoney } from '#lib/money.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { wirePrice } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import type { WireAutoBet, WireBid, WireOrderEvent } from '../contract.ts'
import { AUTO_BET } from '../rules/auto-bet.ts'
import { listAutoBetsOf, type AutoBet } from './auto-bet-store.ts'
import { isOpenBid, listBids, listPartBets, type Bid } from './bid-store.ts'
import { legsNow, stateNow, type OrderLeg } from './order-legs.ts'

interface ListDeps {
  db: Db
  line: LineReader
}

interface ListBody {
  statuses?: number[] | undefined
  count: number
  lng?: string | undefined
  coef_view?: number | undefined
}

export async function listAutoBets({ db, line }: ListDeps, ctx: Ctx, body: ListBody): Promise<{ items: WireAutoBet[] }> {
  const lng = body.lng ?? ctx.lng
  const view = priceFormatOf(body.coef_view ?? ctx.cfView)
  const orders = await listAutoBetsOf(db, ctx.player!.id, body.statuses?.length ? body.statuses : [AUTO_BET.waiting], body.count)
  return { items: orders.map((order) => wireAutoBet(line, order, lng, (milli) => formatPrice(milli, view), ctx.now)) }
}

function wireAutoBet(line: LineReader, order: AutoBet, lng: string, price: (milli: number) => string, now: number): WireAutoBet {
  const { exponent, code, symbol } = currencyById(order.currencyId)
  return {
    auto_bet_id: order.id,
    status: order.status,
    reason: order.reason,
    bet_id: order.betId === null ? null : Number(order.betId),
    date: unixSeconds(order.createdAt),
    bet_type: order.legs.length > 1 ? 1 : 0,
    sum: wireMoney(order.stakeMinor, exponent),
    currency: { code, exponent, symbol },
    coef: wirePrice(order.wantedMilli),
    coef_view: price(order.wantedMilli),
    current_coef: order.status === AUTO_BET.waiting ? wirePrice(stateNow(line, order.legs, now).current) : 0,
    drop_on_score_change: order.dropOnScore,
    transform_event_kind: order.intoLive,
    events: eventsOf(line, order.legs, lng),
  }
}

export async function listBidsOf({ db, line }: ListDeps, ctx: Ctx, body: ListBody): Promise<{ items: WireBid[] }> {
  const lng = body.lng ?? ctx.lng
  const statuses = body.statuses?.length ? body.statuses : null
  const bids = await listBids(db, { playerId: ctx.player!.id, statuses, count: body.count })
  const parts = await listPartBets(db, bids)
  return { items: bids.map((bid) => wireBid(line, bid, parts.get(bid.id) ?? null, lng, ctx.now)) }
}

function wireBid(line: LineReader, bid: Bid, partBet: bigint | null, lng: string, now: number): WireBid {
  const { exponent, code, symbol } = currencyById(bid.currencyId)
  return {
    bid_id: bid.id,
    bet_guid: bid.guid,
    status: bid.status,
    reason: bid.reason,
    bet_id: bid.betId === null ? null : Number(bid.betId),
    date: unixSeconds(bid.createdAt),
    expires: unixSeconds(bid.expiresAt),
    left_ms: isOpenBid(bid) ? Math.max(0, bid.expiresAt - now) : 0,
    bet_type: bid.request.Vid ?? (bid.legs.length > 1 ? 1 : 0),
    sum: wireMoney(bid.stakeMinor, exponent),
    approved_sum: wireMoney(bid.approvedMinor, exponent),
    currency: { code, exponent, symbol },
    coef: wirePrice(bid.wantedMilli),
    current_coef: isOpenBid(bid) && isProduct(bid) ? wirePrice(stateNow(line, bid.legs, now).current) : 0,
    offered_coef: wirePrice(bid.offeredMilli),
    is_vip: bid.isVip,
    part_bet_id: partBet === null ? null : Number(partBet),
    events: eventsOf(line, bid.legs, lng),
  }
}

/** Whether the line's price of the whole is the product of its legs: it has one, and they are not of one game. */
function isProduct({ lineMilli, request }: Bid): boolean {
  return lineMilli > 0 && !request.SameGame
}

/** Names as the line has them; a game that has left it keeps its numbers only. */
export function eventsOf(line: LineReader, legs: readonly OrderLeg[], lng: string): WireOrderEvent[] {
  return legsNow(line, legs).map(({ leg, game, outcome }) => {
    const names = game ? line.names(game.gameId, leg.t, leg.p, leg.player, lng) : null
    return {
      game: names ? [names.opp1, names.opp2].filter(Boolean).join(' – ') : '',
      championship: names?.championship ?? '',
      outcome: names?.outcome ?? `${leg.t} (${leg.p})`,
      group: names?.group ?? '',
      coef: outcome ? wirePrice(outcome.price) : 0,
      kind: game?.kind ?? leg.kind,
      start: game ? unixSeconds(game.startsAt) : 0,
    }
  })
}
