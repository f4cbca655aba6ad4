/**
 * A day's visitors in a process of their own: they register, pay in, and then sign in, bet, price coupons, read the
 * line and look at extras, each at its own fixed rate, whether or not earlier calls are answered.
 */
import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { encodePassword } from '#modules/auth/server/index.ts'
import { answer } from './child.ts'

export type PeakKind = 'signIn' | 'bet' | 'coupon' | 'line' | 'popular' | 'statistics' | 'history'

/** Calls a second, by kind. */
export type PeakRates = Partial<Record<PeakKind, number>>

export interface PeakFigures {
  sent: number
  /** Answered as asked for. */
  good: number
  /** 503: turned off for load. */
  off: number
  /** Refused by the line or a limit: the call worked, the bet was not taken. */
  refused: number
  /** Neither: errors, other states, no answer at all. */
  failed: number
  firstFailure: string
  /** Times of the good ones from the moment in which they were due, ms. */
  times: number[]
  /** How late this process itself sent, ms: part of the times above. */
  lags: number[]
}

export type PeakRound = Partial<Record<PeakKind, PeakFigures>>

interface Player {
  login: string
  sealed: string
  token: string
}

interface WireGame {
  I: number
  S: number
  E?: { T: number; C: number; B?: boolean }[]
}

interface Leg {
  GameId: number
  Type: number
  Coef: number
  Param: number
  Kind: number
}

interface Call {
  method: 'GET' | 'POST'
  path: string
  body?: object
  token?: string
}

/** Half of them bet, the others sign in again and again: a player's oldest sessions end when there are too many. */
const PLAYERS = 32
const MONEY = '150000'
const STAKE = 200
/** Far enough ahead not to begin in a run. */
const AHEAD_S = 1800
const LEGS = 5
const LONGEST_MS = 30_000
const agent = new Agent({ keepAlive: true, maxSockets: 1024 })
let port = 0
let players: Player[] = []
let outcomes: Leg[] = []
let pages: Record<'line' | 'statistics' | 'history', string[]> = { line: [], statistics: [], history: [] }

interface Answered {
  status: number
  text: string
}

function send({ method, path, body, token }: Call): Promise<Answered> {
  const text = body ? JSON.stringify(body) : ''
  const headers = {
    host: 'localhost',
    'x-requested-with': 'bench',
    ...(body ? { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) } : {}),
    ...(token ? { authorization: `Bearer ${token}` } : {}),
  }
  return new Promise((done) => {
    const sent = request({ host: '127.0.0.1', port, agent, method, path, headers, timeout: LONGEST_MS }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => done({ status: response.statusCode ?? 0, text: Buffer.concat(parts).toString() }))
    })
    sent.on('timeout', () => sent.destroy(new Error('no answer')))
    sent.on('error', (error) => done({ status: 0, text: error.message }))
    sent.end(text)
  })
}

async function json<T>(call: Call): Promise<T> {
  const { status, text } = await send(call)
  if (status !== 200) throw new Error(`${call.path}: ${status} ${text.slice(0, 300)}`)
  return JSON.parse(text) as T
}

async function register(key: string): Promise<Player> {
  const login = `peak-${randomUUID()}@polosa.example`
  const password = `peak-${randomUUID()}`
  const [now, later] = [await encodePassword(key, password), await encodePassword(key, password)]
  const fields = { email: login, password: now, birth_date: '17.05.1990', country: 'KZ', currency: 'KZT', terms: true }
  const submit = '/flexreg-api/v1/registration/submit'
  const { token } = await json<{ token: string }>({ method: 'POST', path: submit, body: { type: 'full_reg', fields } })
  const wanted = { account_id: 0, method_id: 1, sum: MONEY }
  const { data } = await json<{ data: { id: string } }>({ method: 'POST', path: '/web-api/office/deposit', body: wanted, token })
  await json({ method: 'POST', path: `/dev/api/cashier/${data.id}`, body: { outcome: 'success' } })
  return { login, sealed: later, token }
}

