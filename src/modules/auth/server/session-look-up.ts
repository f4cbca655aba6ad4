/**
 * Look-ups of sessions that are asked for in one turn of the event loop go to the database as one query: under load
 * nearly every call comes from a player whose last one is forgotten already.
 */
import type { Db } from '#platform/server/db.ts'
import { listSessionsBySecret, type SessionRow } from './session-store.ts'

const MOST_AT_ONCE = 200

interface Asked {
  hash: Buffer
  resolve: (row: SessionRow | null) => void
  reject: (error: unknown) => void
}

export function batchedLookUp(db: Db): (hash: Buffer) => Promise<SessionRow | null> {
  let waiting: Asked[] = []

  async function ask(asked: readonly Asked[]): Promise<void> {
    try {
      const rows = await listSessionsBySecret(
        db,
        asked.map(({ hash }) => hash),
      )
      const bySecret = new Map(rows.map((row) => [row.secret_hash.toString('latin1'), row]))
      for (const { hash, resolve } of asked) resolve(bySecret.get(hash.toString('latin1')) ?? null)
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }

  function send(): void {
    const all = waiting
    waiting = []
    for (let at = 0; at < all.length; at += MOST_AT_ONCE) void ask(all.slice(at, at + MOST_AT_ONCE))
  }

  return (hash) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(send)
      waiting.push({ hash, resolve, reject })
    })
}
