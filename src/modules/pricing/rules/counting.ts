/** Small numbers of probability: Poisson and negative binomial rows, binomials, the normal distribution. */

/** Rows stop where less than this is left; every row is then scaled to sum to 1. */
const TAIL = 1e-12

/** P(0), P(1), … of a Poisson count, summing to 1; `atLeast` entries at the minimum. */
export function poissonRow(mean: number, atLeast = 2): Float64Array {
  const row = new Float64Array(rowLength(mean, atLeast))
  let p = Math.exp(-mean)
  let sum = 0
  for (let n = 0; n < row.length; n++) {
    if (n > 0) p *= mean / n
    row[n] = p
    sum += p
  }
  for (let n = 0; n < row.length; n++) row[n]! /= sum
  return row
}

function rowLength(mean: number, atLeast: number): number {
  if (mean <= 0) return atLeast
  let p = Math.exp(-mean)
  let n = 0
  while (n < 400 && (n <= mean || p > TAIL)) {
    n++
    p *= mean / n
  }
  return Math.max(atLeast, n + 1)
}

/** Negative binomial with the given mean and variance (variance above the mean), summing to 1. */
export function negativeBinomialRow(mean: number, variance: number, length: number): Float64Array {
  const row = new Float64Array(length)
  if (mean <= 0) {
    row[0] = 1
    return row
  }
  const size = (mean * mean) / Math.max(variance - mean, 1e-6)
  const q = mean / (mean + size)
  let p = Math.exp(size * Math.log(1 - q))
  let sum = 0
  for (let n = 0; n < length; n++) {
    row[n] = p
    sum += p
    p *= ((size + n) / (n + 1)) * q
  }
  for (let n = 0; n < length; n++) row[n]! /= sum
  return row
}

const BINOMIAL_LIMIT = 100
const pascal: Float64Array[] = []

/** n over k; 0 outside the triangle. */
export function binomial(n: number, k: number): number {
  if (k < 0 || k > n || n < 0) return 0
  for (let row = pascal.length; row <= Math.min(n, BINOMIAL_LIMIT); row++) {
    const next = new Float64Array(row + 1)
    next[0] = 1
    next[row] = 1
    for (let i = 1; i < row; i++) next[i] = pascal[row - 1]![i - 1]! + pascal[row - 1]![i]!
    pascal.push(next)
  }
  if (n <= BINOMIAL_LIMIT) return pascal[n]![k]!
  let value = 1
  for (let i = 1; i <= k; i++) value = (value * (n - k + i)) / i
  return value
}

/** Standard normal distribution function (series near zero, continued fraction in the tails), error under 1e-14. */
export function normalCdf(x: number): number {
  if (x > 38) return 1
  if (x < -38) return 0
  const density = Math.exp((-x * x) / 2) / Math.sqrt(2 * Math.PI)
  const z = Math.abs(x)
  if (z < 4) {
    let term = z
    let sum = z
    for (let n = 1; n < 200 && term > 1e-17 * sum; n++) {
      term *= (z * z) / (2 * n + 1)
      sum += term
    }
    const tail = density * sum
    return x >= 0 ? 0.5 + tail : 0.5 - tail
  }
  let fraction = 0
  for (let n = 60; n >= 1; n--) fraction = n / (z + fraction)
  const tail = density / (z + fraction)
  return x >= 0 ? 1 - tail : tail
}

/** P(X ≤ x) of a normal variable; a step when sd is 0. */
export function normalBelow(x: number, mean: number, sd: number): number {
  if (sd < 1e-9) return x > mean ? 1 : x < mean ? 0 : 0.5
  return normalCdf((x - mean) / sd)
}
