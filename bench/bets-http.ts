/**
 * Bets over HTTP through the whole stack: Fastify, session and token of the database, guard of money, body checked,
 * limits, prices checked in the book, acceptor, answer after the commit. Beside pgbench TPC-B prepared on the same
 * database server, in alternating rounds. Server and players are processes of their own.
 * Limits, stops, taxes of the visitor's country and receipts are on. Goal: at least 2 times the reference with 256
 * connections and p99 at most 100 ms, at least 1.5 with 64. (issue 4 §6, performance §7)
 *
 *   node bench/bets-http.ts [--rounds=3] [--seconds=6] [--liability=5000] [--warm=60000] [--quick] [--profile]
 */
import { join, resolve } from 'node:path'
import { checkInvariants } from '#modules/ledger/server/index.ts'
import type { Round } from './bets-http-data.ts'
import { signIn } from './bets-http-setup.ts'
import { benchDatabase, fillAccounts, median, percentile, pgbench, pgbenchInit } from './bets-setup.ts'
import { PRODUCT_FLAGS, startChild } from './support/child.ts'
import { cpuMsOf, cpuMsOfFamily } from './support/cpu.ts'
import { option, say, tellLoad, tellMost, tellRatio } from './support/figures.ts'

const CONNECTIONS = [64, 256] as const
const GOALS = { 64: 1.5, 256: 2 } as const
const P99_MS = 100
/** No longer than this, however few bets there were. */
const WARM_MS = 90_000

const rounds = option('rounds', 3, 3)
const seconds = option('seconds', 6, 3)
const liability = option('liability', 5_000)
const warm = option('warm', 60_000, 40_000)
const profile = process.argv.includes('--profile')
const here = resolve(import.meta.dirname)

const reference = await benchDatabase('bench_tpcb', 2)
await pgbenchInit(reference.url, 32)
const { db, url, pid, stop } = await benchDatabase('bench_bets_http', 4)
await fillAccounts(db)
await signIn(db)
const server = startChild(
  join(here, 'bets-http-server.ts'),
  [url, String(liability)],
  [...PRODUCT_FLAGS, ...(profile ? ['--cpu-prof', `--cpu-prof-dir=${join(here, '../.cache/profiles')}`] : [])],
)
const { port } = await server.ask<{ port: number }>({ ask: 'port' })
const players = startChild(join(here, 'bets-http-clients.ts'), [])
const load = (connections: number, forSeconds: number) => players.ask<Round>({ ask: 'round', port, connections, seconds: forSeconds })

pgbench(reference.url, 32, 2)
// The compiler of the engine needs some ten thousand bets until it has seen everything, however slow they are.
for (let placed = 0, from = performance.now(); placed < warm && performance.now() - from < WARM_MS;) {
  const { accepted, withoutMoney } = await load(256, 2)
  placed += accepted + withoutMoney
}

/** Milliseconds so far, or microseconds a bet. */
interface Cpu {
  server: number
  postgres: number
  players: number
}

const used = (): Cpu => ({ server: cpuMsOf(server.pid), postgres: cpuMsOfFamily(pid), players: cpuMsOf(players.pid) })
const perBet = (from: Cpu, to: Cpu, bets: number): Cpu => {
  const each = (of: keyof Cpu) => ((to[of] - from[of]) * 1000) / bets
  return { server: each('server'), postgres: each('postgres'), players: each('players') }
}
const tellCpu = (cpu: Cpu) =>
  `CPU a bet: server ${cpu.server.toFixed(0)} µs, PostgreSQL ${cpu.postgres.toFixed(0)} µs, players ${cpu.players.toFixed(0)} µs`

const tps: number[] = []
/** Microseconds of CPU a transaction, server and pgbench. */
const referenceCpu: number[] = []
const referenceMs = () => cpuMsOfFamily(reference.pid) + cpuMsOf(process.pid)
const seen = { 64: [] as { rate: number; p99: number; cpu: Cpu }[], 256: [] as { rate: number; p99: number; cpu: Cpu }[] }
for (let i = 1; i <= rounds; i += 1) {
  const idle = referenceMs()
  const { tps: rate, transactions } = pgbench(reference.url, 32, seconds)
  tps.push(rate)
  referenceCpu.push(((referenceMs() - idle) * 1000) / transactions)
  for (const connections of CONNECTIONS) {
    const before = used()
    const round = await load(connections, seconds)
    const after = used()
    const sorted = round.latencies.toSorted((a, b) => a - b)
    const bets = round.accepted + round.withoutMoney
    const betRate = bets / round.seconds
    const p99 = percentile(sorted, 0.99)
    const cpu = perBet(before, after, bets)
    seen[connections].push({ rate: betRate, p99, cpu })
    say(
      `round ${i}: TPC-B ${tps.at(-1)!.toFixed(0)} tps, c=${connections} ${betRate.toFixed(0)}/s, p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, ${tellCpu(cpu)}, ${round.withoutMoney} without money`,
    )
    tellLoad()
  }
}
for (const connections of CONNECTIONS) {
  const of = seen[connections]
  tellRatio({
    name: `bets over HTTP, ${connections} in flight`,
    product: median(of.map((round) => round.rate)),
    limit: median(tps),
    unit: '/s',
    atLeast: GOALS[connections],
  })
  if (connections === 256) tellMost('p99 of them', median(of.map((round) => round.p99)), 'ms', P99_MS)
  const middle = (which: keyof Cpu) => median(of.map((round) => round.cpu[which]))
  const all = middle('server') + middle('postgres') + middle('players')
  say(`     by CPU: TPC-B ${median(referenceCpu).toFixed(0)} µs a transaction, ratio ${(median(referenceCpu) / all).toFixed(2)}`)
  say(`     ${tellCpu({ server: middle('server'), postgres: middle('postgres'), players: middle('players') })}`)
}
await server.ask({ ask: 'stop' })
await players.stop()
const violations = await checkInvariants(db)
say(violations.length ? `ledger is wrong: ${JSON.stringify(violations.slice(0, 3))}` : 'ledger invariants hold')
await stop()
await reference.stop()
process.exit(violations.length ? 1 : 0)
