/** Fights and boards: the winner, and in fights how and when it ends. The world's figures are feeds 10.5. */
import { boutPayoff, roundOf, roundSeconds } from './bout-states.ts'
import type { BoutEnd } from './bout-states.ts'
import { keysOf } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { must } from '#lib/assert.ts'
import type { PriceInput } from './price-input.ts'
import { trialChance } from './price-rally.ts'
import { addPair, addSet, openMarket, openSheet, outcome } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'

/** Chance of a draw when the model names none. */
const BOARD_DRAW = 0.35
const BOUT_DRAW = 0.015
/** Judges decide so often when the model names no chance (feeds 10.5). */
const DECISION = 0.5
/** Knock-outs among the finishes of martial arts (feeds 10.5). */
const KNOCKOUTS = 0.65
const MARTIAL_ROUNDS = [51, 31, 16, 1, 1]
/** Share of finishes in the first half of a round: none in its first seconds. */
const EARLY_BOXING = 0.455
const EARLY_MARTIAL = 0.475

interface Way extends BoutEnd {
  p: number
}

const BOXING = 9

function chances(input: PriceInput, facts: GameFacts): readonly [number, number, number] {
  const { p1, p2, pDraw } = input.model.extra
  if (p1 !== undefined && p2 !== undefined) return [p1, Math.max(0, 1 - p1 - p2), p2]
  const draw = pDraw ?? (facts.shape.engine === 'board' ? BOARD_DRAW : BOUT_DRAW)
  const p = trialChance(input)
  return [p * (1 - draw), draw, (1 - p) * (1 - draw)]
}

/** All ways still open: what is fought without an end is left out, the rest is scaled to 1. */
function waysOf(input: PriceInput, facts: GameFacts): Way[] {
  const { extra } = input.model
  const boxing = input.sportId === BOXING
  const rounds = Math.max(1, Math.round(extra['rounds'] ?? (boxing ? 12 : 3)))
  const [one, draw, two] = chances(input, facts)
  const decision = extra['pDecision'] ?? DECISION
  const knockout = boxing ? 1 : (extra['pKo'] ?? KNOCKOUTS)
  const early = boxing ? EARLY_BOXING : EARLY_MARTIAL
  const weights = Array.from(
    { length: rounds },
    (_, k) => extra[`r${k + 1}`] ?? (boxing ? 1 + Math.min(k, 5) * 0.25 : (MARTIAL_ROUNDS[k] ?? 1)),
  )
  const sum = weights.reduce((s, w) => s + w, 0)
  const ways: Way[] = [{ winner: 0, method: 'points', round: rounds, late: true, p: draw }]
  for (const [winner, p] of [
    [1, one],
    [2, two],
  ] as const) {
    ways.push({ winner, method: 'points', round: rounds, late: true, p: p * decision })
    for (const [k, weight] of weights.entries()) {
      for (const late of [false, true]) {
        const share = p * (1 - decision) * (weight / sum) * (late ? 1 - early : early)
        ways.push({ winner, method: 'ko', round: k + 1, late, p: share * knockout })
        if (knockout < 1) ways.push({ winner, method: 'submission', round: k + 1, late, p: share * (1 - knockout) })
      }
    }
  }
  const left = leftOfRound(input, facts)
  const open = ways.map((way) => ({ ...way, p: way.method === 'points' ? way.p : way.p * left(way) })).filter((way) => way.p > 0)
  const all = open.reduce((s, way) => s + way.p, 0)
  return open.map((way) => ({ ...way, p: way.p / all }))
}

/** Seconds at the beginning and at the end of a round in which the world ends no fight. */
const FIRST = 20
const LAST = 5
/** While a round is on, its end may still come. */
const LEAST = 0.02

/** Share of a half of a round that is still to be fought. */
function leftOfRound(input: PriceInput, facts: GameFacts): (way: BoutEnd) => number {
  const now = facts.stage === 'running' ? roundOf(facts.phase) : 0
  const seconds = roundSeconds(input.sportId === BOXING)
  const ended = facts.incidents.some(({ type, detail }) => type === 'period_end' && detail?.['period'] === `r${now}`)
  const isOver = ended || (facts.clockSec >= seconds && input.live?.clockRuns === false)
  return ({ round, late }) => {
    if (round !== now) return round > now ? 1 : 0
    if (isOver) return 0
    const [from, to] = late ? [seconds / 2, seconds - LAST] : [FIRST, seconds / 2]
    return Math.max(late ? LEAST : 0, Math.min(1, (to - facts.clockSec) / (to - from)))
  }
}

