/**
 * A map of an esports match: first to 13 rounds. Whoever wins it, the loser's rounds are about normal, and the rounds before
 * the last one fall in any order; so the score so far says how likely each end still is.
 */
import { binomial, normalBelow } from './counting.ts'
import { makeGrid } from './goals/count-grid.ts'
import type { CountGrid, Row } from './goals/count-grid.ts'

const ROUNDS_TO = 13
const LOSER = { mean: 8, sd: 2.6 }
const LEAST_LOST = 2
const MOST_LOST = 11

/** Chance of each number of rounds of the loser. */
function loserRounds(): Float64Array {
  const p = new Float64Array(MOST_LOST + 1)
  for (let n = LEAST_LOST; n <= MOST_LOST; n++) {
    const from = n === LEAST_LOST ? 0 : normalBelow(n - 0.5, LOSER.mean, LOSER.sd)
    const to = n === MOST_LOST ? 1 : normalBelow(n + 0.5, LOSER.mean, LOSER.sd)
    p[n] = to - from
  }
  return p
}

const LOST = loserRounds()

/** Chance of the score so far among all orders that end 13 : `lost`. */
function chanceOfSoFar(winners: number, losers: number, lost: number): number {
  if (winners >= ROUNDS_TO || losers > lost) return 0
  return (binomial(ROUNDS_TO - 1, winners) * binomial(lost, losers)) / binomial(ROUNDS_TO - 1 + lost, winners + losers)
}

/** Final rounds of a map from the rounds so far; `p` is side 1's chance before it. Undefined when it is over or never ends so. */
export function mapGrid(p: number, rounds: readonly [number, number] = [0, 0]): CountGrid | undefined {
  const size = ROUNDS_TO + 1
  const cells = new Float64Array(size * size)
  for (let lost = LEAST_LOST; lost <= MOST_LOST; lost++) {
    cells[ROUNDS_TO * size + lost] = p * LOST[lost]! * chanceOfSoFar(rounds[0], rounds[1], lost)
    cells[lost * size + ROUNDS_TO] = (1 - p) * LOST[lost]! * chanceOfSoFar(rounds[1], rounds[0], lost)
  }
  return cells.some((q) => q > 0) ? makeGrid(0, 0, size, size, cells) : undefined
}

/** Kills of a map where they are counted: how many, and how they fall to its winner. */
const KILLS = { mean: 47, sd: 9.6 }
const WINNERS_SHARE = [0.532, 0.566, 0.6, 0.634, 0.668]

/** Chance of side 1 in a map from its kills so far: the winner of a map has the more of them. */
export function winByKills(p: number, kills: readonly [number, number]): number {
  const fits = (own: number, other: number): number => WINNERS_SHARE.reduce((sum, s) => sum + s ** own * (1 - s) ** other, 0)
  const one = p * fits(kills[0], kills[1])
  const two = (1 - p) * fits(kills[1], kills[0])
  return one + two > 0 ? one / (one + two) : p
}

/** Kills of both sides together, and of side 1 less those of side 2, before the map. */
export function killRows(p: number): { total: Row; difference: Row } {
  const total = normalRow(KILLS.mean, KILLS.sd, 0, 2 * KILLS.mean)
  const reach = KILLS.mean
  const difference: Row = { from: -reach, p: new Float64Array(2 * reach + 1) }
  for (const share of WINNERS_SHARE) {
    const ahead = (2 * share - 1) * KILLS.mean
    const sd = Math.sqrt(4 * share * (1 - share) * KILLS.mean + ((2 * share - 1) * KILLS.sd) ** 2)
    for (const [weight, mean] of [
      [p, ahead],
      [1 - p, -ahead],
    ] as const) {
      normalRow(mean, sd, -reach, reach).p.forEach((q, n) => (difference.p[n]! += (weight * q) / WINNERS_SHARE.length))
    }
  }
  return { total, difference }
}

function normalRow(mean: number, sd: number, from: number, to: number): Row {
  const p = new Float64Array(to - from + 1)
  for (let n = from; n <= to; n++) p[n - from] = normalBelow(n + 0.5, mean, sd) - normalBelow(n - 0.5, mean, sd)
  return { from, p }
}
