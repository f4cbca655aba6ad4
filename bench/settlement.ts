/**
 * Settlement beside its limits (performance §2, goals G4 and G5): one event with many open bets of 1 to 8 legs.
 *   node bench/settlement.ts [--bets=1000000] [--rounds=3] [--seconds=8] [--legs=2000] [--quick]
 *   node bench/settlement.ts --mixed [--size=200000] [--rounds=1]
 * The second form settles coupons of ten kinds by the results of their games in random order, one in a hundred corrected,
 * twice in different orders: the books must be the same to the last unit and both calculations must agree on every bet.
 * Limits, on the same rows in the same run: a bare UPDATE of the bets, and settling row by row on 8 connections. The second
 * form also tells what a coupon costs by CPU, beside bare statements that write the bets, and every row that it writes.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { createAcceptor } from '#modules/bets/server/acceptor.ts'
import { createIdSource } from '#modules/ledger/server/index.ts'
import { createSettlement, settlementHash, verify, type SettleFact } from '#modules/settlement/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { connectionOf, createDb, rawPool, type Db } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { migrate } from '#platform/server/migrate.ts'
import { cpuMsOfFamily } from './support/cpu.ts'
import { bareWrites, buildMixedBets, gamesOf, mixedFacts } from './support/mixed-bets.ts'
import { buildBets, EVENT, rowByRow } from './support/settlement-data.ts'
import { median, option, say, tellLoad } from './support/figures.ts'
import { benchPostgres } from './support/postgres.ts'

const root = resolve(import.meta.dirname, '..')
const BETS = option('bets', 1_000_000, 200_000)
const ROUNDS = option('rounds', process.argv.includes('--mixed') ? 1 : 3, 1)
const SECONDS = option('seconds', 8, 4)
/** Legs a chunk, to try another size than the product's. */
const CHUNK_LEGS = option('legs', 0) || undefined

const MIXED = process.argv.includes('--mixed')
const SIZE = option('size', 200_000, 50_000)

const LIMITS = { bare: 0.35, rowByRow: 25, chunkMs: 250, placing: 0.5, p99: 4, mixed: 0.25 }
const { url: server, pid: serverPid, stop } = await benchServer()
const admin = new pg.Client(connectionOf(server))
await admin.connect()

/** Own durable server, so that nothing else that is measured shares it; DATABASE_URL when given, whose CPU nobody knows. */
async function benchServer(): Promise<{ url: string; pid?: number; stop(): Promise<void> }> {
  const given = process.env['DATABASE_URL']
  if (given) return { url: given, stop: async () => {} }
  const stateDir = join(root, '.cache/bench-settlement')
  mkdirSync(stateDir, { recursive: true })
  const embedded = await benchPostgres({
    stateDir,
    settings: { shared_buffers: '1GB', max_wal_size: '8GB', min_wal_size: '2GB', work_mem: '32MB', autovacuum: 'off' },
  })
  return { url: embedded.url, pid: embedded.pid, stop: () => embedded.stop() }
}

function urlOf(name: string): string {
  const url = new URL(server)
  url.pathname = `/${name}`
  return url.toString()
}

/** A clone of the prepared database, flushed, so that every measurement starts from the same state. */
async function clone<T>(work: (db: Db) => Promise<T>): Promise<T> {
  await admin.query('DROP DATABASE IF EXISTS settle_run WITH (FORCE)')
  await admin.query('CREATE DATABASE settle_run TEMPLATE settle_base STRATEGY FILE_COPY')
  await admin.query('CHECKPOINT')
  const db = createDb(urlOf('settle_run'), { max: 16, statementTimeoutMs: 0 })
  try {
    await warm(db)
    await new Promise((done) => setTimeout(done, 1500))
    return await work(db)
  } finally {
    await db.destroy()
  }
}

/** Reads tables and indexes once: a site that takes bets has them in memory, a clone has not. */
async function warm(db: Db): Promise<void> {
  const client = await rawPool(db).connect()
  for (const scan of ['seqscan', 'indexscan']) {
    await client.query(
      `SET enable_seqscan = ${scan === 'seqscan'}; SET enable_bitmapscan = off; SET enable_indexonlyscan = off; SET enable_indexscan = ${scan === 'indexscan'}`,
    )
    await client.query('SELECT sum(payout_minor) FROM bet WHERE id > 0')
    await client.query('SELECT sum(price) FROM bet_leg WHERE bet_id > 0')
    await client.query('SELECT sum(price) FROM bet_leg WHERE ci > 0')
    await client.query('SELECT sum(balance_minor) FROM account WHERE id > 0')
    await client.query('SELECT sum(amount_minor) FROM ledger_entry WHERE account_id < 5000000')
  }
  await client.query('RESET ALL')
  client.release()
}

