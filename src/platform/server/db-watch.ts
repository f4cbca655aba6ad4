/**
 * Sees early that the database has gone silent (stopped, hung, cut off) and lets nobody wait for it: what is on
 * its way is cut, what comes is refused at once, and when it answers again everything goes on by itself. The
 * watch asks on a connection of its own, so a full pool is not mistaken for a lost database.
 */
import pg from 'pg'
import type { Logger } from './log.ts'

/** The database does not answer; nothing was begun. */
export class DatabaseAway extends Error {
  override name = 'DatabaseAway'
  constructor() {
    super('the database does not answer')
  }
}

export interface DatabaseWatch {
  away(): boolean
  /** What the pool makes its connections of: they can be cut from here. */
  Client: typeof pg.Client
  start(): void
  stop(): void
}

/** How often it is asked, and how long an answer may take: together well under the 3 s in which a bet is answered. */
const EVERY_MS = 400
const PATIENCE_MS = 1_500

/** Watches that found their database silent: /healthz tells of them. */
const silent = new Set<DatabaseWatch>()

export function databaseIsAway(): boolean {
  return silent.size > 0
}

const onBack: (() => void)[] = []

/** Told each time that a database which was silent answers again. */
export function onDatabaseBack(listener: () => void): void {
  onBack.push(listener)
}

/** `log` hears once when the database falls silent and once when it is back. */
export function createDatabaseWatch(config: pg.PoolConfig, log?: Pick<Logger, 'error' | 'info'>): DatabaseWatch {
  const clients = new Set<pg.Client>()
  let probe: pg.Client | null = null
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  let awaySince = 0

  const watch: DatabaseWatch = {
    away: () => silent.has(watch),
    Client: watchedClient(clients, () => silent.has(watch)),
    start: () => void look(),
    stop() {
      stopped = true
      clearTimeout(timer)
      silent.delete(watch)
      if (probe) cut(probe)
    },
  }

  async function look(): Promise<void> {
    const answered = await ask()
    if (stopped) return
    if (answered) {
      if (silent.delete(watch)) {
        log?.info({ awayMs: Math.round(performance.now() - awaySince) }, 'the database answers again')
        for (const listener of onBack) listener()
      }
    } else if (!silent.has(watch)) {
      silent.add(watch)
      awaySince = performance.now()
      log?.error('the database does not answer: what needs it is refused until it is back')
      for (const client of clients) cut(client)
    }
    timer = setTimeout(() => void look(), EVERY_MS)
    timer.unref()
  }

  async function ask(): Promise<boolean> {
    const client = (probe ??= new pg.Client({ ...config, application_name: 'polosa watch' }))
    const fresh = !connected.has(client)
    try {
      if (fresh) client.on('error', () => {})
      await inTime(fresh ? client.connect() : client.query('SELECT 1'))
      connected.add(client)
      return true
    } catch (error) {
      cut(client)
      probe = null
      // A connection that was merely cut (a restart, an administrator) says nothing yet: a new one decides.
      return stopped || fresh || error instanceof DatabaseAway ? false : ask()
    }
  }

  return watch
}

const connected = new WeakSet<pg.Client>()

/** Rejects after the patience; a process that was itself held up gets one more turn to read what has arrived. */
function inTime(work: Promise<unknown>): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => setImmediate(() => setImmediate(() => reject(new DatabaseAway()))), PATIENCE_MS)
    work.then(
      () => {
        clearTimeout(timer)
        resolve()
      },
      (error: unknown) => {
        clearTimeout(timer)
        reject(error instanceof Error ? error : new Error(String(error)))
      },
    )
  })
}

/** Ends a connection without asking the other side: its queries fail at once. */
export function cut(client: pg.Client): void {
  const { connection } = client as unknown as { connection?: { stream?: { destroy(): void } } }
  connection?.stream?.destroy()
}

function watchedClient(clients: Set<pg.Client>, away: () => boolean): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config)
      clients.add(this)
      this.once('end', () => clients.delete(this))
    }

    override connect(): Promise<pg.Client>
    override connect(callback: (error: Error) => void): void
    override connect(callback?: (error: Error) => void): Promise<pg.Client> | void {
      if (!away()) return callback ? super.connect(callback) : super.connect()
      clients.delete(this)
      const error = new DatabaseAway()
      if (!callback) return Promise.reject(error)
      process.nextTick(callback, error)
    }
  }
}
