/** `./polosa start`: everything between an empty machine with dependencies and a served line. */
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import pg from 'pg'
import { connectionOf } from '#platform/server/db.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { EnvError, readEnv, type Env } from '#platform/server/env.ts'
import { migrate } from '#platform/server/migrate.ts'
import { readArguments } from './arguments.ts'
import { buildSite } from './build.ts'

const root = join(import.meta.dirname, '..')
const HOME_LOCK = 7_061_965

export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'
}

export async function start(args: string[]): Promise<number> {
  const { only, dev = false } = readArguments('start', args, { only: { type: 'string' }, dev: { type: 'boolean' } }).values
  const env = readEnv(process.env, only)
  const say = (message: string) => process.stdout.write(`  ${message}\n`)
  say(`Polosa, ${env.mode} mode`)
  mkdirSync(env.home, { recursive: true })
  const stopped = stopSignal()
  // Our code is read while the database comes up.
  const code = import('#server.ts')
  code.catch(() => {})
  const database = await openDatabase(env, say)
  // Whatever ends the start (Ctrl-C in the middle of the build, a taken port), the embedded server ends with it.
  try {
    const server = await Promise.race([serve(env, database, { dev, say, code }), stopped])
    if (!server) return 0
    await stopped
    say('stopping')
    await server.stop()
  } finally {
    await database.close()
  }
  return 0
}

interface Serving {
  dev: boolean
  say(message: string): void
  code: Promise<typeof import('#server.ts')>
}

async function serve(env: Env, database: OpenDatabase, { dev, say, code }: Serving) {
  await refuseTakenPort(env)
  const done = await migrate(database.url, join(root, 'migrations'))
  if (done.length) say(`migrated the database (${done.length} ${done.length === 1 ? 'file' : 'files'})`)
  if (env.roles.includes('site') && !dev) await buildSite(say)
  const { startServer } = await code
  return startServer({ ...env, databaseUrl: database.url }, { dev, embedded: database.embedded !== null, say })
}

/** Said before the build, not after it. */
function refuseTakenPort({ port, host }: Env): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', (error) => {
      const taken = 'code' in error && error.code === 'EADDRINUSE'
      reject(taken ? new EnvError(`PORT: ${port} is taken by another program; choose another`) : error)
    })
    probe.listen(port, host, () => probe.close(() => resolve()))
  })
}

interface OpenDatabase {
  url: string
  embedded: EmbeddedPostgres | null
  close(): Promise<void>
}

/** DATABASE_URL, else the embedded server, held by this process alone. */
async function openDatabase(env: Env, say: (message: string) => void): Promise<OpenDatabase> {
  if (env.databaseUrl) return { url: env.databaseUrl, embedded: null, close: async () => {} }
  const embedded = await startEmbeddedPostgres({ stateDir: join(env.home, 'pg'), onProgress: say })
  const release = await holdHome(embedded.url, env)
  return {
    url: embedded.url,
    embedded,
    async close() {
      // The lock goes with the server: let go before, another start would take a server that is about to stop.
      await embedded.stop()
      await release()
    },
  }
}

/** One server a data folder: a lock in its database dies with the process that holds it. */
async function holdHome(url: string, env: Env): Promise<() => Promise<void>> {
  const client = new pg.Client({ ...connectionOf(url), application_name: `polosa ${process.pid}` })
  client.on('error', () => {})
  await client.connect()
  const { rows } = await client.query<{ ok: boolean }>('SELECT pg_try_advisory_lock($1) AS ok', [HOME_LOCK])
  if (!rows[0]!.ok) {
    await client.end()
    throw new AlreadyRunning(
      `another Polosa is already running on the data folder ${env.home}; stop it or set POLOSA_HOME to another folder`,
    )
  }
  return () => client.end().catch(() => {})
}

function stopSignal(): Promise<null> {
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(null))
  })
}
