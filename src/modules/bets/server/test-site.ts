/** The real HTTP server with the modules of betting on a real database, for tests. */
import { expect } from 'vitest'
import { fakeLine, type FakeLine } from './fake-line.ts'
import { registerCoupon, type LineReader } from '#modules/coupon/server/index.ts'
import { createLedger, systemAccountId } from '#modules/ledger/server/index.ts'
import { createLimits } from '#modules/limits/server/index.ts'
import { manualClock, type AdjustableClock } from '#platform/server/clock.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { createStream } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { isProblem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { createBets, registerBets, verifyBets, type BetPorts } from './index.ts'

export const EUR = 2
export const NOW = Date.UTC(2026, 8, 1, 12)

export interface WireAnswer {
  Success: boolean
  ErrorCode: number
  Error: string
  Value: Record<string, unknown> & {
    Coupon: Record<string, unknown> | null
    Id: number
    Balance: number
    waitTime: number
    betGUID: string | null
  }
}

/** On this database, with this configuration (a copy of it). */
export async function testSite(
  db: Db,
  base: unknown,
  change: (config: SiteConfig) => void = () => {},
  portsOf: (deps: { db: Db; clock: AdjustableClock; line: FakeLine }) => Partial<BetPorts> = () => ({}),
  readerOf: (line: FakeLine) => LineReader = (line) => line,
) {
  const clock = manualClock(NOW)
  const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
  const config = structuredClone(base) as SiteConfig
  // Taxes are the matter of their own tests: here the visitor's country has none.
  config.taxes = []
  change(config)
  const http = await createHttp({
    log: createLog('silent', false),
    clock,
    texts,
    visitOf: ({ headers }) => ({
      config,
      brand: 'polosa',
      lng: 'en',
      country: 'DE',
      countryId: 49,
      partner: Number(headers['x-partner'] ?? 1),
      group: 1,
      cfView: 0,
    }),
  })
  // A bearer of "player-7" is player 7: signing in is the matter of another module.
  http.setAuthenticator(async (request) => {
    const id = Number(/^Bearer player-(\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? 0)
    const player = id ? { id, brand: 'polosa' } : null
    return { session: null, bearer: player, extended: null, cookieToken: null, badToken: false, blocked: false }
  })
  const ledger = await createLedger({ db, clock })
  const limits = createLimits(db, clock)
  const line = fakeLine(NOW + 3_600_000)
  const stream = createStream(createLog('silent', false))
  const logged: object[] = []
  const log = { error: told('error'), warn: told('warn') }
  function told(level: 'error' | 'warn') {
    return (what: object) => void logged.push({ level, ...what })
  }
  const deps = { db, clock, line: readerOf(line), ledger, limits, stream, log, ports: portsOf({ db, clock, line }) }
  registerCoupon({ app: http.app, db, line: deps.line, ledger, limits })
  const bets = createBets(deps)
  registerBets(http.app, bets)

  async function playerWith(playerId: number, balanceMinor: bigint, currencyId = EUR): Promise<number> {
    return inTx(db, async (tx) => {
      const account = await ledger.openAccount(tx, { playerId, currencyId })
      if (isProblem(account)) throw new Error(account.code)
      if (balanceMinor > 0n) {
        await ledger.post(tx, {
          kind: 'deposit',
          txId: ledger.ids.next(),
          at: new Date(clock.now()),
          entries: [
            { accountId: account.id, currencyId, amountMinor: balanceMinor },
            { accountId: systemAccountId('cashier', currencyId), currencyId, amountMinor: -balanceMinor },
          ],
        })
      }
      return account.id
    })
  }

  async function post(
    path: string,
    body: unknown,
    playerId?: number,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; json: unknown }> {
    const response = await http.app.inject({
      method: 'POST',
      url: path,
      payload: JSON.stringify(body),
      headers: {
        'content-type': 'application/json',
        'x-requested-with': 'XMLHttpRequest',
        ...(playerId ? { authorization: `Bearer player-${playerId}` } : {}),
        ...headers,
      },
    })
    return { status: response.statusCode, json: response.json() }
  }

  return {
    db,
    clock,
    config,
    ledger,
    limits,
    line,
    bets,
    /** What bets have logged. */
    logged,
    app: http.app,
    playerWith,
    post,
    async makeBet(playerId: number, body: Record<string, unknown>): Promise<WireAnswer> {
      return (await post('/service-api/LiveBet/Secure/MakeBetWeb', body, playerId)).json as WireAnswer
    },
    async booksAreRight() {
      expect(await ledger.checkInvariants()).toEqual([])
      expect((await verifyBets(db)).filter(({ violations }) => violations > 0)).toEqual([])
    },
  }
}
