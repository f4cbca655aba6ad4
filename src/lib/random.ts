/** Random draws of the world: one generator per (seed, game, stream), never shared (feeds §5.3). */
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus'

/** Probabilities are rounded before they meet a draw, so that last digits of `exp` cannot change an outcome. */
export function round9(p: number): number {
  return Math.round(p * 1e9) / 1e9
}

/** 32-bit hash of a text (FNV-1a with a final avalanche): the seed of a stream and the lot of a small choice. */
export function hash32(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) {
    h ^= text.charCodeAt(i)
    h = Math.imul(h, 0x01000193)
  }
  h ^= h >>> 16
  h = Math.imul(h, 0x85ebca6b)
  h ^= h >>> 13
  h = Math.imul(h, 0xc2b2ae35)
  return (h ^ (h >>> 16)) >>> 0
}

/** A number in [0, 1) fixed by the text: for choices that need no generator of their own. */
export function lot(text: string): number {
  return round9(hash32(text) / 4294967296)
}

/** Standard normal fixed by the text. */
export function lotNormal(text: string): number {
  return normalQuantile((hash32(text) + 0.5) / 4294967296)
}

export class Random {
  private readonly generator: { next(): number }

  constructor(seed: string) {
    this.generator = xoroshiro128plus(hash32(seed) | 0)
    // The first outputs of neighbouring seeds are alike.
    for (let i = 0; i < 8; i++) this.generator.next()
  }

  /** Uniform in [0, 1). */
  uniform(): number {
    return (this.generator.next() >>> 0) / 4294967296
  }

  chance(p: number): boolean {
    return this.uniform() < round9(p)
  }

  between(from: number, to: number): number {
    return from + (to - from) * this.uniform()
  }

  /** Whole number in [from, to]. */
  integer(from: number, to: number): number {
    return from + Math.floor(this.uniform() * (to - from + 1))
  }

  normal(mean = 0, sd = 1): number {
    return mean + sd * normalQuantile((this.uniform() * 4294967296 + 0.5) / 4294967296)
  }

  /** Index drawn by weight. */
  pick(weights: readonly number[]): number {
    let sum = 0
    for (const w of weights) sum += w
    let left = round9(this.uniform()) * sum
    for (let i = 0; i < weights.length; i++) {
      left -= weights[i]!
      if (left < 0) return i
    }
    return weights.length - 1
  }

  poisson(mean: number): number {
    if (mean <= 0) return 0
    return quantileOf(this.uniform(), (k, prev) => (k === 0 ? Math.exp(-mean) : (prev * mean) / k))
  }

  negativeBinomial(mean: number, variance: number): number {
    return negativeBinomialQuantile(this.uniform(), mean, variance)
  }

  shuffle<T>(items: readonly T[]): T[] {
    const out = [...items]
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.integer(0, i)
      const t = out[i]!
      out[i] = out[j]!
      out[j] = t
    }
    return out
  }
}

function quantileOf(u: number, term: (k: number, previous: number) => number): number {
  let k = 0
  let p = term(0, 0)
  let sum = p
  const target = round9(u)
  while (round9(sum) <= target && k < 400) {
    k++
    p = term(k, p)
    sum += p
  }
  return k
}

/** Inverse of the negative binomial distribution by mean and variance (variance > mean). */
export function negativeBinomialQuantile(u: number, mean: number, variance: number): number {
  if (mean <= 0) return 0
  const r = (mean * mean) / Math.max(1e-9, variance - mean)
  const q = 1 - mean / variance
  return quantileOf(u, (k, prev) => (k === 0 ? Math.pow(mean / variance, r) : (prev * q * (k - 1 + r)) / k))
}

/** Φ(x), Abramowitz and Stegun 7.1.26: error below 1.5e-7. */
export function normalCdf(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2)
  const poly = t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))))
  const erf = 1 - poly * Math.exp((-x * x) / 2)
  return x >= 0 ? (1 + erf) / 2 : (1 - erf) / 2
}

const QA = [-39.69683028665376, 220.9460984245205, -275.9285104469687, 138.357751867269, -30.66479806614716, 2.506628277459239]
const QB = [-54.47609879822406, 161.5858368580409, -155.6989798598866, 66.80131188771972, -13.28068155288572]
const QC = [-0.007784894002430293, -0.3223964580411365, -2.400758277161838, -2.549732539343734, 4.374664141464968, 2.938163982698783]
const QD = [0.007784695709041462, 0.3224671290700398, 2.445134137142996, 3.754408661907416]

/** Φ⁻¹(p), relative error below 1.2e-9 (Acklam's rational approximation). */
export function normalQuantile(p: number): number {
  if (p < 0.02425) return tail(Math.sqrt(-2 * Math.log(p)))
  if (p > 1 - 0.02425) return -tail(Math.sqrt(-2 * Math.log(1 - p)))
  const q = p - 0.5
  const r = q * q
  const num = QA.reduce((sum, a) => sum * r + a, 0) * q
  const den = QB.reduce((sum, b) => sum * r + b, 0) * r + 1
  return num / den
}

function tail(q: number): number {
  const num = QC.reduce((sum, c) => sum * q + c, 0)
  const den = QD.reduce((sum, d) => sum * q + d, 0) * q + 1
  return num / den
}
