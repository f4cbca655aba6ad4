/**
 * Latency of one lonely bet against one TPC-B transaction with one client, prepared, in alternating rounds.
 * Goal G3: p50 of the bet at most the average of the transaction. (performance §7)
 *
 *   node bench/lonely-bet.ts [--rounds=3] [--seconds=5]
 */
import { createAcceptor } from '#modules/bets/server/acceptor.ts'
import { createIdSource } from '#modules/ledger/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { ACCOUNTS, benchDatabase, fillAccounts, median, percentile, pgbench, pgbenchInit, randomBet } from './bets-setup.ts'
import { option } from './support/figures.ts'

const rounds = option('rounds', 3)
const seconds = option('seconds', 5)

const clock = systemClock()
const reference = await benchDatabase('bench_tpcb', 2)
await pgbenchInit(reference.url, 32)
const { db, stop } = await benchDatabase('bench_lonely', 4)
await fillAccounts(db)
const ids = createIdSource(clock, 0)
const acceptor = createAcceptor(rawPool(db), clock)

async function lonely(forSeconds: number): Promise<{ p50: number; p99: number }> {
  const latencies: number[] = []
  for (const until = performance.now() + forSeconds * 1000; performance.now() < until;) {
    const bet = randomBet(ids.next(), 1 + Math.floor(Math.random() * ACCOUNTS))
    const begun = performance.now()
    await acceptor.accept(bet)
    latencies.push(performance.now() - begun)
  }
  latencies.sort((a, b) => a - b)
  return { p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

pgbench(reference.url, 1, 2)
await lonely(2)
const tpcb: number[] = []
const mine: number[] = []
for (let i = 1; i <= rounds; i += 1) {
  const ref = pgbench(reference.url, 1, seconds)
  const bet = await lonely(seconds)
  tpcb.push(ref.latencyMs)
  mine.push(bet.p50)
  console.log(`round ${i}: TPC-B ${ref.latencyMs.toFixed(3)} ms, bet p50 ${bet.p50.toFixed(3)} ms, p99 ${bet.p99.toFixed(3)} ms`)
}
await acceptor.close()
console.log(
  `median TPC-B ${median(tpcb).toFixed(3)} ms, bet p50 ${median(mine).toFixed(3)} ms, ratio ${(median(mine) / median(tpcb)).toFixed(2)} (goal at most 1)`,
)
await stop()
await reference.stop()
