/** Coupons of bench/update-coupon.ts from a process of its own, so many a second whatever the server does: a late answer counts from the moment in which it was due. */
import { Agent, request } from 'node:http'
import { gameId, tokenOf } from './bets-http-data.ts'
import { answer } from './support/child.ts'

/** Outcomes of the sample games: type, parameter, price. */
const OUTCOMES = [
  [9, 2.5, 2],
  [10, 2.5, 2.4],
  [9, 1.5, 1.6],
  [10, 1.5, 2.8],
] as const
const TICK_MS = 1
/** Each with an account of the same number, which their coupons name as the page does. */
const PLAYERS = 2_000

interface Wanted {
  port: number
  perSecond: number
  seconds: number
  /** Vid, legs, and what the kind needs besides. */
  vid: number
  legs: number
  more: Record<string, unknown>
}

export interface CouponRound {
  /** From the moment in which each was due. */
  latencies: number[]
  /** How late this process itself sent: part of those. */
  lags: number[]
  errors: number
  /** The first answer that was no price. */
  wrong: string
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

const playerOf = (n: number) => 1 + (n % PLAYERS)

function body({ vid, legs, more }: Wanted, n: number): string {
  const events = Array.from({ length: legs }, (_, leg) => {
    const [Type, Param, Coef] = OUTCOMES[(n + leg) % OUTCOMES.length]!
    return { GameId: gameId((n * 7 + leg * 13) % 290), Type, Coef, Param, Kind: 3, PlayerId: 0, PV: null }
  })
  const unique = [...new Map(events.map((event) => [event.GameId, event])).values()]
  return JSON.stringify({
    Events: unique,
    Vid: vid,
    Summ: 100,
    Lng: 'en',
    UserId: playerOf(n),
    CheckCf: 1,
    partner: 1,
    Source: 55,
    ...more,
  })
}

/** The answer when it is not what was asked for, else "". */
function send(port: number, text: string, player: number, again = true): Promise<string> {
  return new Promise((done) => {
    const headers = {
      'content-type': 'application/json',
      authorization: `Bearer ${tokenOf(player)}`,
      'content-length': Buffer.byteLength(text),
    }
    const outgoing = request(
      { agent, port, host: '127.0.0.1', method: 'POST', path: '/service-api/LiveBet/Open/UpdateCoupon', headers },
      (message) => {
        let got = ''
        message.setEncoding('utf8')
        message.on('data', (part: string) => (got += part))
        message.on('end', () => done(/"Success":true/.test(got) ? '' : got))
      },
    )
    // An idle connection may close in the moment in which it is used again.
    outgoing.on('error', (error) => done(again ? send(port, text, player, false) : String(error)))
    outgoing.end(text)
  })
}

answer({
  async round(wanted: Wanted): Promise<CouponRound> {
    const bodies = Array.from({ length: PLAYERS }, (_, n) => body(wanted, n))
    const latencies: number[] = []
    const lags: number[] = []
    let errors = 0
    let wrong = ''
    const waiting: Promise<void>[] = []
    const begun = performance.now()
    const total = wanted.perSecond * wanted.seconds
    await new Promise<void>((done) => {
      let sent = 0
      const timer = setInterval(() => {
        // The first is due at once: one is due already when no interval has passed.
        const due = Math.min(total, 1 + Math.floor(((performance.now() - begun) / 1000) * wanted.perSecond))
        for (; sent < due; sent += 1) {
          const dueAt = begun + (sent / wanted.perSecond) * 1000
          lags.push(performance.now() - dueAt)
          waiting.push(
            send(wanted.port, bodies[sent % PLAYERS]!, playerOf(sent)).then((bad) => {
              latencies.push(performance.now() - dueAt)
              if (bad === '') return
              errors += 1
              wrong ||= bad
            }),
          )
        }
        if (sent < total) return
        clearInterval(timer)
        done()
      }, TICK_MS)
    })
    await Promise.all(waiting)
    return { latencies, lags, errors, wrong }
  },
})
