/**
 * 100,000 operations through lines that lose, cut, double, delay and reorder, between caller and server and between
 * server and PostgreSQL. Limit: exactly as many effects as different keys, none lost, none doubled, none unknown for
 * longer than 30 s, the books right. (issue 4 §7, standards S-2)
 *
 *   node bench/faults.ts [--operations=100000] [--seed=1] [--target=harness|product] [--quick]
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { connectionOf, createDb } from '#platform/server/db.ts'
import { migrate } from '#platform/server/migrate.ts'
import { harnessTarget } from '../test/crash/harness-target.ts'
import { productTarget } from '../test/crash/product-target.ts'
import { faultRun } from '../test/faults/proxy-run.ts'
import { option, say, tellLoad } from './support/figures.ts'
import { benchPostgres } from './support/postgres.ts'

const root = resolve(import.meta.dirname, '..')
const operations = option('operations', 100_000, 5_000)
const seed = option('seed', 1)
const product = process.argv.includes('--target=product')
const given = process.env['DATABASE_URL']
const stateDir = join(root, '.cache/bench-faults')
mkdirSync(stateDir, { recursive: true })
const embedded = given ? null : await benchPostgres({ stateDir })
const url = new URL(given ?? embedded!.url)
const admin = new pg.Client(connectionOf(url.toString()))
await admin.connect()
await admin.query('DROP DATABASE IF EXISTS polosa_faults WITH (FORCE)')
await admin.query('CREATE DATABASE polosa_faults')
await admin.end()
url.pathname = '/polosa_faults'
await migrate(url.toString(), join(root, 'migrations'))
const db = createDb(url.toString(), { max: 6, statementTimeoutMs: 0 })
const started = Date.now()
try {
  const report = await faultRun(db, url.toString(), product ? productTarget({ everything: true }) : harnessTarget(), {
    operations,
    seed,
    say: (text) => say(`     ${text}`),
  })
  const faults = Object.entries({ ...report.http, ...report.postgres }).filter(([name]) => name !== 'pass')
  say(
    `ok   faults ${product ? 'product' : 'harness'}: ${operations} operations (${JSON.stringify(report.byKind)}) in ${report.calls} calls and ` +
      `${((Date.now() - started) / 60_000).toFixed(1)} min; ${faults.reduce((sum, [, n]) => sum + n, 0)} faults ${JSON.stringify(Object.fromEntries(faults))}; ` +
      `lost 0, doubled 0, unknown 0 (limit 0); longest ${report.longestMs} ms`,
  )
} catch (error) {
  say(`MISS faults seed ${seed}: ${String(error)} (limit: nothing lost, doubled or unknown)`)
  process.exitCode = 1
} finally {
  tellLoad()
  await db.destroy()
  await embedded?.stop()
}
