/**
 * Last actions of sessions, written together: while one write is on its way the next ones gather, so that a
 * thousand players who do something at once cost a few commits, not a thousand.
 */
import type { Db } from '#platform/server/db.ts'
import { touchSessions } from './session-store.ts'

const MOST_AT_ONCE = 500

interface Gathered {
  /** When each session's player did something, ms. */
  actions: Map<string, number>
  written: Promise<void>
}

/** Resolves when the action is written. */
export function gatheredTouch(db: Db): (sessionId: string, at: number) => Promise<void> {
  let last: Promise<unknown> = Promise.resolve()
  let next: Gathered | null = null

  function gather(): Gathered {
    const actions = new Map<string, number>()
    const gathered: Gathered = {
      actions,
      written: last.then(() => {
        if (next === gathered) next = null
        return touchSessions(db, actions)
      }),
    }
    last = gathered.written.catch(() => {})
    return gathered
  }

  return (sessionId, at) => {
    if (!next || next.actions.size >= MOST_AT_ONCE) next = gather()
    next.actions.set(sessionId, at)
    return next.written
  }
}
