/** Which outcomes belong to a market: needed for a cancel, which names markets and no outcomes (feeds 4.3). */
import type { OutcomeRef } from './effective.ts'

/** Types of a market by column, as in the market book. */
export interface MarketTypes {
  key: string
  outcomes: readonly { t: number; column: number }[]
}

/** 'line=-1.5|minute=30' → { line: -1.5, minute: 30 }. */
function readSpec(spec: string): Map<string, number> {
  return new Map(spec === '' ? [] : spec.split('|').map((pair) => [pair.split('=')[0]!, Number(pair.split('=')[1])]))
}

/** The param (P · 10 000) of an outcome of the market, null when any belongs to it, undefined when it cannot be told. */
function paramOf(market: MarketTypes, spec: ReadonlyMap<string, number>, column: number): number | null | undefined {
  if (spec.size === 0) return null
  const names = [...spec.keys()].sort().join()
  const line = spec.get('line') ?? 0
  const n = spec.get('n') ?? 0
  const minute = spec.get('minute') ?? 0
  // The line of a handicap is written from side 1; side 2 carries it with the other sign.
  if (names === 'line') return scaled(market.key.includes('handicap') && column === 2 ? -line : line)
  if (names === 'n') return scaled(n)
  if (names === 'minute') return scaled(minute)
  if (names === 'minute,n') return scaled(minute + n / 1000)
  if (names === 'line,minute') return scaled(line < 0 ? line * 100 - minute / 1000 : line * 100 + minute / 1000)
  return undefined
}

function scaled(p: number): number {
  return Math.round(p * 10_000) + 0
}

/** True when the outcome belongs to the market. */
export function belongsTo(market: MarketTypes, spec: string, outcome: OutcomeRef): boolean {
  const parsed = readSpec(spec)
  return market.outcomes.some((type) => {
    if (type.t !== outcome.t) return false
    const p = paramOf(market, parsed, type.column)
    return p === null || p === outcome.p
  })
}
