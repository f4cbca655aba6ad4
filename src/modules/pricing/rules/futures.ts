/**
 * Whether a payoff on two counts is the same whatever still happens. Counts only grow, and by how much nobody knows.
 * A payoff changes only where a count, the sum or the difference passes one of its marks (a line, a listed score, a
 * level result) or from even to odd, so the points at those places stand for all others.
 */
import type { PayoffValue } from './payoff.ts'
import { unpackThousandths } from '#modules/line/rules/param.ts'

/** More than any game brings. */
const FAR = 1000

/** The numbers at which payoffs of this parameter can change, with their neighbours. */
export function marksOf(p: number, max = 0): number[] {
  const marks = new Set([0, 1, max, max + 1])
  const add = (n: number): void => {
    for (const m of [Math.floor(n) - 1, Math.floor(n), Math.ceil(n), Math.ceil(n) + 1]) marks.add(Math.abs(m))
  }
  add(p)
  // Half of a sum that has to be level.
  add(p / 2)
  // Quarter lines look like packed numbers and are none.
  if ((Math.round(Math.abs(p) * 1000) * 4) % 1000 !== 0) unpackThousandths(p).forEach(add)
  return [...marks]
}

/** `steps`: how many single counts to come are looked at one by one. */
export function sameInAllFutures(
  h: number,
  a: number,
  marks: readonly number[],
  payoff: (h: number, a: number) => PayoffValue,
  steps = 3,
): boolean {
  const now = payoff(h, a)
  const holds = (x: number, y: number): boolean => x < h || y < a || payoff(x, y) === now
  const near = Array.from({ length: steps + 1 }, (_, n) => n)
  const home = [...near.map((n) => h + n), ...marks, FAR, FAR + 1]
  const away = [...near.map((n) => a + n), ...marks, FAR, FAR + 1]
  for (const x of home) {
    if (x < h) continue
    for (const y of away) if (!holds(x, y)) return false
    for (const m of marks) if (!holds(x, x + m) || !holds(x, x - m) || !holds(x, m - x)) return false
  }
  for (const y of away) {
    if (y < a) continue
    for (const m of marks) if (!holds(y + m, y) || !holds(y - m, y) || !holds(m - y, y)) return false
  }
  return true
}
