/** Sums of pools. */

/** A pool, what a bet would take of it, and the most of it. */
export interface PoolPart {
  key: string
  cents: bigint
  mostCents: bigint
}

/** Null = no limit. */
export function lowestOf(a: bigint | null, b: bigint | null): bigint | null {
  if (a === null || b === null) return a ?? b
  return a < b ? a : b
}

/** Two legs of one game take of it together. */
export function sumByKey(parts: readonly PoolPart[]): PoolPart[] {
  const sums = new Map<string, PoolPart>()
  for (const part of parts) {
    const known = sums.get(part.key)
    sums.set(part.key, known ? { ...known, cents: known.cents + part.cents } : part)
  }
  return [...sums.values()]
}
