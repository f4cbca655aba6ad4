/**
 * How a race goes on its way to its order. Runners come in as exponential clocks with their weights (Plackett–Luce), and such a
 * clock is the power of another one over a positive stable variable. So a part of the luck can be told early: what is left is a
 * race of the same kind with new weights, sharper than before, and the order that comes out is that of the first weights. Prices
 * made of the weights of any moment are therefore as fair as those before the start.
 */
import type { Random } from '#lib/random.ts'

export interface Stage {
  /** Part of the race that is run, 0 to 1. */
  run: number
  /** Logs of the weights, by runner; -Infinity for who does not start. */
  logs: readonly number[]
}

/** How much of the luck is left after a part of the race: its spread falls as that of a walk does. */
function luckLeft(run: number): number {
  return Math.sqrt(Math.max(1e-4, 1 - run))
}

/** Log of a positive stable variable of index a below 1, by Kanter's way. */
function logStable(random: Random, a: number): number {
  const angle = Math.PI * Math.min(1 - 1e-9, Math.max(1e-9, random.uniform()))
  const rest = 1 - a
  return (
    Math.log(Math.sin(a * angle)) -
    Math.log(Math.sin(angle)) / a +
    (rest / a) * (Math.log(Math.sin(rest * angle)) - Math.log(exponential(random)))
  )
}

function exponential(random: Random): number {
  return -Math.log(Math.max(1e-12, 1 - random.uniform()))
}

/** The weights at the parts of the race given, rising and below 1, after those of the start. */
export function courseOfRace(random: Random, weights: readonly number[], parts: readonly number[]): Stage[] {
  const stages: Stage[] = [{ run: 0, logs: weights.map((w) => (w > 0 ? Math.log(w) : -Infinity)) }]
  for (const run of parts) {
    const before = stages.at(-1)!
    const index = luckLeft(run) / luckLeft(before.run)
    stages.push({ run, logs: before.logs.map((log) => (log === -Infinity ? log : log / index + logStable(random, index))) })
  }
  return stages
}

/** The order in which runners with these weights come in: their numbers from 1, without those that do not start. */
export function orderOf(random: Random, logs: readonly number[]): number[] {
  return logs
    .map((log, n) => ({ number: n + 1, at: log === -Infinity ? Infinity : Math.log(exponential(random)) - log }))
    .filter(({ at }) => at !== Infinity)
    .toSorted((a, b) => a.at - b.at)
    .map(({ number }) => number)
}

/** Weights that a model may carry: the best is 1, and nobody who runs has 0, which would mean that he does not start. */
export function shownWeights(logs: readonly number[]): number[] {
  const best = Math.max(...logs)
  return logs.map((log) => (log === -Infinity ? 0 : Math.max(1e-6, Number(Math.exp(log - best).toPrecision(6)))))
}

/** How far apart the runners are in the picture: the luck told so far and what they began with, in one measure. */
export function standing(stage: Stage, starts: readonly number[]): number[] {
  return stage.logs
    .map((log, n) => ({ number: n + 1, at: log === -Infinity ? -Infinity : log * luckLeft(stage.run) + (1 - stage.run) * starts[n]! }))
    .filter(({ at }) => at !== -Infinity)
    .toSorted((a, b) => b.at - a.at)
    .map(({ number }) => number)
}
