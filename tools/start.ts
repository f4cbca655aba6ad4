/** `./polosa start`: everything between an empty machine with dependencies and a served line. */
import { closeSync, openSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isatty } from 'node:tty'
import { hasEmbeddedDatabase } from '#platform/server/embedded-postgres.ts'
import { readEnv, type Env } from '#platform/server/env.ts'
import { makeFolder } from '#platform/server/make-folder.ts'
import { migrate } from '#platform/server/migrate.ts'
import { readArguments } from './arguments.ts'
import { buildSite } from './build.ts'
import { databaseInWords, fileInWords, inWords } from './in-words.ts'
import { openDatabase, type OpenDatabase } from './start-database.ts'

const root = join(import.meta.dirname, '..')

/** `verb`: what it was called by; `./polosa dev` is a start with the site rebuilt. */
export async function start(args: string[], verb: 'start' | 'dev' = 'start'): Promise<number> {
  const { only, dev = verb === 'dev' } = readArguments(verb, args, { only: { type: 'string' }, dev: { type: 'boolean' } }).values
  const env = readEnv(process.env, only)
  const say = (message: string) => process.stdout.write(`  ${message}\n`)
  say(`Polosa, ${env.mode} mode`)
  // No data folder is begun for it; of a second start on one that was begun there is more to say than that the port is taken.
  if (!hasEmbeddedDatabase(join(env.home, 'pg'))) await refuseTakenPort(env)
  await makeHome(env.home)
  const stopped = stopSignal()
  const opening = openDatabase(env, say)
  opening.catch(() => {})
  // Reading our code holds this processor for long: the database has to be on its way on another one before.
  await setImmediate()
  const code = import('#server.ts')
  code.catch(() => {})
  const database = await opening
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
  if (env.roles.includes('site') && !dev) await fileInWords('the site cannot be built', () => buildSite(say))
  const { startServer } = await code
  return startServer({ ...env, databaseUrl: database.url }, { dev, embedded: database.embedded, say })
}

function makeHome(home: string): Promise<void> {
  const about = `POLOSA_HOME: ${home}`
  const make = () => makeFolder(home)
  return fileInWords(about, () => inWords(make, ({ code }) => (code === 'ENOENT' ? `${about}: no folder can be made there` : null)))
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
