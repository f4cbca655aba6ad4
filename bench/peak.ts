/**
 * The peak day (features XT-79) on the whole product with the world playing: an hour's usual visitors, ten times as many
 * of every kind, and then so many at the extras that the process is at its end. Limits: no sign-in and no bet fails in
 * any of them; at tenfold load a bet is placed within a second and a player is in within two (p99, from the moment in
 * which the call was due); nothing is turned off at the usual load; under the rush the extras are, what is missed least
 * first, and they come back when it is over.
 *
 *   node bench/peak.ts [--seconds=30] [--rush=1500] [--quick]
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { startChild } from './support/child.ts'
import { option, pause, percentile, say, tellLoad, tellMost } from './support/figures.ts'
import type { PeakFigures, PeakKind, PeakRates, PeakRound } from './support/peak-clients.ts'
import { newHome, root, startProgram } from './support/product.ts'

const seconds = option('seconds', 30, 15)
/** Calls of extras a second that are more than one process can answer. */
const rush = option('rush', 1_500)
const START_MS = 240_000
const SETTLE_MS = 20_000
const BET_MS = 1_000
const SIGN_IN_MS = 2_000
/** Twenty light seconds a stage, of which there are three, and a little. */
const CALM_MS = 90_000
/** `popular` may be asked for sixty times a minute from one address: a look at the first stage, no load. */
const USUAL: PeakRates = { signIn: 1, bet: 4, coupon: 6, line: 60, popular: 0.5, statistics: 15, history: 5 }
const CORE = ['signIn', 'bet'] as const
const EXTRAS = ['popular', 'statistics', 'history'] as const

const times = (factor: number): PeakRates =>
  Object.fromEntries(Object.entries(USUAL).map(([kind, rate]) => [kind, kind === 'popular' ? rate : rate * factor]))

const home = newHome('peak')
const clients = startChild(join(import.meta.dirname, 'support', 'peak-clients.ts'), [])
const product = await startProgram(join(root, 'polosa'), ['start'], {
  POLOSA_HOME: home,
  LOG_LEVEL: 'error',
  FEED: 'world',
  RATE_LIMITS: 'off',
  GUESS_LIMITS: 'off',
  LOAD_WATCH: 'on',
})

function tell(name: string, round: PeakRound): void {
  for (const [kind, { sent, good, off, refused, failed, times: took, lags, firstFailure }] of Object.entries(round)) {
    const others = [off && `${off} turned off`, refused && `${refused} refused`, failed && `${failed} failed`].filter(Boolean).join(', ')
    const figures = `p50 ${percentile(took, 0.5).toFixed(0)}, p99 ${percentile(took, 0.99).toFixed(0)} ms, sent late p99 ${percentile(lags, 0.99).toFixed(0)}`
    say(`     ${name}: ${kind} ${good} of ${sent}, ${figures}${others && `; ${others}`}${failed || refused ? ` (${firstFailure})` : ''}`)
  }
}

const ask = (rates: PeakRates, forSeconds = seconds) => clients.ask<PeakRound>({ ask: 'round', rates, seconds: forSeconds })
const sum = (round: PeakRound, kinds: readonly PeakKind[], of: (figures: PeakFigures) => number) =>
  kinds.reduce((total, kind) => total + (round[kind] ? of(round[kind]) : 0), 0)
/** Sign-ins and bets that did not come through, whatever the reason but the line's own. */
const lost = (round: PeakRound) => sum(round, CORE, ({ failed, off }) => failed + off)
const turnedOff = (round: PeakRound) => sum(round, EXTRAS, ({ off }) => off)
const p99 = (round: PeakRound, kind: PeakKind) => percentile(round[kind]?.times ?? [], 0.99)

async function usualAndTenfold(): Promise<void> {
  await ask(USUAL, 5)
  const usual = await ask(USUAL)
  tell('usual', usual)
  const tenfold = await ask(times(10))
  tell('tenfold', tenfold)
  tellMost('usual load: sign-ins and bets that failed', lost(usual), '', 0)
  tellMost('usual load: extras turned off', turnedOff(usual), '', 0)
  tellMost('tenfold load: sign-ins and bets that failed', lost(tenfold), '', 0)
  tellMost('tenfold load: a bet, p99', p99(tenfold, 'bet'), 'ms', BET_MS)
  tellMost('tenfold load: a sign-in, p99', p99(tenfold, 'signIn'), 'ms', SIGN_IN_MS)
}

async function rushAndCalm(): Promise<void> {
  const round = await ask({ ...times(10), statistics: rush * 0.7, history: rush * 0.3 })
  tell('rush', round)
  tellMost('rush: sign-ins and bets that failed', lost(round), '', 0)
  tellMost('rush: extras that were all still served', turnedOff(round) > 0 ? 0 : 1, '', 0)
  const share = (kind: PeakKind) => (round[kind] ? round[kind].off / round[kind].sent : 0)
  const inOrder = share('popular') >= share('statistics') && share('statistics') >= share('history')
  tellMost('rush: stages out of their order', inOrder ? 0 : 1, '', 0)
  const begun = performance.now()
  let after: PeakRound
  do after = await ask({ popular: 0.9, statistics: 1, history: 1 }, 4)
  while (turnedOff(after) > 0 && performance.now() - begun < CALM_MS)
  tellMost('after the rush: extras back', (performance.now() - begun) / 1000, 's', CALM_MS / 1000)
}

try {
  await product.answers('/ru/line', START_MS)
  await pause(SETTLE_MS)
  const ready = await clients.ask<{ players: number; outcomes: number }>({ ask: 'prepare', port: product.port })
  say(`     ${ready.players} players with money, ${ready.outcomes} outcomes`)
  await usualAndTenfold()
  await rushAndCalm()
  tellLoad()
} finally {
  await product.stop()
  await clients.stop()
  rmSync(home, { recursive: true, force: true })
}
