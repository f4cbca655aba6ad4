/** `./polosa start`: everything between an empty machine with dependencies and a served line. */
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { isatty } from 'node:tty'
import pg from 'pg'
import { connectionOf } from '#platform/server/db.ts'
import { hasEmbeddedDatabase, startEmbeddedPostgres, type EmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { readEnv, type Env } from '#platform/server/env.ts'
import { migrate } from '#platform/server/migrate.ts'
import { readArguments } from './arguments.ts'
import { buildSite } from './build.ts'
import { databaseInWords, fileInWords, inWords } from './in-words.ts'

const root = join(import.meta.dirname, '..')
const HOME_LOCK = 7_061_965

export class AlreadyRunning extends Error {
  override name = 'AlreadyRunning'
}

/** `verb`: what it was called by; `./polosa dev` is a start with the site rebuilt. */
export async function start(args: string[], verb: 'start' | 'dev' = 'start'): Promise<number> {
  const { only, dev = verb === 'dev' } = readArguments(verb, args, { only: { type: 'string' }, dev: { type: 'boolean' } }).values
  const env = readEnv(process.env, only)
  const say = (message: string) => process.stdout.write(`  ${message}\n`)
  say(`Polosa, ${env.mode} mode`)
  // No data folder is begun for it; of a second start on one that was begun there is more to say than that the port is taken.
  if (!hasEmbeddedDatabase(join(env.home, 'pg'))) await refuseTakenPort(env)
  await fileInWords(`POLOSA_HOME: ${env.home}`, () => mkdirSync(env.home, { recursive: true }))
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
  const done = await databaseInWords(() => migrate(database.url, join(root, 'migrations')))
  if (done.length) say(`migrated the database (${done.length} ${done.length === 1 ? 'file' : 'files'})`)
  if (env.roles.includes('site') && !dev) await buildSite(say)
  const { startServer } = await code
  return startServer({ ...env, databaseUrl: database.url }, { dev, embedded: database.embedded !== null, say })
}

/** Said before the build and before a data folder is begun, not after them. */
function refuseTakenPort({ port, host }: Env): Promise<void> {
  const probe = () =>
    new Promise<void>((resolve, reject) => {
      const server = createServer()
      server.once('error', reject)
      server.listen(port, host, () => server.close(() => resolve()))
    })
  return inWords(probe, ({ code }) => {
    if (code === 'EADDRINUSE') return `PORT: ${port} is taken by another program; choose another`
    if (code === 'EACCES' || code === 'EPERM') return `PORT: this user may not listen on ${port}; choose another`
    if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code)) return `HOST: ${host} is no address of this machine`
    return null
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
  const stateDir = join(env.home, 'pg')
  const embedded = await fileInWords(`POLOSA_HOME: ${env.home}`, () => startEmbeddedPostgres({ stateDir, onProgress: say }))
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
  const terminal = [1, 2].filter((fd) => isatty(fd))
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  return new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve(null))
    // The terminal and its shell may both tell; a second one must not end the stop.
    process.on('SIGHUP', () => {
      leaveTerminal(terminal.splice(0))
      resolve(null)
    })
  })
}

/** The log goes on writing to a number, and would wait for ever for a terminal that is gone: the number gets another end. */
function leaveTerminal(terminal: readonly number[]): void {
  for (const fd of terminal) {
    closeSync(fd)
    openSync('/dev/null', 'w')
  }
}
