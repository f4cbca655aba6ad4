/**
 * Fills a coupon for a stake and a wanted win (CP-40): open outcomes of different games whose prices multiply as nearly
 * as possible to win / stake. The same input gives the same coupon; another seed another one.
 */
import { stableHash } from '#modules/line/rules/stable-hash.ts'
import type { Milli } from '#lib/price.ts'
import { areRelated, type Related } from './relation.ts'

export interface GenerateCandidate {
  /** Names the outcome in all processes: what ties are broken with. */
  id: string
  price: Milli
  related: Related
}

export interface GenerateAsked {
  candidates: readonly GenerateCandidate[]
  /** win / stake, thousandths. */
  wantedMilli: number
  kind: 'single' | 'express' | 'any'
  seed: number
  maxLegs: number
}

/** Outcomes that are looked at for one coupon, and ways in which they are put together. */
const POOL = 240
const STARTS = 24
/** A leg of a coupon of several: neither a near certainty nor a long shot. */
const USUAL: readonly [Milli, Milli] = [1200, 6000]
const PREFERRED_LEG = 1.9
/** Coupons so far from the wanted win are no answer: a factor of two to either side. */
const FARTHEST = Math.log(2)

const logOf = (milli: number): number => Math.log(milli / 1000)

/** Places of the chosen candidates, at most `maxLegs`, never two that are related; null when none comes near. */
export function generateCoupon(asked: GenerateAsked): number[] | null {
  const target = logOf(asked.wantedMilli)
  const pool = poolOf(asked)
  let best: { legs: number[]; off: number } | null = null
  const offer = (legs: number[]): void => {
    const off = Math.abs(target - legs.reduce((sum, i) => sum + logOf(asked.candidates[i]!.price), 0))
    // Of equals the first stays: the order of the pool is the seed's.
    if (legs.length > 0 && (best === null || off < best.off - 1e-12)) best = { legs, off }
  }
  if (asked.kind !== 'express') for (const i of pool) offer([i])
  if (asked.kind !== 'single') {
    const usual = pool.filter((i) => asked.candidates[i]!.price >= USUAL[0] && asked.candidates[i]!.price <= USUAL[1])
    for (let start = 0; start < Math.min(STARTS, usual.length); start += 1) offer(expressFrom(asked, usual, start, target))
  }
  const found = best as { legs: number[]; off: number } | null
  return found && found.off <= FARTHEST && (asked.kind !== 'express' || found.legs.length > 1) ? found.legs : null
}

/** In an order of the seed, so that the same prices do not always give the same games. */
function poolOf({ candidates, seed }: GenerateAsked): number[] {
  return candidates
    .map(({ id }, i) => ({ i, rank: stableHash(`${seed}|${id}`), id }))
    .toSorted((a, b) => a.rank - b.rank || (a.id < b.id ? -1 : 1))
    .slice(0, POOL)
    .map(({ i }) => i)
}

/** Legs near the even share of what is left; the last one is the one that hits best, then single legs are exchanged. */
function expressFrom(asked: GenerateAsked, pool: readonly number[], start: number, target: number): number[] {
  const legs: number[] = []
  const size = Math.max(2, Math.min(asked.maxLegs, Math.round(target / Math.log(PREFERRED_LEG)) + (start % 3) - 1))
  let left = target
  while (legs.length < size) {
    const share = left / (size - legs.length)
    const next = nearest(asked, pool, legs, share, legs.length === 0 ? start : 0)
    if (next === null) break
    legs.push(next)
    left -= logOf(asked.candidates[next]!.price)
  }
  return legs.length < 2 ? [] : exchanged(asked, pool, legs, target)
}

/** The unrelated candidate whose price is nearest to the wanted one (its logarithm); `skip` passes over so many good ones. */
function nearest(asked: GenerateAsked, pool: readonly number[], legs: readonly number[], wanted: number, skip: number): number | null {
  const fitting = pool.filter((i) => fits(asked, i, legs))
  if (skip > 0) return fitting[skip % fitting.length] ?? null
  let best: number | null = null
  let off = Infinity
  for (const i of fitting) {
    const here = Math.abs(logOf(asked.candidates[i]!.price) - wanted)
    if (here < off - 1e-12) [best, off] = [i, here]
  }
  return best
}

function fits({ candidates }: GenerateAsked, i: number, legs: readonly number[]): boolean {
  return legs.every((leg) => leg !== i && !areRelated(candidates[leg]!.related, candidates[i]!.related))
}

/** One leg after the other is replaced by the candidate that brings the product nearest. */
function exchanged(asked: GenerateAsked, pool: readonly number[], legs: number[], target: number): number[] {
  const done = [...legs]
  for (let at = 0; at < done.length; at += 1) {
    const rest = done.filter((_, n) => n !== at)
    const wanted = target - rest.reduce((sum, i) => sum + logOf(asked.candidates[i]!.price), 0)
    const better = nearest(asked, pool, rest, wanted, 0)
    if (better !== null) done[at] = better
  }
  return done
}
