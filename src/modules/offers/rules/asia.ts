/** The Asian view (wire 5.14): handicap and total lines of a game side by side, full time and first half. */
import { unixSeconds } from '#lib/time.ts'
import { isShown, type Book, type BookGame, type BookMarket, type BookPart } from '#modules/line/rules/book.ts'
import { mainPart, playersOf, wireListRow, type WireRow } from '#modules/line/rules/wire/game.ts'
import { mainLines, shownOutcomes, wireOutcome, type Shown, type WireOutcome } from '#modules/line/rules/wire/outcome.ts'
import type { View } from '#modules/line/rules/wire/view.ts'

interface Line {
  P?: number
  A: WireOutcome
  B: WireOutcome
}

export interface AsiaLines {
  /** Id of the sub-game, only on halves. */
  I?: number
  H?: Line[]
  T?: Line[]
  X?: WireOutcome[]
  OE?: WireOutcome[]
}

const HANDICAP = 'asian_handicap'
const TOTAL = 'asian_total'
const RESULT = new Set(['result_1x2', 'result_2way'])
const ODD_EVEN = 'odd_even'
const ASIAN = new Set([HANDICAP, TOTAL, ODD_EVEN, ...RESULT])
const HALF = 'h1'

function hasMarket(part: BookPart | undefined, key: string): boolean {
  for (const market of part?.markets.values() ?? []) {
    if (market.key === key && market.outcomes.some((outcome) => isShown(market, outcome))) return true
  }
  return false
}

/** What was found at a version of a game: thousands of games are asked for every list, and few have changed since the last one. */
const asian = new WeakMap<BookGame, { version: number; has: boolean }>()

/** Games with an Asian line: only they stand in the Asian lists. */
export function hasAsianLines(game: BookGame): boolean {
  const known = asian.get(game)
  if (known?.version === game.version) return known.has
  const part = mainPart(game)
  const has = hasMarket(part, HANDICAP) || hasMarket(part, TOTAL)
  asian.set(game, { version: game.version, has })
  return has
}

const COPIED = ['I', 'CI', 'S', 'O1', 'O2', 'O1I', 'O2I', 'KI', 'SC'] as const

/** `lines`: as many lines of each market as are nearest to the main one. */
export function wireAsiaGame(book: Book, game: BookGame, view: View, lines: number): WireRow {
  const row = wireListRow(book, game, view, true, false)
  const asia: WireRow = {}
  for (const key of COPIED) if (row[key] !== undefined) asia[key] = row[key]
  asia['S'] = unixSeconds(game.startsAt)
  const full = wireLines(book, game, mainPart(game), view, lines)
  if (full) asia['FT'] = full
  const half = game.parts.get(HALF)
  const first = half && wireLines(book, game, half, view, lines)
  if (first) asia['HT'] = { I: half.i, ...first }
  return asia
}

function wireLines(book: Book, game: BookGame, part: BookPart, view: View, lines: number): AsiaLines | undefined {
  const shown = shownOutcomes(game, part, ASIAN)
  const players = playersOf(book, game)
  const wire = (one: Shown): WireOutcome => wireOutcome(one, view, players, true)
  const mains = mainLines(part)
  const all: AsiaLines = {}
  const handicap = pairs(shown, HANDICAP, mains, wire, lines)
  const total = pairs(shown, TOTAL, mains, wire, lines)
  const result = shown.filter(({ market }) => RESULT.has(market.key)).map(wire)
  const oddEven = shown.filter(({ market }) => market.key === ODD_EVEN).map(wire)
  if (handicap.length) all.H = handicap
  if (total.length) all.T = total
  if (result.length) all.X = result.toSorted((a, b) => a.T - b.T)
  if (oddEven.length) all.OE = oddEven.toSorted((a, b) => a.T - b.T)
  return Object.keys(all).length ? all : undefined
}

/** Lines with both outcomes, by the parameter of side 1 (over): those nearest to the main line when there are more. */
function pairs(
  shown: readonly Shown[],
  key: string,
  mains: ReadonlyMap<number, BookMarket>,
  wire: (one: Shown) => WireOutcome,
  lines: number,
): Line[] {
  const byMarket = new Map<BookMarket, Shown[]>()
  for (const one of shown) {
    if (one.market.key !== key) continue
    const list = byMarket.get(one.market)
    if (list) list.push(one)
    else byMarket.set(one.market, [one])
  }
  const whole = [...byMarket].flatMap(([market, list]) => {
    const [a, b] = list.toSorted((x, y) => x.outcome.t - y.outcome.t)
    return a && b ? [{ market, a, b, p: a.outcome.p }] : []
  })
  const main = whole.find(({ market, a }) => mains.get(a.market.g) === market)?.p ?? 0
  return whole
    .toSorted((x, y) => Math.abs(x.p - main) - Math.abs(y.p - main) || x.p - y.p)
    .slice(0, lines)
    .toSorted((x, y) => x.p - y.p)
    .map(({ a, b, p }) => ({ ...(p === 0 ? {} : { P: p }), A: wire(a), B: wire(b) }))
}
