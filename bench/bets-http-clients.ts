/**
 * The players of bench/bets-http.ts, in a process of their own: each connection is one signed-in player who sends
 * a bet, reads its answer and sends the next.
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
    betGUID: randomBytes(12).toString('hex'),
    ApprovedBet: true,
  })
}

/** Bodies are plain letters, so their length in characters is their length in bytes; so are the answers'. */
function client(port: number, player: number, until: number, round: Round): Promise<void> {
  return new Promise((done, fail) => {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const head = `POST /service-api/LiveBet/Secure/MakeBetWeb HTTP/1.1\r\nhost: localhost\r\nuser-agent: Mozilla/5.0 bench\r\naccept: application/json\r\ncontent-type: application/json\r\nauthorization: Bearer ${tokenOf(player)}\r\ncontent-length: `
    let begun = 0
    let buffer = ''
    const send = () => {
      if (performance.now() >= until) return socket.end(done)
      const text = body(player)
      begun = performance.now()
      socket.write(`${head}${text.length}\r\n\r\n${text}`)
    }
    socket.on('error', fail)
    socket.on('connect', send)
    socket.on('data', (chunk) => {
      buffer += chunk.toString('latin1')
      const at = buffer.indexOf('\r\n\r\n')
      if (at < 0) return
      const length = Number(/content-length: (\d+)/i.exec(buffer)?.[1])
      if (buffer.length < at + 4 + length) return
      round.latencies.push(performance.now() - begun)
      if (buffer.includes('"ErrorCode":0,')) round.accepted += 1
      else if (buffer.includes('"ErrorCode":103,')) round.withoutMoney += 1
      else return fail(new Error(buffer.slice(0, 900)))
      buffer = ''
      send()
    })
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
