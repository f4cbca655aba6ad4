/**
 * Margin (rules 7.1): taking it off shown odds and putting it on probabilities. Probabilities are doubles;
 * they become prices only through the ladder. Default: Shin removes, power adds.
 */
import { assert } from '#lib/assert.ts'
import { ladder } from '#lib/price.ts'
import type { Milli } from '#lib/price.ts'

export const REMOVE_METHODS = ['multiplicative', 'additive', 'power', 'odds_ratio', 'shin', 'goto'] as const
export type RemoveMethod = (typeof REMOVE_METHODS)[number]
export const ADD_METHODS = ['multiplicative', 'power', 'odds_ratio', 'shin'] as const
export type AddMethod = (typeof ADD_METHODS)[number]

/** Result of a method: the vector and the parameter that was solved (k, z or c; 0 for closed forms). */
export interface Solved {
  values: number[]
  parameter: number
}

function sum(values: readonly number[]): number {
  let total = 0
  for (const value of values) total += value
  return total
}

/** Root of a monotone function by bisection; `lo` and `hi` must bracket it. */
function bisect(f: (x: number) => number, lo: number, hi: number): number {
  let a = lo
  let b = hi
  const rising = f(b) > f(a)
  for (let i = 0; i < 200 && b - a > 1e-15 * Math.max(1, Math.abs(a)); i++) {
    const middle = (a + b) / 2
    if (f(middle) > 0 === rising) b = middle
    else a = middle
  }
  return (a + b) / 2
}

/** k with Σ p^k = target. Newton on a convex falling function; zeros are left out. */
export function powerExponent(p: readonly number[], target: number): number {
  const logs: number[] = []
  for (const value of p) if (value > 0) logs.push(Math.log(value))
  let k = 1
  for (let i = 0; i < 60; i++) {
    let f = -target
    let slope = 0
    for (const log of logs) {
      const power = Math.exp(k * log)
      f += power
      slope += log * power
    }
    if (slope === 0) return k
    const next = Math.max(k - f / slope, k / 10)
    if (Math.abs(next - k) < 1e-13) return next
    k = next
  }
  return k
}

function shinValues(pi: readonly number[], booksum: number, z: number): number[] {
  return pi.map((x) => (Math.sqrt(z * z + (4 * (1 - z) * x * x) / booksum) - z) / (2 * (1 - z)))
}

/** Decimal odds → probabilities that sum to 1 (rules 7.1). Odds are above 1. */
export function removeMarginSolved(odds: readonly number[], method: RemoveMethod = 'shin'): Solved {
  assert(odds.length > 1 && odds.every((o) => o > 1), 'odds of a whole market are needed')
  const pi = odds.map((o) => 1 / o)
  const booksum = sum(pi)
  switch (method) {
    case 'multiplicative':
      return { values: pi.map((x) => x / booksum), parameter: 0 }
    case 'additive':
      return { values: pi.map((x) => x - (booksum - 1) / pi.length), parameter: 0 }
    case 'power': {
      const k = powerExponent(pi, 1)
      return { values: pi.map((x) => x ** k), parameter: k }
    }
    case 'odds_ratio': {
      const at = (c: number) => pi.map((x) => x / (c + x - c * x))
      const c = bisect((x) => sum(at(x)) - 1, 1e-3, 1e3)
      return { values: at(c), parameter: c }
    }
    case 'shin': {
      const z = booksum <= 1 ? 0 : bisect((x) => sum(shinValues(pi, booksum, x)) - 1, 0, 0.9)
      return { values: shinValues(pi, booksum, z), parameter: z }
    }
    case 'goto': {
      const roots = pi.map((x) => Math.sqrt(1 - x))
      const step = (booksum - 1) / sum(roots)
      return { values: pi.map((x, i) => x - step * roots[i]!), parameter: 0 }
    }
  }
}

export function removeMargin(odds: readonly number[], method: RemoveMethod = 'shin'): number[] {
  return removeMarginSolved(odds, method).values
}

/**
 * Probabilities → implied probabilities 1/o that sum to `target`: the booksum, times the number of winners
 * where a market has several (double chance: Σp = 2, target 2B).
 */
export function addMarginSolved(p: readonly number[], target: number, method: AddMethod = 'power'): Solved {
  const total = sum(p)
  switch (method) {
    case 'multiplicative':
      return { values: p.map((x) => (x * target) / total), parameter: 0 }
    case 'power': {
      const k = powerExponent(p, target)
      return { values: p.map((x) => (x > 0 ? x ** k : 0)), parameter: k }
    }
    case 'odds_ratio': {
      const at = (c: number) => p.map((x) => (c * x) / (1 - x + c * x))
      const c = bisect((x) => sum(at(x)) - target, 1e-3, 1e3)
      return { values: at(c), parameter: c }
    }
    case 'shin': {
      const at = (z: number) => p.map((x) => Math.sqrt(z * x + (1 - z) * x * x))
      const z = bisect((x) => sum(at(x)) ** 2 - target, 0, 0.9)
      const roots = at(z)
      const s = sum(roots)
      return { values: roots.map((x) => x * s), parameter: z }
    }
  }
}

/** Probabilities → raw decimal odds with the given target booksum, before the ladder. */
export function addMargin(p: readonly number[], target: number, method: AddMethod = 'power'): number[] {
  return addMarginSolved(p, target, method).values.map((x) => 1 / x)
}

/** Probabilities → prices in thousandths: margin, then the ladder. */
export function quote(p: readonly number[], target: number, method: AddMethod = 'power'): Milli[] {
  return addMargin(p, target, method).map(ladder)
}

/**
 * Power margin on one side of a yes/no pair: p^k with p^k + (1−p)^k = booksum. The same call with 1−p gives
 * the other side. Most markets are such pairs, so this one allocates nothing.
 */
export function powerPairExponent(p: number, booksum: number): number {
  const a = Math.log(p)
  const b = Math.log(1 - p)
  let k = 1 - (booksum - 1) * 1.4
  for (let i = 0; i < 40; i++) {
    const x = Math.exp(k * a)
    const y = Math.exp(k * b)
    const slope = a * x + b * y
    const next = Math.max(k - (x + y - booksum) / slope, k / 10)
    if (Math.abs(next - k) < 1e-12) return next
    k = next
  }
  return k
}
