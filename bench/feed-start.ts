/**
 * Start of the feed: first and second start of a server (roles api, feed, worker) on one data folder, beside a bare
 * node:http server. Times until /healthz answers, until the line is ready (live games and those of the next day,
 * what begins soon with prices) and until all is priced; the longest stall of the event loop while the line fills and
 * in the quarter minute after it, beside that of an idle process at the same time; memory.
 * Goals: the second start at most 3 s after a bare Node would answer, no stall over 100 ms, under 700 MB.
 *
 *   node bench/feed-start.ts [--feed=world] [--quick]
 */
import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as wait } from 'node:timers/promises'
import type { RunningServer } from '#server.ts'
import { whenEnded } from './support/ending.ts'
import { quick, say, tellLoad, tellMost } from './support/figures.ts'
import { watchOwnStalls } from './support/own-stalls.ts'
import { newHome } from './support/product.ts'

const BARE = `require('node:http').createServer((_, r) => r.end('ok')).listen(Number(process.env.PORT), '127.0.0.1')`
const GIVE_UP_MS = 240_000
const START_GOAL_MS = 3_000
const STALL_GOAL_MS = 100
const MEMORY_GOAL_MB = 700
const QUIET_MS = quick ? 5_000 : 15_000

interface Told {
  readyMs: number
  pricedMs: number
  games: number
  live: number
  outcomes: number
  rssMb: number
  filling: Delays
  quiet: Delays
}

interface Delays {
  p50: number
  p99: number
  max: number
  /** The longest that the process's own work made. */
  own?: number
}

const feed = process.argv.find((word) => word.startsWith('--feed='))?.slice('--feed='.length) ?? 'world'
const childHome = process.argv.find((word) => word.startsWith('--child='))?.slice('--child='.length)
if (childHome) await child(childHome)
else await parent()

async function parent(): Promise<void> {
  const home = newHome('feed-start')
  const bare = await started(['-e', BARE], '/')
  bare.child.kill('SIGKILL')
  say(`     bare node:http: first 200 after ${bare.healthMs} ms`)
  for (const which of ['first start', 'second start']) {
    const idle = monitorEventLoopDelay({ resolution: 5 })
    idle.enable()
    const run = await started([import.meta.filename, `--child=${home}`, ...process.argv.slice(2)], '/healthz')
    const told = await run.told
    const beside = delaysOf(idle)
    run.child.kill('SIGTERM')
    await run.exited
    tell(which, { ...told, readyMs: told.readyMs, healthMs: run.healthMs, bareMs: bare.healthMs, besideMs: beside.max })
  }
  tellLoad()
  rmSync(home, { recursive: true, force: true })
}

function tell(which: string, told: Told & { healthMs: number; bareMs: number; besideMs: number }): void {
  const { filling, quiet, bareMs } = told
  say(`     ${which}: ${told.games} games, ${told.live} live, ${told.outcomes} outcomes, all priced after ${told.pricedMs} ms`)
  if (which === 'second start') {
    tellMost(`${which}, first 200`, told.healthMs, 'ms', bareMs + START_GOAL_MS)
    tellMost(`${which}, line ready`, told.readyMs, 'ms', bareMs + START_GOAL_MS)
  } else say(`     ${which}: first 200 after ${told.healthMs} ms, line ready after ${told.readyMs} ms`)
  const idle = `an idle process beside it ${told.besideMs} ms`
  tellMost(
    `${which}, longest stall while filling (p50 ${filling.p50}, p99 ${filling.p99}, own work at most ${filling.own}; ${idle})`,
    filling.max,
    'ms',
    STALL_GOAL_MS,
  )
  tellMost(
    `${which}, longest stall afterwards (p50 ${quiet.p50}, p99 ${quiet.p99}, own work at most ${quiet.own}; ${idle})`,
    quiet.max,
    'ms',
    STALL_GOAL_MS,
  )
  tellMost(`${which}, memory at most`, told.rssMb, 'MB', MEMORY_GOAL_MB)
}

