/** The two histories of a player's bets. */
import { wireMoney } from '#lib/money.ts'
import { listGames } from '#modules/bets/server/index.ts'
import { VID } from '#modules/coupon/rules/kinds.ts'
import type { LineReader } from '#modules/coupon/server/index.ts'
import type { Account, Currency, Ledger } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Texts } from '#platform/server/texts.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { BetHistoryRequest, BetInfoRequest, FilterRequest } from '../contract.ts'
import { typeFilterOf } from '../rules/bet-types.ts'
import { LONGEST_DAYS, windowOf, type Window } from '../rules/window.ts'
import { listAdvances, listBidStates } from './beside-bets.ts'
import {
  listBets,
  listOpenIds,
  ORDERS,
  selectClearedOptional,
  sumBets,
  type HistoryBet,
  type HistoryFilter,
  type Order,
} from './bets-store.ts'
import { moneyOf, wireBetInfo, wireHistoryBet, type HistoryView } from './bet-value.ts'
import { listResults } from './leg-results.ts'
import type { MailPort, SalesPort } from './ports.ts'

export interface HistoryDeps {
  db: Db
  ledger: Ledger
  line: LineReader
  /** A call may ask for another language than the session's. */
  text: Texts['text']
  /** Without it no bet can be sold. */
  sales?: SalesPort | undefined
  /** Without it no letter is sent. */
  mail?: MailPort | undefined
}

/** Open bets that are asked about their sale or raise at once: nobody has more of them than he could sell. */
const MOST_FOR_SALE = 500

/** The player's account, the active one for 0. Problem: history.other_account (30). */
export async function accountOf(deps: HistoryDeps, ctx: Ctx, accountId: number): Promise<Account | Problem> {
  const account = accountId ? await deps.ledger.account(accountId) : await deps.ledger.activeAccount(ctx.player!.id)
  if (!account || account.playerId !== ctx.player!.id) return problem('history.other_account', { wire: 30, field: 'account_id' })
  return account
}

/** Problems: history.bad_dates, history.bad_order (both 10). */
export function askedWindow(ctx: Ctx, asked: Pick<FilterRequest, 'timestamp_from' | 'timestamp_to' | 'days'>): Window | Problem {
  const { timestamp_from: from, timestamp_to: to, days } = asked
  const window = windowOf({ from, to, days }, ctx.now, ctx.config.coupon.historyDays)
  if (typeof window === 'object') return window
  return problem(`history.${window}`, { wire: 10, field: 'timestamp_from', params: { days: LONGEST_DAYS } })
}

/** What a request lets through, in the account that it names. Problems: history.other_account (30), history.bad_dates and history.bad_order (10). */
export async function filterOf(
  deps: HistoryDeps,
  ctx: Ctx,
  asked: FilterRequest,
): Promise<{ account: Account; filter: HistoryFilter } | Problem> {
  const account = await accountOf(deps, ctx, asked.account_id)
  if (isProblem(account)) return account
  const window = askedWindow(ctx, asked)
  if (isProblem(window)) return window
  const filter: HistoryFilter = {
    accountId: account.id,
    ...window,
    bySettlement: asked.is_calculated_date_type,
    feeds: asked.feed_types ?? null,
    statuses: asked.bet_common_statuses ?? null,
    hiddenStatuses: ctx.config.coupon.hiddenBetStatuses,
    types: asked.bet_types?.map(typeFilterOf) ?? null,
    search: asked.search.trim(),
    ids: null,
    clearedAt: await selectClearedOptional(deps.db, account.id),
  }
  if (asked.only_for_power) return { account, filter: { ...filter, ids: await listForPower(deps, ctx, filter) } }
  return { account, filter: asked.only_for_sale ? { ...filter, ids: await listForSale(deps, filter) } : filter }
}

async function listForSale({ db, sales }: HistoryDeps, filter: HistoryFilter): Promise<bigint[]> {
  if (!sales) return []
  const open = await listOpenIds(db, filter, MOST_FOR_SALE)
  const states = await sales.saleStates(open)
  return open.filter((id) => states.get(id)?.canSell)
}

async function listForPower({ db, sales }: HistoryDeps, ctx: Ctx, filter: HistoryFilter): Promise<readonly bigint[]> {
  if (!sales) return []
  const singles = { ...filter, types: [{ vid: VID.single, size: null, legs: null }] }
  return sales.raisable(ctx, await listOpenIds(db, singles, MOST_FOR_SALE))
}

