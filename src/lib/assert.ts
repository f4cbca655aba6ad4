/** A broken invariant: a bug of ours, never a player's mistake. Stays on in production (standards OPS-19). */
export class AssertionFailed extends Error {
  override name = 'AssertionFailed'
}

export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new AssertionFailed(message)
}

/** Marks the branch of an exhaustive switch that types say cannot be reached. */
export function unreachable(value: never, what = 'value'): never {
  throw new AssertionFailed(`unexpected ${what}: ${JSON.stringify(value)}`)
}

/** The value, or a bug if it is missing: for lookups that an invariant guarantees. */
export function must<T>(value: T | null | undefined, message: string): T {
  if (value === null || value === undefined) throw new AssertionFailed(message)
  return value
}