interface Run {
  child: ReturnType<typeof spawn>
  healthMs: number
  told: Promise<Told>
  exited: Promise<void>
}

async function started(args: string[], path: string): Promise<Run> {
  const port = await freePort()
  const begun = performance.now()
  const process_ = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FEED: feed, PORT: String(port), LOG_LEVEL: process.env['LOG_LEVEL'] ?? 'warn', BEGUN: String(Date.now()) },
  })
  whenEnded(() => void process_.kill('SIGTERM'))
  let text = ''
  const told = new Promise<Told>((done) => {
    process_.stdout.on('data', (chunk: Buffer) => {
      text += String(chunk)
      const line = text.split('\n').find((one) => one.startsWith('TOLD ') && text.includes(`${one}\n`))
      if (line) done(JSON.parse(line.slice(5)) as Told)
    })
  })
  const exited = new Promise<void>((done) => process_.once('exit', () => done()))
  for (;;) {
    const status = await fetch(`http://127.0.0.1:${port}${path}`).then(
      (answer) => answer.status,
      () => 0,
    )
    if (status === 200) break
    if (process_.exitCode !== null || performance.now() - begun > GIVE_UP_MS) throw new Error('the server does not answer')
    await wait(10)
  }
  return { child: process_, healthMs: Math.round(performance.now() - begun), told, exited }
}

function freePort(): Promise<number> {
  return new Promise((done) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => done(port))
    })
  })
}

interface DevFeed {
  ready: boolean
  counts: { backlog: number }
  book: { games: number; live: number; outcomes: number }
}

async function child(home: string): Promise<void> {
  const since = () => Math.round(Date.now() - Number(process.env['BEGUN']))
  const { readEnv } = await import('#platform/server/env.ts')
  const { migrate } = await import('#platform/server/migrate.ts')
  const { startEmbeddedPostgres } = await import('#platform/server/embedded-postgres.ts')
  const env = readEnv({ ...process.env, POLOSA_HOME: home, GUESS_LIMITS: 'off' })
  const embedded = await startEmbeddedPostgres({ stateDir: join(home, 'pg') })
  let running: RunningServer | null = null
  whenEnded(async () => {
    await running?.stop()
    await embedded.stop()
  })
  await migrate(embedded.url, 'migrations')
  const { startServer } = await import('#server.ts')
  let most = 0
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 100)
  const options = { dev: false, embedded: true, say: () => {} }
  const server = await startServer({ ...env, databaseUrl: embedded.url, roles: ['api', 'feed', 'worker'] }, options)
  running = server
  // Before it listens nobody waits for it.
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const stalls = watchOwnStalls()
  const own = () => Math.round(stalls.take().ownMs * 10) / 10
  const state = async () => (await (await fetch(`${server.url}/dev/api/feed`)).json()) as DevFeed
  const reached = async (met: (now: DevFeed) => boolean): Promise<number> => {
    while (!met(await state())) {
      if (since() > GIVE_UP_MS) throw new Error('the line is not filled')
      await wait(50)
    }
    return since()
  }
  const readyMs = await reached((now) => now.ready)
  const pricedMs = await reached((now) => now.ready && now.counts.backlog === 0)
  const filling = { ...delaysOf(delay), own: own() }
  delay.reset()
  await wait(QUIET_MS)
  const quiet = { ...delaysOf(delay), own: own() }
  clearInterval(watch)
  const { games, live, outcomes } = (await state()).book
  const told: Told = { readyMs, pricedMs, games, live, outcomes, rssMb: Math.round(most / 2 ** 20), filling, quiet }
  console.log(`TOLD ${JSON.stringify(told)}`)
}

function delaysOf(delay: ReturnType<typeof monitorEventLoopDelay>): Delays {
  // The monitor's own timer of 5 ms is not a delay of anybody.
  const ms = (ns: number): number => Math.round(Math.max(0, ns / 1e6 - 5) * 10) / 10
  return { p50: ms(delay.percentile(50)), p99: ms(delay.percentile(99)), max: ms(delay.max) }
}
