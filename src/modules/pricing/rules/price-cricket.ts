/**
 * Cricket of one innings a side: the first innings is about normal, the second one too but stops when it has passed the
 * first. Before the toss is known either side may bat first.
 */
import { negativeBinomialRow, normalBelow } from './counting.ts'
import { offeredKeys } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { lineStates } from './goals/count-grid.ts'
import type { Row } from './goals/count-grid.ts'
import { linesAround } from './lines.ts'
import { emptyStates } from './payoff.ts'
import { playersOf } from './players.ts'
import type { PriceInput } from './price-input.ts'
import { putLines } from './score-markets.ts'
import { addLine, addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'
import { outcomeKey, packOver } from '#modules/line/rules/param.ts'

/** Balls of an innings (T20), wickets of a side. */
const BALLS = 120
const WICKETS = 10
const MOST_RUNS = 420
const SAFE_WICKETS = 3
const CAUTION = 0.035
/** Runs of the ball that wins beyond the one that was needed. */
const BEYOND = [0.48, 0.2, 0.04, 0.18, 0.02, 0.08]
/** Wickets fall with this chance a ball in the first overs; runs a ball there, and how much they spread (feeds 10.5). */
const OPENING_WICKET = 0.043
const OPENING_SHARE = 0.97
const SPREAD = 2.4

type Pair = readonly [number, number]

interface Side {
  mean: number
  so: number
  left: number
}

interface Cricket {
  sides: readonly [Side, Side]
  sd: number
  /** Side that bats first; 0 while it is not known. */
  first: 0 | 1 | 2
  live: boolean
}

function cricketOf(input: PriceInput, facts: GameFacts): Cricket {
  const { supremacy, total, extra } = input.model
  const full = facts.counts.get('full')!
  const [inn1, inn2] = [facts.counts.get('inn1'), facts.counts.get('inn2')]
  const live = facts.stage === 'running'
  const first = firstBatting(facts)
  const balls = facts.balls
  const wickets = facts.stats['wickets'] ?? [0, 0]
  const left = (n: 0 | 1): number => {
    if (!live || first === 0) return 1
    const own = (n + 1 === first ? inn1 : inn2)!
    if (own.done || wickets[n]! >= WICKETS) return 0
    if (n + 1 !== first && !inn1!.done) return 1
    // Without balls an innings that runs is about half played.
    if (!balls) return own.h + own.a > 0 ? 0.5 : 1
    // Few wickets left slow a side down.
    return runsLeft(balls[n]!) * (1 - CAUTION * Math.max(0, wickets[n]! - SAFE_WICKETS))
  }
  const half: Pair = [Math.max(20, (total + supremacy) / 2), Math.max(20, (total - supremacy) / 2)]
  return {
    sides: [
      { mean: half[0], so: full.h, left: left(0) },
      { mean: half[1], so: full.a, left: left(1) },
    ],
    sd: extra['sdSide'] ?? (extra['sdMargin'] ?? 42) / Math.SQRT2,
    first,
    live,
  }
}

/** Level runs are decided by more than runs, and give the stake back. */
function isDecided({ sides, first, live }: Cricket): boolean {
  if (!live || first === 0) return false
  const [setting, chasing] = [sides[first - 1]!, sides[2 - first]!]
  return setting.left === 0 && (chasing.left === 0 || chasing.so > setting.so)
}

/** Runs a ball by phase of the innings (feeds 10.5): the last overs bring the most. */
const PACE = [
  [36, 1.21],
  [90, 1.17],
  [BALLS, 1.53],
] as const

/** Share of an innings' runs that is still to come after so many balls. */
function runsLeft(balls: number): number {
  let left = 0
  let all = 0
  let from = 0
  for (const [to, pace] of PACE) {
    all += (to - from) * pace
    left += Math.max(0, to - Math.max(from, balls)) * pace
    from = to
  }
  return left / all
}

/** Side that batted first: by the incident that opened the innings, or by whose runs stand in it. */
function firstBatting(facts: GameFacts): 0 | 1 | 2 {
  if (facts.stage === 'before') return 0
  const opened = facts.incidents.find((one) => one.type === 'period_start' && one.detail?.['period'] === 'inn1')?.side
  if (opened) return opened === 'home' ? 1 : 2
  const inn1 = facts.counts.get('inn1')
  if (inn1 && inn1.h !== inn1.a) return inn1.h > inn1.a ? 1 : 2
  return facts.server
}

/** Runs of a side that nothing stops. */
function freeRow({ mean, so, left }: Side, sd: number): Float64Array {
  const p = new Float64Array(MOST_RUNS)
  const middle = so + mean * left
  const spread = sd * Math.sqrt(left)
  let below = 0
  for (let n = so; n < MOST_RUNS; n++) {
    const now = normalBelow(n + 0.5, middle, spread)
    p[n] = now - below
    below = now
  }
  return p
}

interface Runs {
  total: Row
  difference: Row
  home: Row
  away: Row
  first: Row
  second: Row
}

const emptyRow = (length: number, from = 0): Row => ({ from, p: new Float64Array(length) })

/** All rows of runs; both orders of batting while it is not known. */
function runsOf(c: Cricket): Runs {
  const size = MOST_RUNS + BEYOND.length + 1
  const runs: Runs = {
    total: emptyRow(2 * size),
    difference: emptyRow(2 * size + 1, -size),
    home: emptyRow(size),
    away: emptyRow(size),
    first: emptyRow(size),
    second: emptyRow(size),
  }
  for (const first of c.first === 0 ? ([1, 2] as const) : [c.first]) {
    addOrder(runs, c, first, c.first === 0 ? 0.5 : 1)
  }
  return runs
}

function addOrder(runs: Runs, c: Cricket, first: 1 | 2, weight: number): void {
  const size = -runs.difference.from
  const setting = freeRow(c.sides[first - 1]!, c.sd)
  const chasing = freeRow(c.sides[2 - first]!, c.sd)
  const own = first === 1 ? runs.home : runs.away
  const other = first === 1 ? runs.away : runs.home
  const sign = first === 1 ? 1 : -1
  let above = 1
  const start = chasing.findIndex((q) => q > 1e-9)
  const put = (x: number, y: number, chance: number) => {
    runs.total.p[x + y]! += chance
    runs.difference.p[size + sign * (x - y)]! += chance
    other.p[y]! += chance
    runs.second.p[y]! += chance
  }
  for (let x = 0; x < MOST_RUNS; x++) {
    above -= chasing[x]!
    const p = setting[x]! * weight
    if (p < 1e-10) continue
    own.p[x]! += p
    runs.first.p[x]! += p
    for (let y = start; y <= x; y++) if (chasing[y]! > 1e-9) put(x, y, p * chasing[y]!)
    if (above > 1e-9) for (const [k, share] of BEYOND.entries()) put(x, x + 1 + k, p * above * share)
  }
}

const LINES: Readonly<Record<string, readonly [row: 'total' | 'difference' | 'home' | 'away', over: number, under: number, step: number]>> =
  {
    total: ['total', 9, 10, 3],
    team1_total: ['home', 11, 12, 3],
    team2_total: ['away', 13, 14, 3],
    handicap: ['difference', 7, 8, 3],
  }

export function priceCricket(input: PriceInput, facts: GameFacts, out: PricedMarket[], only?: ReadonlySet<string>): void {
  if (facts.counts.get('full')!.done) return
  const cricket = cricketOf(input, facts)
  if (isDecided(cricket)) return
  const runs = runsOf(cricket)
  if (!input.parts || input.parts.includes('full')) {
    const sheet = openSheet('full', input.margins, cricket.live, out)
    for (const key of offeredKeys(input.sportId, 'match', false, input.top)) {
      if (!only || only.has(key)) priceMatch(sheet, input, facts, cricket, runs, key)
    }
  }
  if (!only) priceInnings(input, facts, cricket, runs, out)
}

function priceMatch(sheet: Sheet, input: PriceInput, facts: GameFacts, c: Cricket, runs: Runs, key: string): void {
  const line = LINES[key]
  if (line) {
    const [row, over, under, step] = line
    const lines = linesAround(runs[row], input.top ? 2 : 1, step, 0.5)
    putLines(sheet, key, over, under, row === 'difference' ? lines : lines.filter((one) => one.line > 0), row === 'difference')
    return
  }
  const { extra } = input.model
  switch (key) {
    case 'result_2way':
      // Level runs give the stake back.
      addLine(sheet, openMarket(sheet, key), outcome(1), outcome(3), lineStates(runs.difference, 0))
      return
    case 'winner_with_ot':
      addLine(sheet, openMarket(sheet, key), outcome(401), outcome(402), lineStates(runs.difference, 0))
      return
    case 'toss':
      if (extra['toss'] !== undefined && facts.stage === 'before') addPair(sheet, openMarket(sheet, key), outcome(3752), outcome(3753), 0.5)
      return
    case 'top_batsman_1':
    case 'top_batsman_2':
      topBatsman(sheet, input, facts, key, key === 'top_batsman_1' ? 1 : 2)
      return
    case 'first_wicket_runs':
      if (!c.live) firstWicket(sheet, key, c)
      return
    case 'opening_partnership':
      if (!c.live) partnership(sheet, key, c)
      return
    case 'first_wicket_way':
      if (extra['wicketWays'] !== undefined && !c.live) {
        addSet(
          sheet,
          openMarket(sheet, key),
          WAYS.map(([t]) => outcome(t)),
          WAYS.map(([, share]) => share),
        )
      }
      return
    default:
  }
}

/** Caught, bowled, leg before, run out, stumped, other. */
const WAYS = [
  [3762, 0.59],
  [3765, 0.19],
  [3766, 0.11],
  [3763, 0.06],
  [3764, 0.03],
  [3767, 0.02],
] as const

function topBatsman(sheet: Sheet, input: PriceInput, facts: GameFacts, key: string, side: 1 | 2): void {
  const players = playersOf(input.model.extra, 'bat').filter((player) => player.side === side)
  const sum = players.reduce((s, player) => s + player.value, 0)
  if (players.length < 2 || facts.stage !== 'before') return
  addSet(
    sheet,
    openMarket(sheet, key),
    players.map(({ id }) => outcomeKey(side === 1 ? 2054 : 2055, 0, id)),
    players.map(({ value }) => value / sum),
  )
}

/** Runs of a side before it loses its first wicket: as many balls as the wicket takes, each with its runs. */
function openingRow({ mean }: Side): Row {
  const aBall = (mean / BALLS) * OPENING_SHARE
  const row = emptyRow(200)
  let standing = 1
  for (let ball = 0; ball < BALLS; ball++) {
    const falls = ball + 1 === BALLS ? standing : standing * OPENING_WICKET
    standing -= falls
    if (ball === 0) row.p[0]! += falls
    else negativeBinomialRow(aBall * ball, aBall * ball * SPREAD, 200).forEach((q, n) => (row.p[n]! += falls * q))
  }
  return row
}

function firstWicket(sheet: Sheet, key: string, { sides }: Cricket): void {
  const [one, two] = [openingRow(sides[0]), openingRow(sides[1])]
  const either: Row = { from: 0, p: one.p.map((q, n) => (q + two.p[n]!) / 2) }
  putLines(sheet, key, 3768, 3769, linesAround(either, 1, 4, 0.5), false)
}

function partnership(sheet: Sheet, key: string, { sides }: Cricket): void {
  const [one, two] = [openingRow(sides[0]), openingRow(sides[1])]
  const states = emptyStates()
  let below = 0
  for (const [n, q] of one.p.entries()) {
    states[0] += q * below
    states[2] += q * two.p[n]!
    below += two.p[n]!
  }
  addSet(sheet, openMarket(sheet, key), [outcome(2178), outcome(2180), outcome(2179)], [states[0], states[2], 1 - states[0] - states[2]])
}

/** The two innings, and the next over of the side that bats. */
function priceInnings(input: PriceInput, facts: GameFacts, c: Cricket, runs: Runs, out: PricedMarket[]): void {
  for (const part of ['inn1', 'inn2'] as const) {
    const count = facts.counts.get(part)
    const row = part === 'inn1' ? runs.first : runs.second
    if (!count || count.done || (input.parts && !input.parts.includes(part))) continue
    // All its balls are bowled, or all are out.
    if (c.live && c.first !== 0 && c.sides[(part === 'inn1') === (c.first === 1) ? 0 : 1].left === 0) continue
    const sheet = openSheet(part, input.margins, c.live, out)
    for (const key of offeredKeys(input.sportId, 'part', false, input.top)) {
      if (key === 'total')
        putLines(
          sheet,
          key,
          9,
          10,
          linesAround(row, input.top ? 2 : 1, 3, 0.5).filter((one) => one.line > 0),
          false,
        )
      else if (key === 'odd_even') addPair(sheet, openMarket(sheet, key), outcome(182), outcome(183), 0.5)
      else if (key === 'over_runs_1' || key === 'over_runs_2') nextOver(sheet, facts, c, part, key)
    }
  }
}

function nextOver(sheet: Sheet, facts: GameFacts, c: Cricket, part: 'inn1' | 'inn2', key: string): void {
  const side = key === 'over_runs_1' ? 1 : 2
  const bats = c.first === 0 ? 0 : part === 'inn1' ? c.first : c.first === 1 ? 2 : 1
  if (bats !== side || facts.phase !== part || !facts.balls) return
  const over = Math.floor(facts.balls[side - 1]! / 6) + 2
  // The last over but one is sure only while wickets are left; the last ones may not be bowled.
  if (over > 18 || (facts.stats['wickets']?.[side - 1] ?? 0) > 6) return
  const mean = (c.sides[side - 1]!.mean / 20) * (over <= 15 ? 0.94 : 1.19)
  const row: Row = { from: 0, p: negativeBinomialRow(mean, mean * SPREAD, 60) }
  const [t1, t2] = side === 1 ? [2068, 2069] : [2070, 2071]
  for (const { line, states, main } of linesAround(row, 1, 2, 0.5)) {
    if (line <= 0) continue
    const p = packOver(over, line)
    addLine(sheet, openMarket(sheet, key, `line=${line}|n=${over}`, main), outcome(t1, p), outcome(t2, p), states)
  }
}
