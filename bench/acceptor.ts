/**
 * Durable bets per second of the acceptor with 256 in flight and all rules on: limits of outcome, market, game, player
 * and brand, own limits of players, stops, a tax on every fifth bet, receipts. Beside it pgbench TPC-B (-M prepared
 * -c 32 -s 32) on the same server, in alternating rounds. Then the same load with nine bets of ten on one game, and a
 * market of 5,000 outcomes beside other games. (issue 4 §6, performance §7)
 *
 *   node bench/acceptor.ts [--rounds=3] [--seconds=8] [--flight=256] [--quick]
 */
import { createAcceptor, type BetToAccept } from '#modules/bets/server/acceptor.ts'
import { checkInvariants, createLedger, currencyById } from '#modules/ledger/server/index.ts'
import { createLimits, type LimitConfig } from '#modules/limits/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { ACCOUNTS, anyOutcome, benchDatabase, fillAccounts, pgbench, pgbenchInit, randomBet } from './bets-setup.ts'
import { cpuMsOf, cpuMsOfFamily } from './support/cpu.ts'
import { median, option, percentile, say, tellLoad, tellMost, tellRatio } from './support/figures.ts'

const rounds = option('rounds', 3, 2)
const seconds = option('seconds', 8, 5)
const flight = option('flight', 256)
const EUR = currencyById(2)
/** The limits of a brand as it is delivered (brands/polosa), and with one for all that the brand may lose. */
const config = { minStakeEur: '0.20', liabilityEur: '5000', maxStakeEur: '10000', maxPayoutEur: '50000' }
const brandConfig = { ...config, brandEur: '100000000' }
/** Another one in every round: none is bet on until the house takes no more. */
let hotGame = 319_000_000
const WIDE = 319_500_000
const WIDE_OUTCOMES = 5_000
/** Every so many bets there is a tax on the stake; so many players have a limit of their own. */
const TAXED = 5
const LIMITED_PLAYERS = 2_000
const GOAL = 3.5
const HOT_GOAL = 0.7
const BESIDE_GOAL = 1.5
const STOP_MS = 200
/** The usual load and the hot game alternate so often a round. */
const TURNS = 3

const clock = systemClock()
const reference = await benchDatabase('bench_tpcb', 2)
await pgbenchInit(reference.url, 32)
const { db, pid, stop } = await benchDatabase('bench_acceptor', 12)
await fillAccounts(db)
const ledger = await createLedger({ db, clock })
const limits = createLimits(db, clock)
await limits.load()
for (let playerId = 1; playerId <= LIMITED_PLAYERS; playerId += 1)
  await inTx(db, (tx) => limits.setLimit(tx, { playerId: playerId * 50 + 1, periodDays: 1, currencyId: 2, amountMinor: 10n ** 12n }))
const acceptor = createAcceptor(rawPool(db), clock, { stops: limits.stops })

type OutcomeOf = typeof anyOutcome
const hot: OutcomeOf = (ix) =>
  ix === 0 && Math.random() < 0.9 ? { ci: hotGame, t: 1 + Math.floor(Math.random() * 3), p: 0 } : anyOutcome(ix)
const wide: OutcomeOf = (ix) => (ix === 0 ? { ci: WIDE, t: 731, p: Math.floor(Math.random() * WIDE_OUTCOMES) } : anyOutcome(ix))

async function place(outcomeOf: OutcomeOf, limitsOf: LimitConfig = config): Promise<boolean> {
  const betId = ledger.ids.next()
  const bet = randomBet(betId, 1 + Math.floor(Math.random() * ACCOUNTS), outcomeOf)
  const isTaxed = Number(betId) % TAXED === 0
  const limited = { vid: bet.vid, legs: bet.legs, terms: {}, playerId: bet.playerId, brand: 'polosa' }
  const stops = limits.stops.version()
  const refused = limits.check(bet.playerId, bet.stakeMinor, EUR.id, 'polosa')
  const range = limits.stakeRangeOf(limited, EUR, limitsOf)
  if (refused || bet.stakeMinor > range.maxMinor) throw new Error(`a limit of the bench is too low: ${range.maxMinor}`)
  const taken = limits.take(limited, bet.stakeMinor, EUR, limitsOf)
  const money = isTaxed ? { stakeTaxMinor: 12n, promo: null, advance: null } : null
  const toAccept: BetToAccept = { ...bet, parts: taken.parts, stops, money }
  // As the product does: a bet that waits while betting is stopped on something is looked at again and sent.
  toAccept.stillGood = () => {
    toAccept.stops = limits.stops.version()
    return limits.check(bet.playerId, bet.stakeMinor, EUR.id, 'polosa') === null
  }
  const outcome = await acceptor.accept(toAccept)
  if (outcome.kind === 'accepted') taken.keep()
  else taken.giveBack()
  // Betting was stopped since the check: it is looked at again.
  if (outcome.kind === 'changed') return place(outcomeOf, limitsOf)
  if (outcome.kind !== 'accepted' && outcome.kind !== 'insufficientFunds') throw new Error(`unexpected ${JSON.stringify(outcome)}`)
  return outcome.kind === 'accepted'
}

