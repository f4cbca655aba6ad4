/**
 * Values of open bets after one change of a price that touches all of them: found, worked out, and put into the topics
 * of their listening players.
 *   node bench/cashout.ts [--bets=100000] [--players=1000] [--rounds=15] [--quick]
 * Limit in the same run: the bare products of the same chances over flat arrays, no bets, no states, nobody told.
 */
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { millionths, type SaleBet, type SaleLeg } from '#modules/cashout/rules/sale-bet.ts'
import { compileBet } from '#modules/cashout/rules/live-value.ts'
import { offerFor } from '#modules/cashout/rules/offer.ts'
import { tellValues } from '#modules/cashout/server/follow-values.ts'
import type { LegNow, LegSource, OutcomeId } from '#modules/cashout/server/leg-now.ts'
import { ValueIndex } from '#modules/cashout/server/value-index.ts'
import { Topic } from '#platform/server/stream/topic.ts'
import { median, option, percentile, say, tellLoad, tellMost, tellRatio } from './support/figures.ts'

const BETS = option('bets', 100_000, 100_000)
const PLAYERS = option('players', 1_000)
const ROUNDS = option('rounds', 15, 7)
/** The goal of the issue; and how much more than bare arithmetic the pass may cost. */
const LIMITS = { passMs: 1_000, busyMs: 100, bare: 60 }

const GAMES = 400
const HOT = 1
const TERMS = { commissionMilli: 50, minSaleMinor: 1n, checkFromMinor: null }
/** The bare loop is so short that it is run several times. */
const REPEATS = 20
const NOW = Date.UTC(2026, 10, 21)

/** Processor time of this process: what other programs take of the machine is not in it. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** A line of one outcome a game; the hot one moves. */
const chances = new Float64Array(GAMES + 1).map((_, ci) => 0.2 + ((ci * 7919) % 600) / 1000)
const source: LegSource = {
  now: ({ ci }): LegNow => ({ on: true, chance: millionths(chances[ci]!), price: 2000, gameId: ci }),
}

const leg = (ci: number): SaleLeg => ({ price: 1500 + ((ci * 37) % 2500), result: null, chance: millionths(chances[ci]!) })

/** Half singles, the rest expresses of two to six legs, every tenth a system; all on the hot game. */
function betOf(i: number): { bet: SaleBet; legs: OutcomeId[] } {
  const count = i % 2 === 0 ? 1 : 2 + (i % 5)
  const cis = Array.from({ length: count }, (_, k) => (k === 0 ? HOT : 2 + ((i * 13 + k * 101) % (GAMES - 2))))
  const kind = count === 1 ? 'single' : i % 10 === 9 && count > 2 ? 'system' : 'express'
  const bet: SaleBet = {
    kind,
    stakeMinor: BigInt(500 + (i % 9_500)),
    legs: cis.map(leg),
    maxPayoutMinor: 5_000_000n,
    exponent: 2,
    ...(kind === 'system' ? { size: 2 } : {}),
  }
  return { bet, legs: cis.map((ci) => ({ ci, t: 1, p: 0, playerId: 0 })) }
}

function build(): ValueIndex {
  const index = new ValueIndex(source)
  for (let i = 0; i < BETS; i += 1) {
    const { bet, legs } = betOf(i)
    const live = compileBet(bet, TERMS, { grossMinor: 0n, taxMinor: 0n })
    index.put({
      id: BigInt(i + 1),
      playerId: i % PLAYERS,
      live,
      legs,
      minMinor: 1,
      greatMinor: null,
      targetMinor: null,
      unit: 100,
      stake: Number(bet.stakeMinor) / 100,
    })
  }
  return index
}

