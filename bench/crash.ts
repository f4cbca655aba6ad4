/**
 * Kills the server with SIGKILL under load, by default 500 times; after every kill all that was acknowledged is
 * looked for in the database, and the audit of ledger and settlement runs after every 25. Limit: nothing lost,
 * nothing doubled, no invariant broken. (issue "crash test"; standards S-1)
 *
 *   node bench/crash.ts [--kills=500] [--minutes=60] [--target=product|harness] [--load=900] [--quick]
 *
 * `--minutes` ends a run early, with everything looked at; the number of kills is told. `product` is `polosa start` itself; `harness` is acceptor, ledger and settlement alone, with corrected results.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { connectionOf, createDb } from '#platform/server/db.ts'
import { migrate } from '#platform/server/migrate.ts'
import { crashRun, type CrashReport } from '../test/crash/crash-run.ts'
import { harnessTarget } from '../test/crash/harness-target.ts'
import { productTarget } from '../test/crash/product-target.ts'
import { option, say, tellLoad } from './support/figures.ts'
import { benchPostgres } from './support/postgres.ts'

const SAY_EVERY = 10
const VERIFY_EVERY = 25
/** A bench may run beside others; the time that it took is told. */
const FIRST_BET_MS = 120_000
const root = resolve(import.meta.dirname, '..')
const kills = option('kills', option('cycles', 500, 10), 10)
const loadMs = option('load', 900)
const minutes = option('minutes', 24 * 60)
const harness = process.argv.includes('--target=harness')
const given = process.env['DATABASE_URL']
const stateDir = join(root, '.cache', harness ? 'bench-crash-harness' : 'bench-crash')
mkdirSync(stateDir, { recursive: true })
const embedded = given ? null : await benchPostgres({ stateDir })
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
const until = started + minutes * 60_000
try {
  const target = harness ? harnessTarget() : productTarget({ everything: true })
  const report = await crashRun(db, url.toString(), target, {
    cycles: kills,
    loadMs,
    cutShare: 0.3,
    verifyEvery: VERIFY_EVERY,
    firstBetMs: FIRST_BET_MS,
    until,
    say: (text, cycle) => (cycle % SAY_EVERY === 0 ? say(`     ${text}`) : undefined),
  })
  tell(report)
} catch (error) {
  say(`MISS crash ${harness ? 'harness' : 'product'}: ${String(error)} (limit: nothing lost, nothing doubled)`)
  process.exitCode = 1
} finally {
  await db.destroy()
  await embedded?.stop()
}

function tell(report: CrashReport): void {
  const { cycles, bets, autoBets, sales, deposits, withdrawals, settles, unknown, cuts, backMs } = report
  const took = ((Date.now() - started) / 60_000).toFixed(1)
  say(
    `ok   crash ${harness ? 'harness' : 'product'}: ${cycles} kills and ${cuts} cuts of the database's sessions in ${took} min; ` +
      `${bets} bets, ${autoBets} orders, ${sales} sales, ${deposits} deposits, ${withdrawals} withdrawals, ${settles} results acknowledged, ${unknown} answers cut off; ` +
      `lost 0, doubled 0 (limit 0); first bet after ${backMs.median} ms, at worst ${backMs.worst} ms`,
  )
  tellLoad()
}