const clock = systemClock()
const log = createLog('silent', false)

function winnerFact(): SettleFact {
  const results = [1, 2, 3].map((t) => ({ outcome: String(t), won: t === 1 ? (1 as const) : (0 as const) }))
  const at = clock.now()
  const head = { provider: 'world' as const, producer: 'bench', sentAt: at, receivedAt: at, key: 'final', game: String(EVENT) }
  const markets = [{ id: { game: String(EVENT), part: 'full', key: 'result_1x2', spec: '' }, results }]
  return { fact: { ...head, t: 'settle', certainty: 'confirmed', markets }, parts: { full: EVENT } }
}

interface SettleRun {
  perSecond: number
  slowestChunkMs: number
  chunks: number
  rssGrowthMb: number
  summary: string
  chunkMs: number[]
}

async function settleOnce(db: Db): Promise<SettleRun> {
  const settlement = createSettlement({ db, clock, log, ...(CHUNK_LEGS ? { chunkLegs: CHUNK_LEGS } : {}) })
  const before = process.memoryUsage.rss()
  let peak = before
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const started = performance.now()
  await settlement.apply([winnerFact()])
  const ms = performance.now() - started
  clearInterval(watch)
  const pool = rawPool(db)
  const chunk = (await pool.query('SELECT max(took_ms)::int AS slowest, count(*)::int AS chunks FROM settlement_chunk')).rows[0]
  const chunkMs = (await pool.query('SELECT took_ms FROM settlement_chunk ORDER BY no')).rows.map((r) => r.took_ms as number)
  const bets = (await pool.query('SELECT status, count(*)::int AS n FROM bet GROUP BY 1 ORDER BY 1')).rows.map(
    (r) => `status ${r.status}: ${r.n}`,
  )
  await checkSums(pool)
  return {
    perSecond: (BETS / ms) * 1000,
    slowestChunkMs: chunk.slowest,
    chunks: chunk.chunks,
    rssGrowthMb: (peak - before) / 1e6,
    summary: bets.join(', '),
    chunkMs,
  }
}

/** Money is where it should be: entries sum to zero, balances are their entries, open stakes are the open bets. */
async function checkSums(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query(`SELECT
    (SELECT sum(amount_minor) FROM ledger_entry) AS ledger,
    (SELECT sum(balance_minor) FROM account) - (SELECT sum(amount_minor) FROM ledger_entry WHERE account_id > 0) AS balances,
    (SELECT sum(stake_minor) FROM bet WHERE status = 1) - (SELECT sum(amount_minor) FROM ledger_entry WHERE account_id = -18) AS open_stakes,
    (SELECT sum(payout_minor) FROM bet) - coalesce((SELECT sum(amount_minor) FROM ledger_entry WHERE kind = 2 AND account_id > 0), 0) AS payouts`)
  for (const [name, value] of Object.entries(rows[0])) if (Number(value) !== 0) throw new Error(`${name} is off by ${value}`)
}

async function bareUpdate(db: Db): Promise<number> {
  const started = performance.now()
  const { rowCount } = await rawPool(db).query('UPDATE bet SET status = 2, payout_minor = 0, settled_at = now()')
  return ((rowCount ?? 0) / (performance.now() - started)) * 1000
}

interface Placing {
  perSecond: number
  p99: number
}

/** 64 bets in flight until `until` says so. */
async function place(db: Db, until: () => boolean): Promise<Placing> {
  const acceptor = createAcceptor(rawPool(db), clock)
  const ids = createIdSource(clock, 3)
  const latencies: number[] = []
  const started = performance.now()
  const lane = async (k: number) => {
    for (let i = 0; !until(); i += 1) {
      const accountId = 1 + ((k * 1543 + i * 64) % 100_000)
      const betId = ids.next()
      const legs = [{ ci: EVENT + 1 + (i % 400), t: 1, p: 0, playerId: 0, kind: 3, price: 1850 }]
      const at = performance.now()
      await acceptor.accept({
        betId,
        playerId: accountId,
        accountId,
        currencyId: 1,
        guid: `g${betId}`,
        bodyHash: betId.toString(16).padStart(32, '0'),
        vid: 0,
        stakeMinor: 100n,
        price: '1.850',
        maxPayoutMinor: null,
        receipt: '{}',
        legs,
      })
      latencies.push(performance.now() - at)
    }
  }
  await Promise.all(Array.from({ length: 64 }, (_, k) => lane(k)))
  await acceptor.close()
  latencies.sort((a, b) => a - b)
  return {
    perSecond: (latencies.length / (performance.now() - started)) * 1000,
    p99: latencies[Math.floor(latencies.length * 0.99)]!,
  }
}

