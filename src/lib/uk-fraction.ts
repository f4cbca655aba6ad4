/**
 * The fraction that a British player expects on the page (the display flag of rules 6): 4/7 for 1.579, not 579/1000.
 * Only for showing: what is stored, sent, and paid is the exact price.
 */

/** Fractions that boards have always written. */
const STANDARD: readonly (readonly [number, number])[] = (
  '1/1000 1/500 1/200 1/100 1/66 1/50 1/40 1/33 1/25 1/20 1/18 1/16 1/14 1/12 1/11 1/10 1/9 1/8 1/7 2/13 1/6 2/11 1/5 2/9 1/4 2/7 ' +
  '3/10 1/3 4/11 2/5 4/9 1/2 8/15 4/7 8/13 2/3 8/11 4/5 5/6 10/11 20/21 1/1 21/20 11/10 23/20 6/5 5/4 13/10 27/20 11/8 7/5 3/2 8/5 ' +
  '13/8 17/10 7/4 15/8 19/10 2/1 21/10 11/5 9/4 23/10 12/5 5/2 13/5 11/4 14/5 3/1 16/5 10/3 7/2 18/5 4/1 9/2 5/1 11/2 6/1 13/2 7/1 ' +
  '15/2 8/1 17/2 9/1 10/1 11/1 12/1 14/1 16/1 18/1 20/1 22/1 25/1 28/1 33/1 40/1 50/1 66/1 80/1 100/1 125/1 150/1 200/1 250/1 500/1 1000/1'
)
  .split(' ')
  .map((text) => text.split('/').map(Number) as [number, number])

/** Above this denominator an exact fraction is read as a decimal in disguise. */
const READABLE = 20

/** What is won for a stake of one, in thousandths, as "n/d": exact where it is readable, else the nearest that is not far. */
export function ukFraction(h: number): string {
  const divisor = greatestDivisor(h, 1000)
  const [top, bottom] = [h / divisor, 1000 / divisor]
  if (bottom <= READABLE || top <= 1) return `${top}/${bottom}`
  const [n, d] = nearestStandard(h) ?? simplest(h)
  return `${n}/${d}`
}

/** Parts of the price, and never more than a twentieth of the winnings: a board's own fraction may be further off. */
const NEAR_STANDARD = 40
const NEAR_OTHER = 200

function tolerance(h: number, part: number): number {
  return Math.min((h + 1000) / part, h / 20)
}

function nearestStandard(h: number): readonly [number, number] | null {
  const far = ([n, d]: readonly [number, number]) => Math.abs(h - (1000 * n) / d)
  const best = STANDARD.reduce((nearest, next) => (far(next) < far(nearest) ? next : nearest))
  return far(best) <= tolerance(h, NEAR_STANDARD) ? best : null
}

/** The fraction of the smallest denominator that lies near enough. A denominator of 1000 is exact, so there is one. */
function simplest(h: number): readonly [number, number] {
  for (let d = 1; d < 1000; d += 1) {
    const n = Math.round((h * d) / 1000)
    if (n > 0 && Math.abs(h - (1000 * n) / d) <= tolerance(h, NEAR_OTHER)) return [n, d]
  }
  return [h, 1000]
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b)
}
