/** Histories by mail (BH-05, BH-07): the letter leaves through the port that every letter of the product takes. */
import { sql } from 'kysely'
import { formatDate, type DateFormat } from '#lib/date-format.ts'
import type { Minor } from '#lib/money.ts'
import { nameWithin } from '#lib/name-within.ts'
import { moneyInSentence } from '#lib/number-format.ts'
import type { Millis } from '#lib/time.ts'
import { moneyText } from '#modules/coupon/server/index.ts'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import { ENTRY_KINDS, firstIdAt } from '#modules/ledger/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { LetterRequest } from '../contract.ts'
import { byDay, knownZone, NO_SUMS, profitMinor, runningMinor, type BetSums, type Slot } from '../rules/day-sums.ts'
import { saysMarket } from '../rules/outcome-title.ts'
import { lastMoment } from '../rules/window.ts'
import { countLeftOut, listBets, type HistoryBet } from './bets-store.ts'
import { fullTitleOf, isOpen, isReplaced, statusOf, type HistoryView } from './bet-value.ts'
import type { Letter } from './ports.ts'
import { accountOf, askedWindow, filterOf, viewOf, type HistoryDeps } from './read-history.ts'
import { selectionsOf, type SelectionWords } from './selection-words.ts'
import { listSlots, totalOf } from './summary.ts'

/** A letter stays readable: the newest bets one by one, all of them in its sums. */
const MOST_LINES = 200

/** GET /web-api/office/history/mail-address. */
export async function readMailAddress({ mail }: HistoryDeps, ctx: Ctx): Promise<{ to: string | null; confirmed: boolean }> {
  return (await mail?.addressOf(ctx)) ?? { to: null, confirmed: false }
}

/** POST /web-api/office/history/mail. Problems: those of the list, history.no_mail (42). */
export async function sendBetsLetter(deps: HistoryDeps, ctx: Ctx, body: LetterRequest): Promise<Record<string, unknown> | Problem> {
  const asked = await filterOf(deps, ctx, {
    ...body,
    search: '',
    is_calculated_date_type: false,
    only_for_sale: false,
    only_for_power: false,
  })
  if (isProblem(asked)) return asked
  const { account, filter } = asked
  const lng = body.lng ?? ctx.lng
  const zone = knownZone(body.time_zone)
  const [bets, slots, { cleared, hidden }] = await Promise.all([
    listBets(deps.db, filter, { order: 'newest', limit: MOST_LINES, offset: 0 }),
    listSlots(deps.db, filter),
    countLeftOut(deps.db, filter),
  ])
  const view = await viewOf(deps, ctx, bets, { currency: account.currency, lng, cfView: 0 })
  const total = totalOf(slots)
  const money = (minor: Minor) => moneyText(minor, account.currency)
  const inLine = (minor: Minor) => moneyInSentence(minor, account.currency, lng)
  const notes = [
    ...(total.count > MOST_LINES ? [view.text('history:letter_newest', { shown: MOST_LINES, all: total.count })] : []),
    ...(cleared > 0 ? [view.text('history:letter_cleared', { count: cleared })] : []),
    ...(hidden > 0 ? [view.text('history:hidden_bets', { left: hidden })] : []),
    ...(bets.some((bet) => isReplaced(bet, view)) ? [view.text('history:letter_replaced')] : []),
  ]
  const dated = datesFor(ctx, lng, zone)
  const lines = bets.map((bet) => lineOf(bet, view, dated, inLine))
  return post(deps, ctx, {
    template: 'bets_history',
    lng,
    params: {
      from: dated(filter.fromMs, 'P'),
      to: dated(lastMoment(filter.toMs), 'P'),
      bets: total.count,
      stake: money(total.stakeMinor),
      between: betweenOf(total)
        .map(([key, minor]) => `\n${view.text(`history:${key}`)}: ${inLine(minor)}`)
        .join(''),
      back: money(total.backMinor),
      profit: money(profitMinor(total)),
      lines: [...notes, ...(lines.length > 0 ? lines : [view.text('history:history_empty')])].join('\n\n'),
    },
  })
}

/** What stands between stakes, payouts and result, so that the sums of a letter add up. */
function betweenOf(total: BetSums): [key: string, minor: Minor][] {
  const all: [string, Minor][] = [
    ['of_them_promo', total.promoMinor],
    ['of_them_uncovered', total.uncoveredMinor],
    ['still_open', runningMinor(total)],
    ['premiums', total.premiumMinor],
  ]
  return all.filter(([, minor]) => minor !== 0n)
}

type Dates = (at: Millis, pattern: DateFormat) => string

/** Days and moments as the player's language writes them. */
function datesFor({ country }: Pick<Ctx, 'country'>, lng: string, timeZone: string): Dates {
  return (at, pattern) => formatDate(at, pattern, { lng, country, timeZone })
}

