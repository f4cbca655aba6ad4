/**
 * Start of the feed: first and second start of a server (roles api, feed, worker) on one data folder, beside a bare
 * node http server. Prints time to the first 200 of /healthz, time until every game is priced, the delay of
 * the event loop and the memory.
 *
 *   node bench/feed-start.ts [world|replay|world,replay]
 */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'

const PORT = 34_117
const BARE = `require('node:http').createServer((_, r) => r.end('ok')).listen(${PORT})`
const GIVE_UP_MS = 240_000

interface Told {
  pricedMs: number
  games: number
  outcomes: number
  rssMb: number
  settledMb: number
  loop: { p50: number; p99: number; max: number }
  quiet: { p50: number; p99: number; max: number }
  live: number
  firstBytes: number
}

if (process.argv[2] === '--child') await child(process.argv[3]!)
else await parent(process.argv[2] ?? 'world')

async function parent(feed: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), 'polosa-feed-start-'))
  const bare = await timed(['-e', BARE], feed)
  bare.child.kill()
  await wait(300)
  console.log(`bare node http server      first 200 after ${bare.readyMs} ms`)
  for (const which of ['first start', 'second start']) {
    const run = await timed([import.meta.filename, '--child', home], feed)
    const told = await run.told
    run.child.kill('SIGTERM')
    await run.exited
    const { loop, quiet } = told
    console.log(
      `${which.padEnd(26)} first 200 after ${run.readyMs} ms (limit ${bare.readyMs + 3000}), all priced after ${told.pricedMs} ms; ` +
        `${told.games} games, ${told.live} live, ${told.outcomes} outcomes; rss ${told.rssMb} MB at most, ${told.settledMb} MB settled (limit 700); ` +
        `loop while filling p50 ${loop.p50} p99 ${loop.p99} max ${loop.max} ms, after it p50 ${quiet.p50} p99 ${quiet.p99} max ${quiet.max} ms (limit p99 20)`,
    )
  }
  rmSync(home, { recursive: true, force: true })
}

interface Run {
  child: ReturnType<typeof spawn>
  readyMs: number
  told: Promise<Told>
  exited: Promise<void>
}

async function timed(args: string[], feed: string): Promise<Run> {
  const begun = performance.now()
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FEED: feed, LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn' },
  })
  let text = ''
  const told = new Promise<Told>((done) => {
    child.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk)
      const line = text.split('\n').find((one) => one.startsWith('TOLD '))
      if (line) done(JSON.parse(line.slice(5)) as Told)
      if (process.env['VERBOSE']) process.stdout.write(chunk)
    })
  })
  const exited = new Promise<void>((done) => child.once('exit', () => done()))
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${PORT}/healthz`).then(
      (r) => r.status,
      () => 0,
    )
    if (status === 200) break
    if (performance.now() - begun > GIVE_UP_MS) throw new Error('no answer')
    await wait(10)
  }
  return { child, readyMs: Math.round(performance.now() - begun), told, exited }
}

async function child(home: string): Promise<void> {
  const begun = performance.now() - process.uptime() * 1000
  const delay = monitorEventLoopDelay({ resolution: 5 })
  const { readEnv } = await import('#platform/server/env.ts')
  const { migrate } = await import('#platform/server/migrate.ts')
  const { startEmbeddedPostgres } = await import('#platform/server/embedded-postgres.ts')
  const env = readEnv({ ...process.env, POLOSA_HOME: home, PORT: String(PORT), GUESS_LIMITS: 'off' })
  const embedded = await startEmbeddedPostgres({ stateDir: join(home, 'pg') })
  await migrate(embedded.url, 'migrations')
  const { startServer } = await import('#server.ts')
  delay.enable()
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100)
  const server = await startServer({ ...env, databaseUrl: embedded.url, roles: ['api', 'feed', 'worker'] }, { dev: false, embedded: true, say: () => {} })
  const state = async () => (await (await fetch(`http://127.0.0.1:${PORT}/dev/api/feed`)).json()) as { counts: { backlog: number }; games: number; book?: { games: number; live: number; outcomes: number; priced: number } }
  const first = await (await fetch(`http://127.0.0.1:${PORT}/LineFeed/Get1x2_VZip?sports=1&count=50&lng=en`)).text()
  let last = await state()
  for (let still = 0; still < 3 && performance.now() - begun < GIVE_UP_MS; ) {
    await wait(200)
    last = await state()
    still = last.counts.backlog === 0 ? still + 1 : 0
  }
  const pricedMs = Math.round(performance.now() - begun - 600)
  const loop = percentiles(delay)
  delay.reset()
  await wait(15_000)
  const quiet = percentiles(delay)
  clearInterval(watch)
  last = await state()
  const mb = (bytes: number): number => Math.round(bytes / 2 ** 20)
  const told: Told = {
    pricedMs,
    games: last.book?.games ?? last.games,
    live: last.book?.live ?? 0,
    outcomes: last.book?.outcomes ?? 0,
    rssMb: mb(most),
    settledMb: mb(process.memoryUsage.rss()),
    loop,
    quiet,
    firstBytes: first.length,
  }
  console.log(`TOLD ${JSON.stringify(told)}`)
  process.once('SIGTERM', () => {
    void server.stop().then(() => embedded.stop()).then(() => process.exit(0))
  })
}

function percentiles(delay: ReturnType<typeof monitorEventLoopDelay>): Told['loop'] {
  // The monitor's own timer of 5 ms is not a delay of anybody.
  const ms = (ns: number): number => Math.round(Math.max(0, ns / 1e6 - 5) * 10) / 10
  return { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) }
}