/** A stop of something else, again and again beside the load: how long until it holds everywhere. */
async function stopsUnderLoad(): Promise<number[]> {
  const took: number[] = []
  const until = performance.now() + (seconds - 1) * 1000
  for (let on = true; performance.now() < until; on = !on) {
    const begun = performance.now()
    await limits.stops.set({ scope: 'game', target: '1' }, on, 'bench', 'bench')
    took.push(performance.now() - begun)
    await new Promise((done) => setTimeout(done, 40))
  }
  return took
}

interface Round {
  perSecond: number
  p50: number
  p99: number
}

/** `others`: bets of a second kind beside the first, of which the latencies are told. */
async function round(
  outcomeOf: OutcomeOf,
  forSeconds = seconds,
  others: OutcomeOf | null = null,
  limitsOf: LimitConfig = config,
): Promise<Round> {
  const until = performance.now() + forSeconds * 1000
  const latencies: number[] = []
  let done = 0
  const started = performance.now()
  await Promise.all(
    Array.from({ length: flight }, async (_, lane) => {
      const own = others && lane % 2 === 0 ? others : outcomeOf
      while (performance.now() < until) {
        const begun = performance.now()
        await place(own, limitsOf)
        if (own === outcomeOf) latencies.push(performance.now() - begun)
        done += 1
      }
    }),
  )
  return { perSecond: done / ((performance.now() - started) / 1000), p50: percentile(latencies, 0.5), p99: percentile(latencies, 0.99) }
}

/** Milliseconds of CPU so far: PostgreSQL, and this process with the programs that it has run. */
const cpuMs = () => cpuMsOfFamily(pid) + cpuMsOf(process.pid)
const cpu = { tpcb: [] as number[], usual: [] as number[] }

pgbench(reference.url, 32, 3)
await round(anyOutcome, 4)
await round(hot, 4)
const stopped: number[] = []
const seen = { tpcb: [] as number[], usual: [] as Round[], hot: [] as Round[], beside: [] as Round[], brand: [] as Round[] }
for (let i = 1; i <= rounds; i += 1) {
  hotGame += 1
  const began = cpuMs()
  const { tps, transactions } = pgbench(reference.url, 32, seconds)
  seen.tpcb.push(tps)
  cpu.tpcb.push(((cpuMs() - began) * 1000) / transactions)
  // In turns: what the database does besides for a while, vacuum above all, meets both.
  for (let turn = 0; turn < TURNS; turn += 1) {
    const between = cpuMs()
    const usual = await round(anyOutcome, seconds / TURNS)
    seen.usual.push(usual)
    cpu.usual.push(((cpuMs() - between) * 1000) / ((usual.perSecond * seconds) / TURNS))
    seen.hot.push(await round(hot, seconds / TURNS))
  }
  seen.beside.push(await round(anyOutcome, seconds, wide))
  seen.brand.push(await round(anyOutcome, seconds, null, brandConfig))
  const [took] = await Promise.all([stopsUnderLoad(), round(anyOutcome)])
  stopped.push(percentile(took, 0.99))
  const tell = (name: string, { perSecond, p50, p99 }: Round) =>
    `${name} ${perSecond.toFixed(0)}/s (p50 ${p50.toFixed(1)}, p99 ${p99.toFixed(1)} ms)`
  say(
    `round ${i}, last turn: TPC-B ${seen.tpcb.at(-1)!.toFixed(0)} tps, ${tell('usual', seen.usual.at(-1)!)}, ${tell('hot game', seen.hot.at(-1)!)}, ${tell('beside 5,000 outcomes', seen.beside.at(-1)!)}`,
  )
  tellLoad()
}
await acceptor.close()
await limits.stop()
const rate = (of: readonly Round[]) => median(of.map((one) => one.perSecond))
const p99 = (of: readonly Round[]) => median(of.map((one) => one.p99))
tellRatio({ name: 'bets with all rules', product: rate(seen.usual), limit: median(seen.tpcb), unit: '/s', atLeast: GOAL })
say(
  `     by CPU: TPC-B ${median(cpu.tpcb).toFixed(0)} µs a transaction, a bet ${median(cpu.usual).toFixed(0)} µs, ratio ${(median(cpu.tpcb) / median(cpu.usual)).toFixed(2)}`,
)
tellRatio({
  name: 'nine of ten bets on one game, against the usual spread',
  product: rate(seen.hot),
  limit: rate(seen.usual),
  unit: '/s',
  atLeast: HOT_GOAL,
})
tellRatio({
  name: 'p99 of other games beside a market of 5,000 outcomes, against without',
  product: p99(seen.beside),
  limit: p99(seen.usual),
  unit: 'ms',
  atMost: BESIDE_GOAL,
})
say(
  `     with a limit of the brand, which every bet counts against: ${rate(seen.brand).toFixed(0)}/s, ${(rate(seen.brand) / median(seen.tpcb)).toFixed(2)} × TPC-B`,
)
tellMost('p99 of a stop until it holds everywhere, under this load', median(stopped), 'ms', STOP_MS)
const violations = await checkInvariants(db)
say(violations.length ? `ledger is wrong: ${JSON.stringify(violations.slice(0, 5))}` : 'ledger invariants hold')
await stop()
await reference.stop()
process.exit(violations.length ? 1 : (process.exitCode ?? 0))
