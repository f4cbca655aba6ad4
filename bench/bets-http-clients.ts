/**
 * The players of bench/bets-http.ts, in a process of their own: each connection is one signed-in player who sends
 * a bet, reads its answer and sends the next. Requests are bytes made before; only the betGUID is written anew, and
 * an answer is read no further than to its outcome, so that a request costs the machine little.
 */
import { randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { GAMES, gameId, PLAYERS, tokenOf, type Round } from './bets-http-data.ts'
import { answer } from './support/child.ts'

/** Outcomes of the sample games: type, parameter, price. */
const OUTCOMES = [
  [9, 2.5, 2],
  [10, 2.5, 2.4],
  [9, 1.5, 1.6],
  [10, 1.5, 2.8],
] as const
/** Different coupons of one player. */
const COUPONS = 32
const GUID_LENGTH = 24
const GUID_AT = '"betGUID":"'
const HEAD_MOST = 1_000

function body(player: number): string {
  const count = 1 + Math.floor(Math.random() * 3)
  const events = Array.from({ length: count }, (_, k) => {
    const [Type, Param, Coef] = OUTCOMES[Math.floor(Math.random() * OUTCOMES.length)]!
    const third = GAMES / 3
    return { GameId: gameId(Math.floor(Math.random() * third) + k * third), Type, Coef, Param, Kind: 3, PlayerId: 0, PV: null }
  })
  return JSON.stringify({
    Events: events,
    Vid: count === 1 ? 0 : 1,
    Summ: 1 + Math.floor(Math.random() * 900) / 100,
    Lng: 'en',
    UserId: player,
    CheckCf: 2,
    partner: 1,
    Source: 55,
    notWait: true,
    betGUID: '0'.repeat(GUID_LENGTH),
    ApprovedBet: true,
  })
}

interface Coupon {
  bytes: Buffer
  guidAt: number
}

function coupon(player: number): Coupon {
  const text = body(player)
  const bytes = Buffer.from(
    `POST /service-api/LiveBet/Secure/MakeBetWeb HTTP/1.1\r\nhost: localhost\r\nuser-agent: Mozilla/5.0 bench\r\naccept: application/json\r\ncontent-type: application/json\r\nauthorization: Bearer ${tokenOf(player)}\r\ncontent-length: ${text.length}\r\n\r\n${text}`,
    'latin1',
  )
  return { bytes, guidAt: bytes.indexOf(GUID_AT) + GUID_AT.length }
}

/** No two of a run are equal: a random beginning of the process, then a count. */
const guidStart = randomBytes(8).toString('hex')
let guids = 0
function nextGuid(): string {
  guids += 1
  return guidStart + guids.toString(16).padStart(GUID_LENGTH - guidStart.length, '0')
}

const shared = Buffer.allocUnsafe(64 * 1024)

function client(port: number, player: number, until: number, round: Round): Promise<void> {
  return new Promise((done, fail) => {
    const coupons = Array.from({ length: COUPONS }, () => coupon(player))
    let sent = 0
    let begun = 0
    /** Bytes of the answer that are still to come; 0 = its head. */
    let left = 0
    const send = () => {
      if (performance.now() >= until) return socket.end(done)
      const { bytes, guidAt } = coupons[sent++ % COUPONS]!
      bytes.write(nextGuid(), guidAt, 'latin1')
      begun = performance.now()
      socket.write(bytes)
    }
    const read = (length: number) => {
      if (left === 0) {
        const head = shared.toString('latin1', 0, Math.min(length, HEAD_MOST))
        const at = head.indexOf('\r\n\r\n')
        // The server writes head and body at once: a head in pieces would be a fault of this bench.
        if (at < 0) return fail(new Error(`no head in ${head}`))
        left = at + 4 + Number(/content-length: (\d+)/i.exec(head)?.[1])
        if (head.includes('"ErrorCode":0,', at)) round.accepted += 1
        // On a quick machine a player also comes to the most bets on an outcome within an hour.
        else if (head.includes('"ErrorCode":103,', at) || head.includes('"ErrorCode":158188,', at)) round.withoutMoney += 1
        else return fail(new Error(shared.toString('latin1', 0, length)))
      }
      left -= length
      if (left > 0) return
      round.latencies.push(performance.now() - begun)
      left = 0
      send()
    }
    const socket = connect({
      port,
      host: '127.0.0.1',
      noDelay: true,
      onread: { buffer: shared, callback: (length) => (read(length), true) },
    })
    socket.on('error', fail)
    socket.on('connect', send)
  })
}

/** Connections are opened first, so that the round does not measure them; every round has other players. */
let next = 1
answer({
  async round({ port, connections, seconds }: { port: number; connections: number; seconds: number }) {
    const round: Round = { accepted: 0, withoutMoney: 0, latencies: [], seconds: 0 }
    const begun = performance.now()
    await Promise.all(
      Array.from({ length: connections }, () => {
        next = (next % PLAYERS) + 1
        return client(port, next, begun + seconds * 1000, round)
      }),
    )
    return { ...round, seconds: (performance.now() - begun) / 1000 }
  },
})