async function placingDuring(db: Db): Promise<{ alone: Placing; during: Placing }> {
  const end = performance.now() + SECONDS * 1000
  const alone = await place(db, () => performance.now() > end)
  let settled = false
  const settlement = createSettlement({ db, clock, log, workers: 1, ...(CHUNK_LEGS ? { chunkLegs: CHUNK_LEGS } : {}) })
  const work = settlement.apply([winnerFact()]).finally(() => (settled = true))
  const during = await place(db, () => settled)
  await work
  await checkSums(rawPool(db))
  return { alone, during }
}

const k = (value: number) => `${(value / 1000).toFixed(1)} k/s`
const missed: string[] = []
function verdict(name: string, value: number, limit: number, better: 'more' | 'less', digits = 2): void {
  const good = better === 'more' ? value >= limit : value <= limit
  if (!good) missed.push(name)
  say(`${good ? 'ok  ' : 'MISS'} ${name}: ${value.toFixed(digits)} (goal ${better === 'more' ? '>=' : '<='} ${limit})`)
}

async function onePlainEvent(): Promise<void> {
  say(`${BETS.toLocaleString('en')} open bets of 1 to 8 legs on one event, ${ROUNDS} rounds`)
  await rebuild((url) => buildBets(url, BETS, clock.now()))
  const bare: number[] = []
  const runs: SettleRun[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    bare.push(await clone(bareUpdate))
    runs.push(await clone(settleOnce))
    const run = runs.at(-1)!
    say(
      `round ${round}: bare update ${k(bare.at(-1)!)}, settled ${k(run.perSecond)} in ${run.chunks} chunks, slowest ${run.slowestChunkMs} ms, memory +${run.rssGrowthMb.toFixed(0)} MB (${run.summary}; chunks ${run.chunkMs.slice(0, 12).join(' ')} ms)`,
    )
  }
  const slow = await clone((db) => rowByRow(rawPool(db), Math.min(BETS, 20_000), 8))
  const settled = median(runs.map((r) => r.perSecond))
  say(`row by row on 8 connections ${k(slow)}`)
  const placing = await clone(placingDuring)
  say(
    `placing, 64 in flight: alone ${k(placing.alone.perSecond)} p99 ${placing.alone.p99.toFixed(0)} ms, during settlement ${k(placing.during.perSecond)} p99 ${placing.during.p99.toFixed(0)} ms`,
  )
  verdict('settlement / bare update', settled / median(bare), LIMITS.bare, 'more')
  verdict('settlement / row by row', settled / slow, LIMITS.rowByRow, 'more', 1)
  verdict('slowest chunk, ms', median(runs.map((r) => r.slowestChunkMs)), LIMITS.chunkMs, 'less', 0)
  verdict('placing during / alone', placing.during.perSecond / placing.alone.perSecond, LIMITS.placing, 'more')
  verdict('p99 of placing during / alone', placing.during.p99 / placing.alone.p99, LIMITS.p99, 'less')
}

/** Facts come in handfuls, as a feed sends them. */
const FACTS_AT_ONCE = 50

/** Microseconds of CPU a coupon: of the database's processes and of this one. */
interface Cpu {
  server: number
  node: number
}

async function cpuOf<T>(work: () => Promise<T>): Promise<{ done: T; cpu: Cpu }> {
  const of = () => (serverPid === undefined ? Number.NaN : cpuMsOfFamily(serverPid))
  const [server, node] = [of(), process.cpuUsage()]
  const done = await work()
  const used = process.cpuUsage(node)
  return { done, cpu: { server: ((of() - server) * 1000) / SIZE, node: (used.user + used.system) / SIZE } }
}

interface MixedRun {
  perSecond: number
  cpu: Cpu
  slowestChunkMs: number
  paidPercent: number
  hash: string
  corrected: number
}