/** The arithmetic alone: a product and a floor for each leg of each bet. */
function bare(): () => number {
  const counts = new Uint8Array(BETS)
  const at: number[] = []
  const scale = new Float64Array(BETS)
  for (let i = 0; i < BETS; i += 1) {
    const { legs } = betOf(i)
    counts[i] = legs.length
    scale[i] = 1000 + i
    for (const { ci } of legs) at.push(ci)
  }
  const flat = Int32Array.from(at)
  const out = new Float64Array(BETS)
  return () => {
    const begun = cpuMs()
    for (let again = 0; again < REPEATS; again += 1) {
      let next = 0
      for (let i = 0; i < BETS; i += 1) {
        let value = scale[i]!
        for (let k = counts[i]!; k > 0; k -= 1) value *= chances[flat[next++]!]!
        out[i] = Math.floor(value)
      }
    }
    return (cpuMs() - begun) / REPEATS
  }
}

/** One change: find, work out, tell. */
async function pass(index: ValueIndex, topics: readonly Topic[], listening: ReadonlySet<number>) {
  const begun = performance.now()
  const cpu = cpuMs()
  const changed = index.refresh([HOT])
  const found = cpuMs()
  await tellValues(changed, listening, NOW, (playerId, values) => {
    const topic = topics[playerId]!
    for (const [key, value] of Object.entries(values)) topic.set(key, value)
    topic.commit()
  })
  return { all: performance.now() - begun, cpu: cpuMs() - cpu, index: found - cpu, changed: changed.length }
}

/** The figures of the screen are those of the exact offer. */
function check(index: ValueIndex): void {
  for (let i = 0; i < BETS; i += 997) {
    const { bet } = betOf(i)
    const exact = offerFor(
      { ...bet, legs: bet.legs.map((one, k) => ({ ...one, chance: millionths(chances[betOf(i).legs[k]!.ci]!) })) },
      TERMS,
    )
    const shown = BigInt(index.get(BigInt(i + 1))!.valueMinor)
    const due = exact.on ? exact.offer.netMinor : 0n
    if (shown - due > 1n || due - shown > 1n) throw new Error(`bet ${i + 1} shows ${shown}, its offer is ${due}`)
  }
}

const made = performance.now()
const index = build()
say(
  `${BETS.toLocaleString('en')} open bets on one outcome, ${PLAYERS.toLocaleString('en')} listening players, indexed in ${(performance.now() - made).toFixed(0)} ms`,
)
const topics = Array.from({ length: PLAYERS }, (_, i) => new Topic(`me:${i}`, 0))
const listening = new Set(topics.keys())
const lag = monitorEventLoopDelay({ resolution: 5 })
const bareOnce = bare()
const passes: number[] = []
const cpus: number[] = []
const finds: number[] = []
const bares: number[] = []
for (let round = 0; round < ROUNDS + 2; round += 1) {
  // A turn of the loop between the passes, as between two changes.
  await new Promise((done) => setTimeout(done, 20))
  chances[HOT] = 0.3 + ((round * 173) % 400) / 1000
  const bareMs = bareOnce()
  const { all, cpu, index: find, changed } = await pass(index, topics, listening)
  if (changed < BETS * 0.99) throw new Error(`only ${changed} bets moved`)
  // The first rounds are the compiler's.
  if (round < 2) continue
  lag.enable()
  bares.push(bareMs)
  passes.push(all)
  cpus.push(cpu)
  finds.push(find)
}
check(index)
lag.disable()
say(
  `pass ${passes.map((ms) => ms.toFixed(0)).join(' ')} ms; by CPU ${median(cpus).toFixed(0)} ms, of that found and worked out ${median(finds).toFixed(1)} ms`,
)
tellMost('values of all bets worked out and told, median pass', median(passes), 'ms', LIMITS.passMs)
say(`     slowest pass ${percentile(passes, 1).toFixed(0)} ms`)
tellMost('the process was busy at a time, p99', lag.percentile(99) / 1e6, 'ms', LIMITS.busyMs)
tellRatio({
  name: 'found and worked out / bare products, by CPU',
  product: median(finds),
  limit: median(bares),
  unit: 'ms',
  atMost: LIMITS.bare,
})
tellLoad()
