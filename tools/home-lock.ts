/**
 * One Polosa a data folder: a lock in its database, which dies with the process that holds it. The connection that holds it
 * dies with the server too, or with any of its processes; the lock is then taken again, as long as this process lives.
 */
import pg from 'pg'
import { connectionOf } from '#platform/server/db.ts'
import { LOCKS } from '#platform/server/locks.ts'
import type { Logger } from '#platform/server/log.ts'

const AGAIN_MS = 250
/** A start that finds the lock held has gone by then. */
const REFUSED_MS = 300
/** What a connection for the lock is called: by it another process sees that the server is needed, whoever holds the lock. */
const nameOf = (pid: number) => `polosa ${pid}`
const NAMES = '^polosa [0-9]+$'

export interface HomeLock {
  /** Whether a Polosa beside this one needs the server; null: it does not answer. */
  isShared(): Promise<boolean | null>
  release(): Promise<void>
}

/** Null when another process holds it. What becomes of it later is told to `log`. */
export async function holdHome(url: string, home: string, log: () => Pick<Logger, 'error' | 'info'>): Promise<HomeLock | null> {
  let client = await connectTo(url)
  if (!(await take(client))) {
    await client.end()
    return null
  }
  let released = false
  watch()

  function watch(): void {
    const lost = client
    // An error and the end of one connection are one loss.
    let isLost = false
    const once = () => {
      if (isLost) return
      isLost = true
      void lost.end().catch(() => {})
      void again()
    }
    client.once('error', once)
    client.once('end', once)
  }

  async function again(): Promise<void> {
    let next: pg.Client | null = null
    for (let told = false; !released;) {
      try {
        next ??= client = await connectTo(url)
        if (await take(next)) {
          if (told) log().info(`the data folder ${home} is held by this Polosa again`)
          return watch()
        }
        if (!told) log().error(`another Polosa took the data folder ${home} while its database was away: stop one of the two`)
        told = true
      } catch {
        void next?.end().catch(() => {})
        next = null
      }
      await new Promise((done) => setTimeout(done, AGAIN_MS))
    }
    await client.end().catch(() => {})
  }

  return {
    isShared: () => isHomeShared(url),
    async release() {
      released = true
      await client.end().catch(() => {})
    },
  }
}

/** Whether a Polosa that is not this process needs the server; null: it does not answer. */
export async function isHomeShared(url: string): Promise<boolean | null> {
  const isShared = await seesOthers(url)
  if (isShared !== true) return isShared
  await new Promise((done) => setTimeout(done, REFUSED_MS))
  return seesOthers(url)
}

async function seesOthers(url: string): Promise<boolean | null> {
  try {
    const client = await connectTo(url, 'polosa')
    try {
      const { rows } = await client.query(
        `SELECT 1 FROM pg_stat_activity WHERE application_name ~ $1 AND application_name <> $2 AND backend_type = 'client backend'`,
        [NAMES, nameOf(process.pid)],
      )
      return rows.length > 0
    } finally {
      await client.end()
    }
  } catch {
    return null
  }
}

async function connectTo(url: string, name = nameOf(process.pid)): Promise<pg.Client> {
  const client = new pg.Client({ ...connectionOf(url), application_name: name, connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

async function take(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [LOCKS.home])
  return rows[0]!.ok
}