function lineOf(bet: HistoryBet, view: HistoryView, dated: Dates, money: (minor: Minor) => string): string {
  const back = isOpen(bet.status) ? '' : ` → ${money(bet.payoutMinor + bet.soldMinor)}`
  const head = `\u2066${dated(bet.acceptedAt.getTime(), 'Pp')}\u2069  ${numberOf(bet.id, view)}  ${fullTitleOf(bet, view)}${hasOnePrice(bet.vid) ? `  ${bet.price}` : ''}`
  const sums = isReplaced(bet, view) ? replacedOf(bet, view) : `${money(bet.stakeMinor)}${back}  ${statusOf(bet, view)}`
  return [head, ...selectionsOf(bet, view, money).map(selectionLine), `  ${sums}`].join('\n')
}

/** The price stands apart: a line ends with a number too. Names keep their direction, and the line that of its words. */
function selectionLine({ block, game, market, outcome, price }: SelectionWords): string {
  const within = (name: string) => nameWithin(market, name)
  const shown = saysMarket(market, outcome) ? outcome : `${market} – ${within(outcome)}`
  return `${block && `  ${block}\n`}  ${within(game)}: ${shown}  ${within(price)}`
}

function numberOf(id: bigint, view: HistoryView): string {
  return view.text('ui:number', { id: String(id) })
}

/** Its sums are those of the bet that took its place, and are told there alone. */
function replacedOf(bet: HistoryBet, view: HistoryView): string {
  const by = view.sales.get(bet.id)?.replacedBy
  return `${view.text('history:replaced')}${by ? ` → ${numberOf(by, view)}` : ''}`
}

/** POST /web-api/office/history/casino-mail. Problems: history.other_account (30), history.bad_dates and history.bad_order (10), history.no_mail (42). */
export async function sendCasinoLetter(deps: HistoryDeps, ctx: Ctx, body: LetterRequest): Promise<Record<string, unknown> | Problem> {
  const account = await accountOf(deps, ctx, body.account_id)
  if (isProblem(account)) return account
  const window = askedWindow(ctx, body)
  if (isProblem(window)) return window
  const zone = knownZone(body.time_zone)
  const slots = await listRounds(deps.db, account.id, window)
  const total = totalOf(slots)
  const lng = body.lng ?? ctx.lng
  const dated = datesFor(ctx, lng, zone)
  const money = (minor: Minor) => moneyText(minor, account.currency)
  const inLine = (minor: Minor) => moneyInSentence(minor, account.currency, lng)
  // A day is told as that day, wherever it is read.
  const dayText = datesFor(ctx, lng, 'UTC')
  const lines = byDay(slots, zone).map(
    ({ day, sums }) => `\u2066${dayText(Date.parse(day), 'P')}\u2069  ${inLine(sums.stakeMinor)} → ${inLine(sums.backMinor)}`,
  )
  return post(deps, ctx, {
    template: 'casino_history',
    lng,
    params: {
      from: dated(window.fromMs, 'P'),
      to: dated(lastMoment(window.toMs), 'P'),
      stake: money(total.stakeMinor),
      back: money(total.backMinor),
      lines: lines.join('\n') || deps.text(lng, 'history:casino_empty'),
    },
  })
}

/** Stakes and wins of the casino as they stand in the books. */
async function listRounds(db: Db, accountId: number, window: { fromMs: number; toMs: number }): Promise<Slot[]> {
  const { casinoBet, casinoWin, casinoRollback } = ENTRY_KINDS
  const { rows } = await sql<{ slot: number; rounds: number; stake: Minor; back: Minor }>`
    SELECT (floor(extract(epoch FROM at) / 900))::int AS slot, (count(*) FILTER (WHERE kind = ${casinoBet}))::int AS rounds,
      coalesce(-sum(amount_minor) FILTER (WHERE kind IN (${casinoBet}, ${casinoRollback})), 0)::bigint AS stake,
      coalesce(sum(amount_minor) FILTER (WHERE kind = ${casinoWin}), 0)::bigint AS back
    FROM ledger_entry WHERE account_id = ${accountId} AND tx_id >= ${firstIdAt(window.fromMs)}::bigint AND tx_id < ${firstIdAt(window.toMs)}::bigint
      AND kind IN (${casinoBet}, ${casinoWin}, ${casinoRollback})
    GROUP BY 1 ORDER BY 1`.execute(db)
  return rows.map((row) => ({
    at: row.slot * 900_000,
    sums: { ...NO_SUMS, count: row.rounds, stakeMinor: row.stake, backMinor: row.back },
  }))
}

async function post({ mail }: HistoryDeps, ctx: Ctx, letter: Letter): Promise<Record<string, unknown> | Problem> {
  const address = mail ? await mail.send(ctx, letter) : null
  if (address === null) return problem('history.no_mail', { wire: 42, field: 'email' })
  return isProblem(address) ? address : { sent: true, to: address }
}
