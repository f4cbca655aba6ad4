/** What a process keeps in memory of the database is read again and again; that it cannot be read is told. */
import { MINUTE, SECOND, type Clock } from '#lib/time.ts'
import type { Logger } from './log.ts'
import { counter } from './metrics.ts'
import { repeat } from './repeat.ts'

export type ReadLog = Pick<Logger, 'warn' | 'info'>

export interface ReadNews {
  worked(): void
  failed(error: unknown): void
}

const TELL_AGAIN_MS = MINUTE
const failures = counter('read_failures_total', 'Reads of what a process keeps in memory that failed, each try', ['of'])

/** The log hears of the first failure, of those that follow once a minute, and once when it works again; `/metrics` counts them all. */
export function readNews(of: string, log?: ReadLog): ReadNews {
  let toldAt: number | null = null
  return {
    worked() {
      if (toldAt !== null) log?.info({ of }, 'what is kept in memory is read again')
      toldAt = null
    },
    failed(error) {
      failures.inc({ of })
      const now = performance.now()
      if (toldAt !== null && now - toldAt < TELL_AGAIN_MS) return
      toldAt = now
      log?.warn({ err: error, of }, 'what is kept in memory could not be read, it is tried again')
    },
  }
}

export interface Kept {
  /** Reads what there is, which may fail, and from then on what is new every second. */
  load(): Promise<void>
  /** Waits for a read that is on its way. */
  stop(): Promise<void>
}

/** After `load` has succeeded `readOn` comes every second; one that failed is made again in the next turn. */
export function keepFresh(parts: { of: string; log: ReadLog; load(): Promise<void>; readOn(): Promise<void> }): Kept {
  const news = readNews(parts.of, parts.log)
  let stop: (() => Promise<void>) | null = null
  return {
    async load() {
      await parts.load()
      stop ??= repeat(SECOND, () => parts.readOn().then(news.worked), news.failed)
    },
    async stop() {
      await stop?.()
    },
  }
}

/** Clocks of processes may differ by this much, and a transaction takes its time to commit. */
const OVERLAP_MS = 30 * SECOND

/** Keeps fresh what says when it was changed: `read` is given the moment since which it looks, at first the beginning of time. */
export function keepUp(parts: { of: string; log: ReadLog; clock: Clock; read(since: Date): Promise<void> }): Kept {
  let since = new Date(0)

  async function readOn(): Promise<void> {
    const next = new Date(parts.clock.now() - OVERLAP_MS)
    await parts.read(since)
    // Not before it is read: after a failure it is read from the same moment on.
    since = next
  }

  return keepFresh({ ...parts, load: readOn, readOn })
}