/** All that the rows of a page need beside the bets. */
export async function viewOf(
  deps: HistoryDeps,
  ctx: Ctx,
  bets: readonly HistoryBet[],
  { currency, lng, cfView }: { currency: Currency; lng: string; cfView: number },
): Promise<HistoryView> {
  const ids = bets.map((bet) => bet.id)
  const cis = new Set(bets.flatMap((bet) => bet.receipt.legs.map((leg) => leg.ci)))
  const advanced = bets.filter((bet) => bet.advanceMinor > 0n).map((bet) => bet.id)
  const [games, results, sales, advances, bids] = await Promise.all([
    listGames(deps.db, [...cis]),
    listResults(deps.db, ids),
    deps.sales && ids.length > 0 ? deps.sales.saleStates(ids) : new Map(),
    listAdvances(deps.db, advanced),
    listBidStates(deps.db, ctx.player!.id, ids),
  ])
  const text: HistoryView['text'] = (key, params) => deps.text(lng, key, params)
  return { lng, cfView, currency, line: deps.line, games, results, sales, advances, bids, money: moneyOf(currency), text }
}

/** POST /web-api/office/history. Problems: history.other_account (30), history.bad_dates and history.bad_order (10). */
export async function readHistory(deps: HistoryDeps, ctx: Ctx, body: BetHistoryRequest): Promise<Record<string, unknown> | Problem> {
  const asked = await filterOf(deps, ctx, body)
  if (isProblem(asked)) return asked
  const { account, filter } = asked
  const { currency } = account
  const part = { order: orderOf(body.sort_type), limit: body.count, offset: (body.page - 1) * body.count }
  const [totals, bets] = await Promise.all([sumBets(deps.db, filter), listBets(deps.db, filter, part)])
  const view = await viewOf(deps, ctx, bets, { currency, lng: body.lng ?? ctx.lng, cfView: body.coef_view ?? ctx.cfView })
  return {
    items: bets.map((bet) => wireHistoryBet(bet, view)),
    count: totals.count,
    total_sum: wireMoney(totals.stakeMinor, currency.exponent),
    total_win: wireMoney(totals.backMinor, currency.exponent),
    currency_code: currency.code,
  }
}

const ORDER_OF_SORT: Readonly<Record<number, Order>> = { 0: 'oldest', 1: 'newest', 2: 'stake', 3: 'payout', 4: 'price' }

function orderOf(sort: number): Order {
  return ORDER_OF_SORT[sort] ?? ORDERS[0]
}

/** What it calls the fields of a filter. */
const BET_INFO_FIELDS: Readonly<Record<string, string>> = { account_id: 'BonusUserId', timestamp_from: 'DateFrom', timestamp_to: 'DateTo' }

/** GetBetInfoHistory, of the active account or a bonus account. */
export async function readBetInfos(deps: HistoryDeps, ctx: Ctx, body: BetInfoRequest): Promise<Record<string, unknown> | Problem> {
  const asked = await filterOf(deps, ctx, {
    account_id: body.BonusUserId,
    timestamp_from: body.DateFrom,
    timestamp_to: body.DateTo,
    days: undefined,
    bet_types: body.BetTypes,
    bet_common_statuses: body.BetStatuses,
    is_calculated_date_type: body.ByBetSettlingDates,
    only_for_sale: body.OnlyBetsForSale,
    only_for_power: false,
    search: '',
  })
  if (isProblem(asked)) {
    // A player without an account has no bets; everything else is a wrong question.
    if (asked.code === 'history.other_account' && !body.BonusUserId) return { BetInfos: [] }
    return { ...asked, status: 400, ...(asked.field ? { field: BET_INFO_FIELDS[asked.field] ?? asked.field } : {}) }
  }
  const order = body.SortType === 0 ? 'oldest' : 'newest'
  const bets = await listBets(deps.db, asked.filter, { order, limit: body.Count, offset: 0 })
  const { currency } = asked.account
  const view = await viewOf(deps, ctx, bets, { currency, lng: body.Language ?? ctx.lng, cfView: body.CfView ?? ctx.cfView })
  return { BetInfos: bets.map((bet) => wireBetInfo(bet, view)) }
}
