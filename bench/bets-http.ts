/**
 * Bets over HTTP: Fastify, bearer, body checked by its schema, limits, prices checked in the book, acceptor,
 * answer after the commit. Beside pgbench TPC-B prepared on the same server, in alternating rounds.
 * Goal G2: at least 2.5 times the reference with 256 connections and p99 at most 100 ms, never below 1.5 with 64.
 * The bearer is read without the database, as a warm session cache does. (performance §7)
 *
 *   node bench/bets-http.ts [--rounds=3] [--seconds=6]
 */
import { randomBytes } from 'node:crypto'
import { Worker, isMainThread, parentPort, workerData } from 'node:worker_threads'
import { connect } from 'node:net'
import { createBets, registerBets } from '#modules/bets/server/index.ts'
import { createBookReader } from '#modules/coupon/server/index.ts'
import { checkInvariants, createLedger } from '#modules/ledger/server/index.ts'
import { createLimits } from '#modules/limits/server/index.ts'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import polosa from '../brands/polosa/config.json' with { type: 'json' }
import { ACCOUNTS, benchDatabase, fillAccounts, median, percentile, pgbench, pgbenchInit } from './bets-setup.ts'

const GAMES = 300
const GAME_ID = (n: number) => 600_000_000 + n * 20
const option = (name: string, fallback: number) => Number(process.argv.find((a) => a.startsWith(`--${name}=`))?.split('=')[1] ?? fallback)

interface Round { answers: number; refused: number; latencies: number[] }

/** One connection: a request, its answer, the next. Answers are told apart by their length; bodies are small. */
function client(port: number, until: number, round: Round): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect(port, '127.0.0.1')
    let begun = 0
    let buffer = ''
    const send = () => {
      if (performance.now() >= until) return socket.end(done)
      const player = 1 + Math.floor(Math.random() * ACCOUNTS)
      const legs = [1, 2, 3].slice(0, 1 + Math.floor(Math.random() * 3)).map((k) => ({
        GameId: GAME_ID((Math.floor(Math.random() * (GAMES / 3)) + (k - 1) * (GAMES / 3)) % GAMES), Type: 9, Coef: 2, Param: 2.5, Kind: 3, PlayerId: 0,
      }))
      const body = JSON.stringify({ Events: legs, Vid: legs.length === 1 ? 0 : 1, Summ: 1 + Math.floor(Math.random() * 900) / 100, UserId: player, CheckCf: 2, betGUID: randomBytes(12).toString('hex'), ApprovedBet: true })
      begun = performance.now()
      socket.write(`POST /service-api/LiveBet/Secure/MakeBetWeb HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\nauthorization: Bearer player-${player}\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    }
    socket.on('error', fail)
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      const head = buffer.indexOf('\r\n\r\n')
      if (head < 0) return
      const length = Number(/content-length: (\d+)/i.exec(buffer)?.[1])
      if (buffer.length < head + 4 + length) return
      round.latencies.push(performance.now() - begun)
      if (buffer.includes('"ErrorCode":0,')) round.answers += 1
      else if (buffer.includes('"ErrorCode":103,')) round.refused += 1
      else return fail(new Error(buffer.slice(0, 600)))
      buffer = ''
      send()
    })
  })
}

if (!isMainThread) {
  const { port, connections, seconds } = workerData as { port: number; connections: number; seconds: number }
  const round: Round = { answers: 0, refused: 0, latencies: [] }
  const until = performance.now() + seconds * 1000
  await Promise.all(Array.from({ length: connections }, () => client(port, until, round)))
  parentPort!.postMessage(round)
} else {
  await main()
}

function load(port: number, connections: number, seconds: number): Promise<Round> {
  return new Promise((done, fail) => {
    const worker = new Worker(new URL(import.meta.url), { workerData: { port, connections, seconds } })
    worker.once('message', done)
    worker.once('error', fail)
  })
}

async function main(): Promise<void> {
  const rounds = option('rounds', 3)
  const seconds = option('seconds', 6)
  const reference = await benchDatabase('bench_tpcb', 2)
  pgbenchInit(reference.url, 32)
  const { db, stop } = await benchDatabase('bench_bets_http', 14)
  await fillAccounts(db)
  const clock = systemClock()
  const texts = loadTexts(new URL('../locales', import.meta.url).pathname)
  const config = structuredClone(polosa.config) as unknown as SiteConfig
  config.betting.limits.liabilityEur = '100000000'
  const http = await createHttp({
    log: createLog('silent', false), clock, texts,
    visitOf: () => ({ config, brand: 'polosa', lng: 'en', country: 'DE', countryId: 49, partner: 1, group: 1, cfView: 0 }),
  })
  http.setAuthenticator(async (request) => {
    const id = Number(request.headers.authorization?.slice(14) ?? 0)
    return { session: null, bearer: id ? { id, brand: 'polosa' } : null, extended: null, cookieToken: null, badToken: false, blocked: false }
  })
  const line = createLine({ clock, texts })
  for (let n = 0; n < GAMES; n += 1) {
    const game = sampleGame({ n, startsAt: clock.now() + 86_400_000 })
    line.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: game.ref, markets: footballMarkets() }, game.ci)])
  }
  const ledger = await createLedger({ db, clock })
  const limits = createLimits(db, clock)
  await limits.load()
  const reader = createBookReader({ ...line, text: texts.text })
  const deps = { db, clock, line: reader, ledger, limits, stream: { provide() {} } }
  const bets = createBets(deps)
  registerBets(http.app, bets, deps)
  await http.app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = http.app.server.address() as { port: number }

  pgbench(reference.url, 32, 2)
  await load(port, 64, 3)
  const tps: number[] = []
  const rates: Record<number, number[]> = { 64: [], 256: [] }
  for (let i = 1; i <= rounds; i += 1) {
    tps.push(pgbench(reference.url, 32, seconds).tps)
    for (const connections of [64, 256]) {
      const round = await load(port, connections, seconds)
      const sorted = round.latencies.toSorted((a, b) => a - b)
      const rate = (round.answers + round.refused) / seconds
      rates[connections]!.push(rate)
      console.log(`round ${i}: TPC-B ${tps.at(-1)!.toFixed(0)} tps, c=${connections} ${rate.toFixed(0)}/s, p50 ${percentile(sorted, 0.5).toFixed(1)} ms, p99 ${percentile(sorted, 0.99).toFixed(1)} ms, ${round.refused} without money`)
    }
  }
  for (const connections of [64, 256]) {
    console.log(`median c=${connections} ${median(rates[connections]!).toFixed(0)}/s, ratio ${(median(rates[connections]!) / median(tps)).toFixed(2)} (goal ${connections === 64 ? 1.5 : 2.5})`)
  }
  await http.app.close()
  await bets.close()
  limits.stop()
  const violations = await checkInvariants(db)
  console.log(violations.length ? `ledger is wrong: ${JSON.stringify(violations.slice(0, 3))}` : 'ledger invariants hold')
  await stop()
  await reference.stop()
}
