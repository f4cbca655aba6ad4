/** The embedded PostgreSQL for as long as a process needs it: one that has ended by itself is started again. */
import type { Logger } from './log.ts'
import { hasEmbeddedDatabase, startEmbeddedPostgres, type EmbeddedOptions, type EmbeddedPostgres } from './embedded-postgres.ts'

/** How often it is looked for, and how long a start that failed is not tried again. */
const LOOK_MS = 1_000
const AGAIN_MS = 3_000

/** One that has lived for less ends again and again: each time the pause before the next start is twice as long. */
const YOUNG_MS = 60_000
const LONGEST_PAUSE_MS = 30_000

/** Made when there is something to tell. */
type Log = () => Pick<Logger, 'error' | 'info'>

export interface KeptPostgres extends Omit<EmbeddedPostgres, 'isRunning'> {
  /** It is watched no longer and goes on running: somebody else needs it. A start again that is under way is given up. */
  leave(): Promise<void>
}

/**
 * Starts it, or adopts one that runs, and watches it until `stop`. `log` hears when it has ended, once why it cannot be
 * started again (a full disk), and when it runs again. Where its data are gone no new database is begun.
 */
export async function keepEmbeddedPostgres(options: EmbeddedOptions, log: Log, start = startEmbeddedPostgres): Promise<KeptPostgres> {
  const first = await start(options)
  let server = first
  const stopped = new AbortController()
  let looking: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let told = ''
  let began = performance.now()
  let pause = 0
  lookLater(LOOK_MS)

  function lookLater(ms: number): void {
    if (stopped.signal.aborted) return
    timer = setTimeout(() => void (looking = look()), ms)
    timer.unref()
  }

  async function look(): Promise<void> {
    if (server.isRunning()) return lookLater(LOOK_MS)
    if (told === '') {
      log().error({ pid: server.pid }, (told = 'the embedded PostgreSQL has ended by itself: it is started again'))
      const now = nextPause()
      if (now > 0) return lookLater(now)
    }
    try {
      if (!hasEmbeddedDatabase(options.stateDir)) throw new Error(`the data of the embedded PostgreSQL are gone: ${options.stateDir}`)
      server = await start({ ...options, signal: stopped.signal })
      told = ''
      began = performance.now()
      log().info({ pid: server.pid }, 'the embedded PostgreSQL runs again')
      lookLater(LOOK_MS)
    } catch (error) {
      if (stopped.signal.aborted) return
      const why = error instanceof Error ? error.message : String(error)
      if (why !== told) log().error((told = why))
      lookLater(AGAIN_MS)
    }
  }

  /** Of the first end there is none. */
  function nextPause(): number {
    if (performance.now() - began >= YOUNG_MS) pause = 0
    const now = pause
    pause = Math.min(Math.max(2 * pause, LOOK_MS), LONGEST_PAUSE_MS)
    if (now === LOOK_MS) log().error('the embedded PostgreSQL ends again and again: the pause before each start grows')
    return now
  }

  async function leave(): Promise<void> {
    stopped.abort()
    clearTimeout(timer)
    await looking
  }

  return {
    url: first.url,
    get adopted() {
      return server.adopted
    },
    get pid() {
      return server.pid
    },
    leave,
    async stop() {
      await leave()
      await server.stop()
    },
  }
}
