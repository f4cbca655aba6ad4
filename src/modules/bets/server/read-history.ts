/** The two histories of a player's bets. */
import { DAY } from '#lib/time.ts'
import { wireMoney } from '#lib/money.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { BetHistoryRequest, BetInfoRequest } from '../contract.ts'
import { listGames } from './bet-store.ts'
import { listBets, type HistoryFilter, type HistoryPage } from './history.ts'
import { wireBetInfo, wireHistoryBet, type HistoryView } from './history-value.ts'
import { listResults } from './leg-results.ts'

const LONGEST_WINDOW_MS = 90 * DAY
const DEFAULT_DAYS = 7

export interface HistoryDeps {
  db: Db
  ledger: Ledger
  line: LineReader
}

/** Dates of the request, or the brand's usual number of days. Problem: bets.bad_dates (error_code 10). */
function windowOf(ctx: Ctx, from: number | undefined, to: number | undefined): { fromMs: number; toMs: number } | Problem {
  const days = Number(ctx.config.coupon.historyDays) || DEFAULT_DAYS
  const toMs = to ? to * 1000 : ctx.now + 1000
  const fromMs = from ? from * 1000 : toMs - days * DAY
  if (fromMs > toMs || toMs - fromMs > LONGEST_WINDOW_MS)
    return problem('bets.bad_dates', { wire: 10, field: 'timestamp_from', params: { days: 90 } })
  return { fromMs, toMs }
}

async function viewOf(
  deps: HistoryDeps,
  ctx: Ctx,
  page: HistoryPage,
  currency: HistoryView['currency'],
  lng: string,
  cfView: number,
): Promise<HistoryView> {
  const legs = page.bets.flatMap((bet) => bet.receipt.legs)
  const [games, results] = await Promise.all([
    listGames(deps.db, [...new Set(legs.map((leg) => leg.ci))]),
    listResults(
      deps.db,
      legs.map((leg) => ({ ci: leg.ci, t: leg.t, p: paramKey(leg.p), playerId: leg.pl })),
    ),
  ])
  return { lng, cfView, currency, line: deps.line, games, results, text: ctx.text }
}

/** POST /web-api/office/history. Problems: bets.other_account (30), bets.bad_dates (10). */
export async function readHistory(deps: HistoryDeps, ctx: Ctx, body: BetHistoryRequest): Promise<Record<string, unknown> | Problem> {
  const accounts = await deps.ledger.balance(ctx.player!.id)
  const account = body.account_id ? accounts.find((a) => a.id === body.account_id) : accounts[0]
  if (!account) return problem('bets.other_account', { wire: 30, field: 'account_id' })
  const window = windowOf(ctx, body.timestamp_from, body.timestamp_to)
  if ('problem' in window) return window
  const { currency } = account
  const empty = { items: [], count: 0, total_sum: 0, total_win: 0, currency_code: currency.code }
  // Nothing can be sold yet.
  if (body.only_for_sale) return empty
  const filter: HistoryFilter = {
    accountId: account.id,
    ...window,
    bySettlement: body.is_calculated_date_type,
    feeds: body.feed_types ?? null,
    statuses: body.bet_common_statuses ?? null,
    hiddenStatuses: ctx.config.coupon.hiddenBetStatuses,
    vids: body.bet_types ?? null,
    newestFirst: body.sort_type === 1,
    limit: body.count,
    offset: (body.page - 1) * body.count,
  }
  const page = await listBets(deps.db, filter)
  const view = await viewOf(deps, ctx, page, currency, body.lng ?? ctx.lng, body.coef_view ?? ctx.cfView)
  return {
    items: page.bets.map((bet) => wireHistoryBet(bet, view)),
    count: page.count,
    total_sum: wireMoney(page.stakeSumMinor, currency.exponent),
    total_win: wireMoney(page.payoutSumMinor, currency.exponent),
    currency_code: currency.code,
  }
}

/** GetBetInfoHistory, of the active account. */
export async function readBetInfos(deps: HistoryDeps, ctx: Ctx, body: BetInfoRequest): Promise<Record<string, unknown> | Problem> {
  const account = await deps.ledger.activeAccount(ctx.player!.id)
  if (!account || body.OnlyBetsForSale) return { BetInfos: [] }
  const window = windowOf(ctx, body.DateFrom, body.DateTo)
  if ('problem' in window) return { ...window, status: 400 }
  const page = await listBets(deps.db, {
    accountId: account.id,
    ...window,
    bySettlement: body.ByBetSettlingDates,
    feeds: null,
    statuses: body.BetStatuses ?? null,
    hiddenStatuses: ctx.config.coupon.hiddenBetStatuses,
    vids: body.BetTypes ?? null,
    newestFirst: body.SortType === 1,
    limit: body.Count,
    offset: 0,
  })
  const view = await viewOf(deps, ctx, page, account.currency, body.Language ?? ctx.lng, body.CfView ?? ctx.cfView)
  return { BetInfos: page.bets.map((bet) => wireBetInfo(bet, view)) }
}
