/** Proofs that were looked up and hold until their player's sessions change. */
import { largeMemory } from '#platform/server/large-memory.ts'
import { isActiveForMoney } from '../rules/session.ts'
import { digest } from './secret.ts'
import { SURE_MS, type SessionChanges } from './session-changes.ts'
import type { AuthSession } from './sessions.ts'

/** The last action that another node has noted is unknown for so long at the most. */
const REMEMBERED_MS = 20_000
const MOST = 50_000

interface Remembered<T> {
  known: T
  /** When the question was sent whose answer this is. */
  readAt: number
}

export interface MemoryOptions<Row, T> {
  changes: SessionChanges
  lookUp: (hash: Buffer) => Promise<Row | null>
  read: (row: Row) => T
  sessionOf: (known: T) => AuthSession
  /** Null: closed or expired meanwhile. */
  open: (known: T) => T | null
  /** The product's clock, ms. */
  clockNow: () => number
}

/** Gives what a secret proves: at once when it is remembered. */
export function rememberedLookUp<Row, T>(options: MemoryOptions<Row, T>): (secret: string) => Promise<T | null> | T | null {
  const { changes, lookUp, read, sessionOf, open, clockNow } = options
  const memory = largeMemory<string, Remembered<T>>(MOST, { ttl: REMEMBERED_MS })

  function holds({ known, readAt }: Remembered<T>): boolean {
    const session = sessionOf(known)
    if (!changes.holds(session.playerId, readAt)) return false
    // Who seems to have been away for long may have done something on another node, which is no change.
    return isActiveForMoney(session, clockNow()) || performance.now() - readAt <= SURE_MS
  }

  return (secret) => {
    const remembered = memory.get(secret)
    if (remembered && holds(remembered)) return open(remembered.known)
    const readAt = performance.now()
    return lookUp(digest(secret)).then((row) => {
      if (!row) return null
      const known = read(row)
      memory.set(secret, { known, readAt })
      return open(known)
    })
  }
}
