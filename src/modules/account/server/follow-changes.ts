/** What every process keeps in memory of players: at once where it is changed, within a second in the others. */
import { SECOND, type Clock } from '#lib/time.ts'

export interface Followed {
  /** Reads everything, and from then on what has changed every second. */
  load(): Promise<void>
  stop(): void
}

/** Clocks of processes may differ by this much, and a transaction takes its time to commit. */
const OVERLAP_MS = 30 * SECOND

/** `read` keeps what was changed from that moment on. */
export function followChanges(clock: Clock, read: (from: Date) => Promise<void>): Followed {
  let since = new Date(0)
  let timer: NodeJS.Timeout | null = null

  async function readOn(): Promise<void> {
    const from = since
    since = new Date(clock.now() - OVERLAP_MS)
    await read(from)
  }

  return {
    async load() {
      await readOn()
      // After a failed read all of it is read anew in the next turn.
      timer ??= setInterval(() => void readOn().catch(() => (since = new Date(0))), SECOND).unref()
    },
    stop() {
      if (timer) clearInterval(timer)
    },
  }
}
