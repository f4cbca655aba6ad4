/** Simple models (rules 7.8): best of n, Plackett–Luce fields. */
import { binomial } from './counting.ts'

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