function chanceOf(ways: readonly Way[], t: number, p: number): number {
  const payoff = must(boutPayoff(t), `type ${t} has no payoff on a fight`)
  let win = 0
  for (const way of ways) win += way.p * payoff(way, p)
  return win
}

/** Boxing, martial arts, chess. */
export function priceBout(input: PriceInput, facts: GameFacts, out: PricedMarket[]): void {
  // A fight is decided with its finish and a game of chess with its own end, a moment before the end of the match is told.
  if (facts.incidents.some(({ type }) => type === 'finish' || (facts.shape.engine === 'board' && type === 'frame_end'))) return
  if (facts.counts.get('full')!.done || (input.parts && !input.parts.includes('full'))) return
  const fight = facts.shape.engine === 'bout'
  const ways = fight ? waysOf(input, facts) : []
  const sum = (winner: number) => ways.reduce((s, way) => s + (way.winner === winner ? way.p : 0), 0)
  const [one, draw, two] = fight ? [sum(1), sum(0), sum(2)] : chances(input, facts)
  const sheet = openSheet('full', input.margins, facts.stage === 'running', out)
  const put = (key: string, ts: readonly number[], probs: readonly number[], winners = 1) => {
    addSet(
      sheet,
      openMarket(sheet, key),
      ts.map((t) => outcome(t)),
      probs,
      winners,
    )
  }
  for (const key of keysOf(input.sportId, 'match', true)) {
    // Without a draw on offer a level fight gives the stake back.
    if (key === 'result_2way') addPair(sheet, openMarket(sheet, key), outcome(1), outcome(3), one / (one + two))
    else if (key === 'result_1x2') put(key, [1, 2, 3], [one, draw, two])
    else if (key === 'double_chance') put(key, [4, 5, 6], [one + draw, one + two, draw + two], 2)
    else if (fight) priceEnd(sheet, ways, key, Math.max(...ways.map((way) => way.round)))
  }
}

const ENDS: Readonly<Record<string, readonly number[]>> = {
  win_method: [2609, 2613, 2607, 2610, 2614, 2608],
  method_any: [2605, 2606, 2604],
}

function priceEnd(sheet: Sheet, ways: readonly Way[], key: string, rounds: number): void {
  const chance = (t: number, p = 0) => chanceOf(ways, t, p)
  const set = (ts: readonly (readonly [t: number, p: number])[]) => {
    const possible = ts.filter(([t, p]) => chance(t, p) > 0)
    if (possible.length < 2) return
    addSet(
      sheet,
      openMarket(sheet, key),
      possible.map(([t, p]) => outcome(t, p)),
      possible.map(([t, p]) => chance(t, p)),
    )
  }
  const every = Array.from({ length: rounds }, (_, k) => k + 1)
  if (ENDS[key]) set(ENDS[key].map((t) => [t, 0]))
  else if (key === 'end_round') set([...every.map((n) => [2299, n] as const), [2301, 0]])
  else if (key === 'win_in_round') {
    set([...every.map((n) => [1365, n] as const), ...every.map((n) => [1366, n] as const)])
  } else if (key === 'goes_distance') addPair(sheet, openMarket(sheet, key), outcome(2292), outcome(2293), chance(2292))
  else if (key === 'round_total') roundLines(sheet, ways, key, rounds)
}

/** Lines in the middle of rounds; the one nearest to even money is the main one. */
function roundLines(sheet: Sheet, ways: readonly Way[], key: string, rounds: number): void {
  const lines = Array.from({ length: rounds }, (_, k) => k + 0.5).map((line) => ({ line, p: chanceOf(ways, 3864, line) }))
  const offered = lines.filter(({ p }) => p > 0.03 && p < 0.97)
  const main = offered.toSorted((x, y) => Math.abs(x.p - 0.5) - Math.abs(y.p - 0.5))[0]
  for (const one of offered) {
    const market = openMarket(sheet, key, `line=${one.line}`, one === main)
    addPair(sheet, market, outcome(3864, one.line), outcome(3865, one.line), one.p)
  }
}
