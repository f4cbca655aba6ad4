/**
 * Events that fail wait longer each time, and with them what came later under the same topic and key: their order
 * holds, all others go on. Kept in memory: after a restart, and in another process, the first wait is short again.
 */
import { MINUTE } from '#lib/time.ts'

interface Keyed {
  topic: string
  key: string
}

interface Pause extends Keyed {
  failures: number
  until: number
}

export interface Pauses {
  /** Failures in a row, and the wait that follows, ms. */
  fail(event: Keyed): { failures: number; waitMs: number }
  end(event: Keyed): void
  /** What waits now. */
  list(): { topics: string[]; keys: string[] }
  clear(): void
}

const FIRST_MS = 500
const LONGEST_MS = 5 * MINUTE

/** `now`: any clock that only goes forward, ms. */
export function createPauses(now: () => number): Pauses {
  const pauses = new Map<string, Pause>()
  const nameOf = ({ topic, key }: Keyed) => JSON.stringify([topic, key])

  return {
    fail(event) {
      const failures = (pauses.get(nameOf(event))?.failures ?? 0) + 1
      const waitMs = Math.min(FIRST_MS * 2 ** (failures - 1), LONGEST_MS)
      pauses.set(nameOf(event), { topic: event.topic, key: event.key, failures, until: now() + waitMs })
      return { failures, waitMs }
    },
    end: (event) => void pauses.delete(nameOf(event)),
    list() {
      // Not tried again long after its wait: another process has handed it out.
      for (const [name, { until }] of pauses) if (until < now() - LONGEST_MS) pauses.delete(name)
      const waiting = [...pauses.values()].filter(({ until }) => until > now())
      return { topics: waiting.map(({ topic }) => topic), keys: waiting.map(({ key }) => key) }
    },
    clear: () => pauses.clear(),
  }
}
