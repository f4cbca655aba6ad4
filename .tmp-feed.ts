import { createFeed, pricingPort, createReplay } from './src/modules/feeds/server/index.ts'
import { createWorld } from './src/modules/feeds/server/world/create-world.ts'
import { createPricing, DEFAULT_MARGINS } from './src/modules/pricing/server/index.ts'
import { createLine } from './src/modules/line/server/line.ts'
import { systemClock } from './src/platform/server/clock.ts'
import { createDb, rawPool } from './src/platform/server/db.ts'
import { testServer, templateDatabase, databaseUrl } from './test/support/postgres.ts'
import pg from 'pg'
const kind = process.argv[2]
const times: any = {}
function timed(k: string, f: any) { const t = performance.now(); const r = f(); const d = performance.now() - t; const x = times[k] ??= { n: 0, sum: 0, max: 0 }; x.n++; x.sum += d; x.max = Math.max(x.max, d); return r }
const { url } = await testServer()
const tpl = await templateDatabase(url)
const name = 'polosa_feedbench_' + process.pid
const admin = new pg.Client(databaseUrl(url,'postgres').includes('host=') ? { host: new URL(url).searchParams.get('host')!, port: Number(new URL(url).port||5432), user: new URL(url).username, password: decodeURIComponent(new URL(url).password), database: 'postgres' } : { connectionString: url })
await admin.connect()
await admin.query(`CREATE DATABASE ${name} TEMPLATE ${tpl}`)
const db = createDb(databaseUrl(url, name))
const { monitorEventLoopDelay } = await import('node:perf_hooks')
for (let round = 1; round <= Number(process.argv[3] ?? 2); round++) {
  const clock = systemClock()
  const line = createLine({ clock, texts: { text: (_l, k) => k } })
  const pricing = createPricing({ clock, margins: DEFAULT_MARGINS })
  const t0 = performance.now()
  const provider = kind === 'replay' ? createReplay({ dataDir: '/work/shared/data', clock }) : createWorld({ seed: '1', clock })
  console.log('create', Math.round(performance.now() - t0))
  let settles = 0
  const feed = createFeed({ db, clock, providers: [provider], book: { apply: (r: any) => timed('apply', () => line.apply(r)), game: (ci: number) => line.book.games.get(ci) ?? null }, pricing: (() => { const p = pricingPort(pricing, line.book, (ci) => line.book.games.get(ci) ?? null, clock); return { onFact: (r: any) => timed('onFact', () => p.onFact(r)), tick: (n: number) => timed('tick', () => p.tick(n)), refresh: p.refresh } })(), onSettle: async (i) => { settles += i.length }, log: { info: (o: any, m: string) => console.log(m, o), warn: (o: any, m: string) => console.log('W', m, JSON.stringify(o)), error: (o: any, m: string) => console.log('E', m, o.err?.message, o.err?.detail) } })
  const h = monitorEventLoopDelay({ resolution: 5 }); h.enable()
  await feed.start()
  console.log('started', Math.round(performance.now() - t0))
  await feed.ready
  console.log('ready', Math.round(performance.now() - t0), 'games', line.book.games.size, 'loop max ms', Math.round(h.max / 1e6), 'p99', Math.round(h.percentile(99) / 1e6), feed.counts())
  const until = performance.now() + 15_000
  while (performance.now() < until) {
    await new Promise((d) => setTimeout(d, 2500))
    console.log(Math.round(performance.now() - t0), 'games', line.book.games.size, 'priced', [...line.book.games.values()].filter((g) => [...g.parts.values()].some((p) => p.markets.size > 0)).length, 'live', [...line.book.games.values()].filter((g) => g.status === 'live').length, JSON.stringify(feed.counts()), 'lag', feed.feedLagMs(), 'settles', settles, 'loop max', Math.round(h.max / 1e6), 'p99', Math.round(h.percentile(99) / 1e6))
    h.reset()
  }
  const pool = rawPool(db)
  console.log('facts', (await pool.query('select t, provider, count(*)::int n from fact group by 1,2 order by 3 desc')).rows, (await pool.query('select count(*)::int n from game')).rows, (await pool.query('select count(*)::int n from game_part')).rows)
  console.log(JSON.stringify(times)); console.log('stopping'); await feed.stop()
}
await db.destroy()
await admin.query(`DROP DATABASE ${name} WITH (FORCE)`)

process.exit(0)
