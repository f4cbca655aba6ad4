/** Kills the server with SIGKILL under load: node bench/crash.ts [--cycles 500]. CRASH_TARGET names another server. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { connectionOf, createDb } from '#platform/server/db.ts'
import { startEmbeddedPostgres } from '#platform/server/embedded-postgres.ts'
import { migrate } from '#platform/server/migrate.ts'
import { crashRun } from '../test/crash/crash-run.ts'

const root = resolve(import.meta.dirname, '..')
const at = process.argv.indexOf('--cycles')
const cycles = at < 0 ? 500 : Number(process.argv[at + 1])
const given = process.env['DATABASE_URL']
const stateDir = join(root, '.cache/bench-crash')
mkdirSync(stateDir, { recursive: true })
const embedded = given ? null : await startEmbeddedPostgres({ stateDir })
const url = new URL(given ?? embedded!.url)
const admin = new pg.Client(connectionOf(url.toString()))
await admin.connect()
await admin.query('DROP DATABASE IF EXISTS polosa_crash WITH (FORCE)')
await admin.query('CREATE DATABASE polosa_crash')
await admin.end()
url.pathname = '/polosa_crash'
await migrate(url.toString(), join(root, 'migrations'))
const db = createDb(url.toString(), { max: 6, statementTimeoutMs: 0 })
const started = Date.now()
const say = (text: string) => void process.stdout.write(`${text}\n`)
try {
  const report = await crashRun(db, url.toString(), {
    cycles,
    verifyEvery: 25,
    say: (text) => (/ \d*0:/.test(text) ? say(text) : undefined),
  })
  say(
    `ok   ${report.cycles} kills in ${Math.round((Date.now() - started) / 1000)} s: ${report.bets} bets, ${report.deposits} deposits, ${report.settles} results acknowledged, ${report.unknown} answers cut off; nothing lost, nothing doubled`,
  )
} catch (error) {
  say(`MISS ${String(error)}`)
  process.exitCode = 1
} finally {
  await db.destroy()
  await embedded?.stop()
}
