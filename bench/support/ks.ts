/** The test of Kolmogorov and Smirnov for two samples: do they come from one distribution, whatever that is. */

export interface KsResult {
  /** The largest distance between the two empirical distributions. */
  d: number
  /** How often two samples of one distribution lie at least so far apart; asymptotic, good from some forty values each. */
  p: number
}

/** Throws for an empty sample. */
export function ks(one: readonly number[], other: readonly number[]): KsResult {
  if (one.length === 0 || other.length === 0) throw new Error('ks needs two samples')
  const a = one.toSorted((x, y) => x - y)
  const b = other.toSorted((x, y) => x - y)
  let d = 0
  let i = 0
  let j = 0
  while (i < a.length && j < b.length) {
    const at = Math.min(a[i]!, b[j]!)
    // Equal values are one step of both.
    while (i < a.length && a[i] === at) i += 1
    while (j < b.length && b[j] === at) j += 1
    d = Math.max(d, Math.abs(i / a.length - j / b.length))
  }
  return { d, p: beyondKolmogorov(d * Math.sqrt((a.length * b.length) / (a.length + b.length))) }
}

/** 1 − K(x) of Kolmogorov's distribution. */
export function beyondKolmogorov(x: number): number {
  // Below, the series alternates too long; K(0.2) is 5 in 10^13.
  if (x < 0.2) return 1
  let sum = 0
  for (let k = 1; k <= 100; k += 1) {
    const term = Math.exp(-2 * k * k * x * x)
    sum += k % 2 === 1 ? term : -term
    if (term < 1e-12) break
  }
  return Math.min(1, Math.max(0, 2 * sum))
}
