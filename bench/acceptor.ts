/**
 * Durable bets per second of the acceptor with 256 in flight, beside pgbench TPC-B (-M prepared -c 32 -s 32)
 * on the same server, in alternating rounds. Goal G1: ratio of the medians at least 4. (performance §7)
 *
 *   node bench/acceptor.ts [--rounds=3] [--seconds=8] [--flight=256]
 */
import { createAcceptor } from '#modules/bets/server/acceptor.ts'
import { checkInvariants, createIdSource } from '#modules/ledger/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { rawPool } from '#platform/server/db.ts'
import { ACCOUNTS, benchDatabase, fillAccounts, median, percentile, pgbench, pgbenchInit, randomBet } from './bets-setup.ts'

const option = (name: string, fallback: number) => Number(process.argv.find((a) => a.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)
const rounds = option('rounds', 3)
const seconds = option('seconds', 8)
const flight = option('flight', 256)

const clock = systemClock()
const reference = await benchDatabase('bench_tpcb', 2)
pgbenchInit(reference.url, 32)
const { db, stop } = await benchDatabase('bench_acceptor', 12)
await fillAccounts(db)
const ids = createIdSource(clock, 0)
const acceptor = createAcceptor(rawPool(db), clock)

async function round(forSeconds: number): Promise<{ perSecond: number; p50: number; p99: number; refused: number }> {
  const until = performance.now() + forSeconds * 1000
  const latencies: number[] = []
  let accepted = 0
  let refused = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: flight }, async () => {
      while (performance.now() < until) {
        const begun = performance.now()
        const outcome = await acceptor.accept(randomBet(ids.next(), 1 + Math.floor(Math.random() * ACCOUNTS)))
        latencies.push(performance.now() - begun)
        if (outcome.kind === 'accepted') accepted += 1
        else if (outcome.kind === 'insufficientFunds') refused += 1
        else throw new Error(`unexpected ${outcome.kind}`)
      }
    }),
  )
  const sorted = Float64Array.from(latencies).sort()
  return {
    perSecond: (accepted + refused) / ((performance.now() - started) / 1000),
    p50: percentile([...sorted], 0.5),
    p99: percentile([...sorted], 0.99),
    refused,
  }
}

pgbench(reference.url, 32, 3)
await round(3)
const tps: number[] = []
const bets: number[] = []
for (let i = 1; i <= rounds; i += 1) {
  const tpcb = pgbench(reference.url, 32, seconds)
  const mine = await round(seconds)
  tps.push(tpcb.tps)
  bets.push(mine.perSecond)
  console.log(
    `round ${i}: TPC-B ${tpcb.tps.toFixed(0)} tps, bets ${mine.perSecond.toFixed(0)}/s (p50 ${mine.p50.toFixed(1)} ms, p99 ${mine.p99.toFixed(1)} ms, ${mine.refused} without money)`,
  )
}
await acceptor.close()
const violations = await checkInvariants(db)
console.log(
  `median TPC-B ${median(tps).toFixed(0)} tps, bets ${median(bets).toFixed(0)}/s, ratio ${(median(bets) / median(tps)).toFixed(2)} (goal 4)`,
)
console.log(violations.length ? `ledger is wrong: ${JSON.stringify(violations.slice(0, 5))}` : 'ledger invariants hold')
await stop()
await reference.stop()
process.exit(violations.length ? 1 : 0)
