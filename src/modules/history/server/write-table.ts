/** Bets as a file for spreadsheets, whole as the statement is: read in parts while it is sent, so its length is bounded by the window alone (XT-25). */
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { minorText } from '#lib/money.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import { hasOnePrice } from '#modules/payout/rules/one-price.ts'
import type { Ctx } from '#platform/server/http.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import type { TableRequest } from '../contract.ts'
import { knownZone } from '../rules/day-sums.ts'
import { outcomeTitle } from '../rules/outcome-title.ts'
import { TABLE_START, tableFormOf, tableLine, type Cell, type TableForm } from '../rules/table-text.ts'
import { lastMoment } from '../rules/window.ts'
import { listOlder, whole, type HistoryBet, type HistoryFilter } from './bets-store.ts'
import { fullTitleOf, isOpen, isReplaced, statusOf, withheldOf, type HistoryView } from './bet-value.ts'
import { filterOf, viewOf, type HistoryDeps } from './read-history.ts'
import { selectionsOf, type SelectionWords } from './selection-words.ts'

const PART = 1_000

const COLUMNS = [
  'bet',
  'placed',
  'kind',
  'selections',
  'total_price',
  'currency',
  'stake',
  'promo',
  'uncovered',
  'stake_tax',
  'still_open',
  'premium',
  'status',
  'decided',
  'paid_back',
  'payout_tax',
  'net_result',
] as const

/** "1,4" → [1, 4]; what is no number is left out. */
function numbers(text: string): number[] | undefined {
  const found = text.split(',').flatMap((part) => (/^\d{1,6}$/.test(part.trim()) ? [Number(part)] : []))
  return found.length > 0 ? found : undefined
}

/** Problems: those of the list. */
export async function writeTable(deps: HistoryDeps, ctx: Ctx, query: TableRequest, reply: FastifyReply): Promise<Problem | null> {
  const asked = await filterOf(deps, ctx, {
    ...query,
    only_for_sale: false,
    only_for_power: false,
    feed_types: numbers(query.feed_types),
    bet_common_statuses: numbers(query.bet_common_statuses),
    bet_types: numbers(query.bet_types),
  })
  if (isProblem(asked)) return asked
  const { account, filter } = asked
  const lng = query.lng ?? ctx.lng
  const zone = knownZone(query.time_zone)
  const lines = linesOf(deps, ctx, whole(filter), account.currency, { lng, zone })
  const day = (ms: number) => momentIn(new Date(ms), zone).slice(0, 10)
  void reply
    .header('content-disposition', `attachment; filename="bets-${day(filter.fromMs)}-${day(lastMoment(filter.toMs))}.csv"`)
    .header('cache-control', 'no-store')
    .header('x-content-type-options', 'nosniff')
    .type('text/csv; charset=utf-8')
    .send(Readable.from(lines))
  return null
}

interface Reader {
  lng: string
  zone: string
}

async function* linesOf(deps: HistoryDeps, ctx: Ctx, filter: HistoryFilter, currency: Currency, reader: Reader): AsyncGenerator<string> {
  const form = tableFormOf(reader.lng)
  yield (
    TABLE_START +
      tableLine(
        COLUMNS.map((name) => deps.text(reader.lng, `history:column_${name}`)),
        form,
      )
  )
  let before: bigint | null = null
  for (;;) {
    const bets = await listOlder(deps.db, filter, before, PART)
    const view = await viewOf(deps, ctx, bets, { currency, lng: reader.lng, cfView: 0 })
    yield bets.map((bet) => tableLine(cellsOf(bet, view, reader.zone, form), form)).join('')
    if (bets.length < PART) return
    before = bets.at(-1)!.id
  }
}

/**
 * Its columns add up to the sums of the statement: a replaced bet counts in the one that took its place, of an open one what
 * was sold. In each row the result is the payout less the stake, but for its parts beside it, less the premium; the taxes
 * stand inside the stake and outside the payout.
 */
function cellsOf(bet: HistoryBet, view: HistoryView, zone: string, form: TableForm): Cell[] {
  const replaced = isReplaced(bet, view)
  const money = (minor: bigint): Cell => (replaced ? '' : { number: minorText(minor, view.currency.exponent) })
  const open = isOpen(bet.status)
  const back = bet.payoutMinor + bet.soldMinor
  const notOwn = bet.promoMinor + bet.uncoveredMinor
  const running = open ? bet.stakeMinor - bet.soldStakeMinor - notOwn : 0n
  const ownStake = bet.stakeMinor - notOwn - running
  const undecided = open && bet.soldStakeMinor === 0n && bet.premiumMinor === 0n
  return [
    String(bet.id),
    momentIn(bet.acceptedAt, zone),
    fullTitleOf(bet, view) || String(bet.vid),
    selectionsOf(bet, view, (minor) => minorText(minor, view.currency.exponent).replace('.', form.decimal))
      .map((one) => selectionText(one, form.decimal))
      .join(' | '),
    hasOnePrice(bet.vid) ? { number: bet.price } : '',
    view.currency.code,
    money(bet.stakeMinor),
    money(bet.promoMinor),
    money(bet.uncoveredMinor),
    money(bet.stakeTaxMinor),
    money(running),
    money(bet.premiumMinor),
    replaced ? view.text('history:replaced') : statusOf(bet, view),
    bet.settledAt && !open ? momentIn(bet.settledAt, zone) : '',
    open && bet.soldMinor === 0n ? '' : money(back),
    money(withheldOf(bet)),
    undecided ? '' : money(back - ownStake - bet.premiumMinor),
  ]
}

/** "Arden - Northmoor 1st half: Total – Over 2.5 1.9", the first leg of a block after its head. */
function selectionText({ block, game, market, outcome, price }: SelectionWords, decimal: TableForm['decimal']): string {
  return `${block && `${block}: `}${game}: ${outcomeTitle(market, outcome)} ${price.replace('.', decimal)}`
}

/** `2026-09-01 15:04:05`: sorts as text and is read as a moment by every spreadsheet. */
function momentIn(at: Date, zone: string): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' }).format(at)
}