async function settleMixed(db: Db, seed: number, audit: boolean): Promise<MixedRun> {
  const settlement = createSettlement({ db, clock, log })
  const facts = mixedFacts(SIZE, clock.now() - 60_000, seed)
  const started = performance.now()
  const { cpu } = await cpuOf(async () => {
    for (let i = 0; i < facts.length; i += FACTS_AT_ONCE) await settlement.apply(facts.slice(i, i + FACTS_AT_ONCE))
  })
  const perSecond = (SIZE / (performance.now() - started)) * 1000
  const { rows } = await rawPool(db).query<{ slowest: number; paid: number }>(
    'SELECT (SELECT max(took_ms) FROM settlement_chunk) AS slowest, (SELECT count(*)::integer FROM bet WHERE payout_minor > 0) AS paid',
  )
  const blocked = (await rawPool(db).query('SELECT count(*)::int AS n FROM bet WHERE status IN (1, 7)')).rows[0].n as number
  if (blocked > 0) throw new Error(`${blocked} bets are open or blocked`)
  if (audit) for (const check of await verify(db)) if (check.violations > 0) throw new Error(`${check.name}: ${check.first}`)
  const { slowest, paid } = rows[0]!
  return {
    perSecond,
    cpu,
    slowestChunkMs: slowest,
    paidPercent: (100 * paid) / SIZE,
    hash: await settlementHash(db),
    corrected: facts.length - gamesOf(SIZE),
  }
}

async function mixedCoupons(): Promise<void> {
  say(`${SIZE.toLocaleString('en')} coupons of ten kinds on ${gamesOf(SIZE).toLocaleString('en')} games, ${ROUNDS} rounds`)
  await rebuild((url) => buildMixedBets(url, SIZE, clock.now()))
  const bare: number[] = []
  const runs: MixedRun[] = []
  const bareCpu: number[] = []
  const writesCpu: number[] = []
  for (let round = 1; round <= ROUNDS; round += 1) {
    const { done, cpu } = await clone((db) => cpuOf(() => bareUpdate(db)))
    bare.push(done)
    bareCpu.push(cpu.server)
    for (const seed of [2 * round, 2 * round + 1]) runs.push(await clone((db) => settleMixed(db, seed, round === 1)))
    const [one, two] = runs.slice(-2)
    writesCpu.push((await clone((db) => cpuOf(() => bareWrites(rawPool(db), one!.paidPercent)))).cpu.server)
    say(
      `round ${round}: bare update ${k(bare.at(-1)!)}, settled ${k(one!.perSecond)} and ${k(two!.perSecond)}, ${one!.corrected} results corrected, hash ${one!.hash.slice(0, 16)}`,
    )
  }
  const [server, node] = [median(runs.map(({ cpu }) => cpu.server)), median(runs.map(({ cpu }) => cpu.node))]
  const [bets, all] = [median(bareCpu), median(writesCpu)]
  const ratio = (limit: number) => `${limit.toFixed(1)} µs, ${(limit / (server + node)).toFixed(2)} ×`
  say(
    `CPU a coupon: PostgreSQL ${server.toFixed(0)} µs, Node ${node.toFixed(0)} µs; bare update of the bets ${ratio(bets)}; bare writing of every row it writes ${ratio(all)}`,
  )
  say(`slowest chunk ${Math.max(...runs.map((run) => run.slowestChunkMs))} ms, ${runs[0]!.paidPercent.toFixed(0)} % of the coupons paid`)
  const hashes = new Set(runs.map((run) => run.hash))
  verdict('hashes of all runs', hashes.size, 1, 'less', 0)
  verdict('mixed settlement / bare update', median(runs.map((run) => run.perSecond)) / median(bare), LIMITS.mixed, 'more')
}

async function rebuild(build: (url: string) => Promise<void>): Promise<void> {
  await admin.query('DROP DATABASE IF EXISTS settle_base WITH (FORCE)')
  await admin.query('CREATE DATABASE settle_base')
  await migrate(urlOf('settle_base'), join(root, 'migrations'))
  const started = performance.now()
  await build(urlOf('settle_base'))
  say(`made in ${((performance.now() - started) / 1000).toFixed(0)} s`)
}

try {
  await (MIXED ? mixedCoupons() : onePlainEvent())
  tellLoad()
  process.exitCode = missed.length > 0 ? 1 : 0
} finally {
  await admin.end()
  await stop()
}
