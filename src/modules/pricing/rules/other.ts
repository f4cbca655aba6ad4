/** Simple models (rules 7.8): Elo, sets of rallies with two points lead, best of n, Plackett–Luce fields. */
import { binomial } from './counting.ts'

export function eloProbability(difference: number): number {
  return 1 / (1 + 10 ** (-difference / 400))
}

/** Chance to be first to `wins` when each trial is won with p; `so` is the score so far. */
export function bestOfProbability(p: number, wins: number, so: readonly [number, number] = [0, 0]): number {
  const need = wins - so[0]
  const other = wins - so[1]
  if (need <= 0) return 1
  if (other <= 0) return 0
  let sum = 0
  for (let lost = 0; lost < other; lost++) sum += binomial(need - 1 + lost, lost) * p ** need * (1 - p) ** lost
  return sum
}

/** Chance to win a set of rallies to `to` with two points lead from the given points. */
export function rallySetProbability(p: number, to: number, points: readonly [number, number] = [0, 0]): number {
  const q = 1 - p
  const deuce = (p * p) / (p * p + q * q)
  const cells = new Map<number, number>()
  const win = (i: number, j: number): number => {
    if (i >= to && i - j >= 2) return 1
    if (j >= to && j - i >= 2) return 0
    if (i >= to - 1 && j >= to - 1) return i === j ? deuce : i > j ? p + q * deuce : p * deuce
    const key = i * 100 + j
    const known = cells.get(key)
    if (known !== undefined) return known
    const value = p * win(i + 1, j) + q * win(i, j + 1)
    cells.set(key, value)
    return value
  }
  return win(points[0], points[1])
}

/** Volleyball match: best of `bestOf` sets to 25, the last one to 15. */
export function setsMatchProbability(p: number, bestOf = 5, to = 25, lastTo = 15): number {
  const set = rallySetProbability(p, to)
  const last = rallySetProbability(p, lastTo)
  const wins = (bestOf + 1) / 2
  let straight = 0
  for (let lost = 0; lost < wins - 1; lost++) straight += binomial(wins - 1 + lost, lost) * set ** wins * (1 - set) ** lost
  return straight + binomial(2 * wins - 2, wins - 1) * (set * (1 - set)) ** (wins - 1) * last
}

/** Plackett–Luce: chance of each runner to be first, and to be among the first three. */
export function fieldProbabilities(strengths: readonly number[]): { first: number[]; top2: number[]; top3: number[] } {
  const most = Math.max(...strengths)
  const w = strengths.map((s) => Math.exp(s - most))
  let sum = 0
  for (const x of w) sum += x
  const n = w.length
  const first = w.map((x) => x / sum)
  const second = new Array<number>(n).fill(0)
  const third = new Array<number>(n).fill(0)
  for (let j = 0; j < n; j++) {
    for (let i = 0; i < n; i++) {
      if (i === j) continue
      const pair = (first[j]! * w[i]!) / (sum - w[j]!)
      second[i]! += pair
      const rest = sum - w[j]! - w[i]!
      if (rest <= 0) continue
      for (let k = 0; k < n; k++) if (k !== i && k !== j) third[k]! += (pair * w[k]!) / rest
    }
  }
  const top2 = first.map((p, i) => p + second[i]!)
  return { first, top2, top3: top2.map((p, i) => Math.min(1, p + third[i]!)) }
}