/** Players with money, open outcomes far ahead, and what else there is to look at. */
async function prepare(given: { port: number }): Promise<{ players: number; outcomes: number }> {
  port = given.port
  const { data } = await json<{ data: { public_key: string } }>({ method: 'GET', path: '/web-api/user/publickey' })
  players = []
  for (let i = 0; i < PLAYERS; i += 1) players.push(await register(data.public_key))
  const soonest = Math.floor(Date.now() / 1000) + AHEAD_S
  const path = `/service-api/LineFeed/Get1x2_VZip?count=400&lng=en&tsFrom=${soonest}`
  const { Value: games } = await json<{ Value: WireGame[] }>({ method: 'GET', path })
  const open = games.filter((game) => game.S > soonest)
  outcomes = open.flatMap((game) =>
    (game.E ?? []).filter((e) => !e.B && e.T <= 3).map((e) => ({ GameId: game.I, Type: e.T, Coef: e.C, Param: 0, Kind: 3 })),
  )
  const lists = ['LineFeed', 'LiveFeed'].map((feed) => `/service-api/${feed}/Get1x2_VZip?count=50&lng=ru`)
  const cards = open.slice(0, 200).map((game) => `/service-api/LineFeed/GetGameZip?id=${game.I}&lng=ru&grMode=2`)
  pages = {
    line: cards.flatMap((card, i) => [card, lists[i % 2]!]),
    statistics: open.map(
      (game) => `/service-api/SiteService/HeadToHead?gameId=${game.I}/service-api/SiteService/Game/main?id=${game.I}&lng=rulng=ru`,
    ),
    history: outcomes.map((leg) => `/service-api/LineFeed/GetCoefHistory?id=${leg.GameId}&type=${leg.Type}&param=0&playerId=0&lng=ru`),
  }
  return { players: players.length, outcomes: outcomes.length }
}

/** Every call of a run is another one: the number goes on over all rounds. */
let made = 0

function callOf(kind: PeakKind): Call {
  const n = (made += 1)
  const half = players.length / 2
  const player = players[(n % half) + (kind === 'signIn' ? half : 0)]!
  const leg = (i: number) => outcomes[(n * 7 + i) % outcomes.length]!
  switch (kind) {
    case 'signIn':
      return { method: 'POST', path: '/user/auth', body: { login: player.login, password: player.sealed, remember: false } }
    case 'bet': {
      const body = { Events: [leg(0)], Vid: 0, Summ: STAKE, UserId: 0, CheckCf: 1, ApprovedBet: true, betGUID: randomUUID() }
      return { method: 'POST', path: '/service-api/LiveBet/Secure/MakeBetWeb', body, token: player.token }
    }
    case 'coupon': {
      const games = new Map(Array.from({ length: 3 * LEGS }, (_, i) => [leg(i).GameId, leg(i)]))
      const body = { Events: [...games.values()].slice(0, LEGS), Vid: 1, Summ: STAKE, CheckCf: 1 }
      return { method: 'POST', path: '/service-api/LiveBet/Open/UpdateCoupon', body, token: player.token }
    }
    case 'popular':
      return { method: 'GET', path: '/web-api/coupon/popular?lng=ru' }
    default:
      return { method: 'GET', path: pages[kind][n % pages[kind].length]! }
  }
}

function count(figures: PeakFigures, kind: PeakKind, { status, text }: Answered, tookMs: number): void {
  const isMoney = kind === 'bet' || kind === 'coupon'
  const isGood = status === 200 && (isMoney ? text.includes('"Success":true') : kind !== 'signIn' || text.includes('"type":25'))
  if (isGood) {
    figures.good += 1
    figures.times.push(tookMs)
  } else if (status === 503 || text.includes('"ErrorCode":503')) figures.off += 1
  else if (status === 200 && isMoney) {
    figures.refused += 1
    figures.firstFailure ||= text.slice(0, 300)
  } else {
    figures.failed += 1
    figures.firstFailure ||= `${status} ${text.slice(0, 300)}`
  }
}

async function keepAsking(kind: PeakKind, perSecond: number, seconds: number): Promise<PeakFigures> {
  const figures: PeakFigures = { sent: 0, good: 0, off: 0, refused: 0, failed: 0, firstFailure: '', times: [], lags: [] }
  const begun = performance.now()
  const waiting: Promise<void>[] = []
  const total = Math.round(perSecond * seconds)
  while (figures.sent < total) {
    const due = Math.min(total, 1 + Math.floor(((performance.now() - begun) * perSecond) / 1000))
    for (; figures.sent < due; figures.sent += 1) {
      const dueAt = begun + (figures.sent * 1000) / perSecond
      figures.lags.push(performance.now() - dueAt)
      waiting.push(send(callOf(kind)).then((answered) => count(figures, kind, answered, performance.now() - dueAt)))
    }
    await new Promise((done) => setTimeout(done, 2))
  }
  await Promise.all(waiting)
  return figures
}

answer({
  prepare,
  round: async ({ rates, seconds }: { rates: PeakRates; seconds: number }): Promise<PeakRound> => {
    const kinds = Object.entries(rates) as [PeakKind, number][]
    const found = await Promise.all(kinds.map(async ([kind, perSecond]) => [kind, await keepAsking(kind, perSecond, seconds)] as const))
    return Object.fromEntries(found)
  },
})
