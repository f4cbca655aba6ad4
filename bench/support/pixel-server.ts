/**
 * The site in a process of its own, without a database, over a line of the size that issue 3 names: games of the line and
 * live ones whose prices change at a fixed rate, and a few followed prices whose changes are written down.
 *
 *   node pixel-server.ts
 */
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { brandRoutes, loadBrands } from '#modules/brand/server/index.ts'
import {
  footballMarkets,
  SAMPLE_START,
  sampleFact,
  sampleGame,
  sampleGameFact,
  sampleLive,
  sampleMarket,
} from '#modules/line/rules/sample-facts.ts'
import { createLine, lineFastPath, registerLine } from '#modules/line/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { readEnv } from '#platform/server/env.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { createStream } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { mountSite } from '../../src/compose/site.ts'
import { answer } from './child.ts'

const GAMES = 5_600
const LIVE_GAMES = 200
const LEAGUE_GAMES = 20
/** Games whose first price is followed to the screen: those that stand first in the live list. */
const FOLLOWED = 12
const STEP_MS = 20
const FOLLOWED_EVERY_MS = 100
/** A fact changes three prices. */
const PRICES_A_FACT = 3
const root = join(import.meta.dirname, '../..')

/** One change of a followed price: I:outcome, its text on the screen, and when the book was told, unix ms. */
export interface Followed {
  outcome: string
  text: string
  at: number
}

export interface Served {
  outcomes: number
  /** Seconds of CPU of this process so far. */
  cpu: number
  changes: number
  /** Longest wait of the event loop since the last question, ms. */
  stallMs: number
}

const env = { ...readEnv({ BRANDS: join(root, 'brands'), POLOSA_MODE: 'development', LOG_LEVEL: 'error' }), mode: 'production' as const }
const log = createLog('error', false)
const clock = systemClock()
const texts = loadTexts(join(root, 'locales'))
const brands = loadBrands(env.brandsDir, 'production')
const stream = createStream(log)
const http = await createHttp({ log, clock, texts, visitOf: (request) => brands.visitOf(request) })
const line = createLine({ clock, texts, stream })
registerLine({ app: http.app, line })
http.setFastPath(lineFastPath(line))
brandRoutes(http.app, { texts, publicKey: '' })
const begun = clock.now()

const gameOf = (n: number) =>
  n < LIVE_GAMES
    ? sampleGame({
        n,
        kind: 1,
        championshipId: 920_000 + Math.floor(n / LEAGUE_GAMES),
        startsAt: begun - 3_600_000,
        weight: n < FOLLOWED ? 900 : 10,
      })
    : sampleGame({
        n,
        championshipId: 910_000 + Math.floor(n / LEAGUE_GAMES),
        startsAt: begun + 3_600_000 + n * 60_000,
        parts: ['h1', 'h2', 'corners', 'cards'],
      })
const games = Array.from({ length: GAMES }, (_, n) => gameOf(n))
for (const [n, game] of games.entries()) {
  line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(n) }, game.ci)])
  if (n < LIVE_GAMES) line.apply([sampleFact(sampleLive([n % 3, n % 2]), game.ci)])
}

function tell(n: number, prices: readonly [number, number, number]): void {
  const market = sampleMarket('result_1x2', '', [
    ['1', prices[0]],
    ['2', prices[1]],
    ['3', prices[2]],
  ])
  // The samples are said in 2030: a price of today would be older than theirs and be dropped.
  sentAt += 1
  line.apply([sampleFact({ t: 'odds.delta', game: '', markets: [market] }, games[n]!.ci, { sentAt })])
}

let changes = 0
let sentAt = SAMPLE_START
let turn = 0
let followedTurn = 0
let timer: NodeJS.Timeout | undefined
let followTimer: NodeJS.Timeout | undefined
let followed: Followed[] = []

/** Every other change is one of a live game: that is where prices move. */
function background(): void {
  turn += 1
  const live = turn % 2 === 0
  const n = live ? FOLLOWED + ((turn * 7) % (LIVE_GAMES - FOLLOWED)) : LIVE_GAMES + ((turn * 13) % (GAMES - LIVE_GAMES))
  tell(n, [1_500 + (turn % 900), 3_000 + (turn % 700), 2_500 + (turn % 800)])
  changes += PRICES_A_FACT
}

function follow(): void {
  followedTurn += 1
  const n = followedTurn % FOLLOWED
  // Three decimals without a zero at the end: the text on the screen names the change.
  const price = 1_001 + ((followedTurn * 37) % 8_998)
  const shown = price % 10 === 0 ? price + 1 : price
  followed.push({ outcome: `${games[n]!.parts[0]!.i}:1`, text: (shown / 1000).toFixed(3), at: Date.now() })
  tell(n, [shown, 3_333, 2_777])
  changes += PRICES_A_FACT
}

await mountSite({ root, app: http.app, brands, texts, log, env, dev: false })
stream.attach(http.app.server, async () => ({ playerId: null, sessionId: null }))
await http.app.listen({ port: 0, host: '127.0.0.1' })
const delay = monitorEventLoopDelay({ resolution: 5 })
delay.enable()

answer({
  port: () => (http.app.server.address() as AddressInfo).port,
  topics: () => ['list:live', ...games.map(({ ci }) => `row:${ci}`)],
  pace: ({ perSecond }: { perSecond: number }) => {
    clearInterval(timer)
    clearInterval(followTimer)
    if (perSecond === 0) return
    const facts = (perSecond / PRICES_A_FACT) * (STEP_MS / 1000)
    let due = 0
    timer = setInterval(() => {
      for (due += facts; due >= 1; due -= 1) background()
    }, STEP_MS)
    followTimer = setInterval(follow, FOLLOWED_EVERY_MS)
  },
  served: (): Served => {
    const { user, system } = process.cpuUsage()
    const stallMs = Math.max(0, delay.max / 1e6 - 5)
    delay.reset()
    return { outcomes: outcomesOfBook(), cpu: (user + system) / 1e6, changes, stallMs }
  },
  followed: (): Followed[] => {
    const told = followed
    followed = []
    return told
  },
  quit: () => process.exit(0),
})

function outcomesOfBook(): number {
  let sum = 0
  for (const game of line.book.games.values())
    for (const part of game.parts.values()) for (const market of part.markets.values()) sum += market.outcomes.length
  return sum
}
