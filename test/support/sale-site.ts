/** Betting with cash-out on a real line and a real database: games whose prices a test moves, bets, results. */
import { expect } from 'vitest'
import polosa from '../../brands/polosa/config.json' with { type: 'json' }
import { boostedPrice } from '#lib/price.ts'
import type { FactBody, OutcomeResult } from '#modules/feeds/rules/fact.ts'
import { createBets, registerBets } from '#modules/bets/server/index.ts'
import { createCashOut, saleConfigOf, verifyChanges } from '#modules/cashout/server/index.ts'
import { createBookReader, registerCoupon } from '#modules/coupon/server/index.ts'
import { createLedger, systemAccountId } from '#modules/ledger/server/index.ts'
import { createLimits } from '#modules/limits/server/index.ts'
import { sampleFact, sampleGame, sampleGameFact, sampleMarket, SAMPLE_START } from '#modules/line/rules/sample-facts.ts'
import { createLine } from '#modules/line/server/index.ts'
import { createSettlement, verify } from '#modules/settlement/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import type { TopicState } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { isProblem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { brokenOf } from './planted-rows.ts'

const EUR = 2
export const NOW = SAMPLE_START - 3_600_000

export interface CallAnswer {
  success: boolean
  error_code?: number
  message?: string
  data?: Record<string, any>
  reason?: string
}

export interface BetAnswer {
  Success: boolean
  ErrorCode: number
  Error: string
  Value: Record<string, any> | null
}

/** Probability and price of each outcome of a market; 'stop' suspends it. */
export type Prices = Readonly<Record<string, readonly [price: number, prob: number]>>

export async function saleSite(db: Db, change: (config: SiteConfig) => void = () => {}) {
  const clock = manualClock(NOW)
  const log = createLog('silent', false)
  const texts = loadTexts(new URL('../../locales', import.meta.url).pathname)
  const config = structuredClone(polosa.config) as unknown as SiteConfig
  config.taxes = []
  change(config)
  const http = await createHttp({
    log,
    clock,
    texts,
    visitOf: () => ({ config, brand: 'polosa', lng: 'en', country: 'MT', countryId: 1, partner: 1, group: 1, cfView: 0 }),
  })
  http.setAuthenticator(async (request) => {
    const id = Number(/^Bearer player-(\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? 0)
    const player = id ? { id, brand: 'polosa' } : null
    return { session: null, bearer: player, extended: null, cookieToken: null, badToken: false, blocked: false }
  })
  const line = createLine({ clock, texts })
  const plain = createBookReader({ ...line, text: (lng, key, params) => texts.text(lng, key, params) })
  const boosted = new Set<string>()
  const reader: typeof plain = {
    ...plain,
    findOutcome(gameId, t, p, playerId) {
      const outcome = plain.findOutcome(gameId, t, p, playerId)
      if (!outcome || !boosted.has(`${gameId}:${t}`)) return outcome
      return { ...outcome, price: boostedPrice(outcome.price, 100), boost: { from: outcome.price, maxStakeCents: 2_000n } }
    },
  }
  const ledger = await createLedger({ db, clock })
  const limits = createLimits(db, clock)
  const topics = new Map<number, Map<string, any>>()
  let openTopic: (playerId: number) => void = () => {}
  const bets = createBets({
    db,
    clock,
    line: reader,
    ledger,
    limits,
    stream: {
      provide(_prefix, provider) {
        openTopic = (playerId) => {
          const values = new Map<string, any>()
          topics.set(playerId, values)
          const state = {
            set: (key: string, value: unknown) => void values.set(key, value),
            delete: (key: string) => void values.delete(key),
            commit: () => {},
            snapshot: () => Object.fromEntries(values),
          }
          provider.open(state as unknown as TopicState, `me:${playerId}`)
        }
      },
    },
  })
  const cashOut = createCashOut({
    db,
    clock,
    log,
    line,
    reader,
    ledger,
    limits,
    bets,
    configOf: () => saleConfigOf(config),
    refresh: (players) => bets.refresh(players),
    follows: true,
  })
  const coupon = registerCoupon({ app: http.app, db, line: reader, ledger, limits })
  bets.useBetChanges(cashOut.changes)
  coupon.useSaleQuote(cashOut.saleQuote)
  registerBets(http.app, bets)
  cashOut.register(http.app)
  const settlement = createSettlement({ db, clock, log })

  let sentAt = SAMPLE_START
  const tell = (body: FactBody, ci: number, provider: 'world' | 'trader') =>
    line.apply([sampleFact(body, ci, { sentAt: (sentAt += 1), provider, producer: provider })])
  const game = (n: number) => sampleGame({ n })

  async function post<T>(path: string, body: unknown, playerId: number): Promise<T> {
    const response = await http.app.inject({
      method: 'POST',
      url: path,
      payload: JSON.stringify(body),
      headers: { 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest', authorization: `Bearer player-${playerId}` },
    })
    return response.json() as T
  }

  /** An event of a coupon at the price of now, or at another. */
  function event(n: number, t: number, coef?: number) {
    const { i } = game(n).parts[0]!
    const price = reader.findOutcome(i, t, 0, 0)?.price ?? 2000
    return { GameId: i, Type: t, Coef: coef ?? price / 1000, Param: 0, PlayerId: 0, Kind: 3 }
  }

  return {
    db,
    clock,
    config,
    ledger,
    limits,
    line,
    bets,
    cashOut,
    settlement,
    /** Raises the price of an outcome of a game by a tenth. */
    boost: (n: number, t: number) => void boosted.add(`${game(n).parts[0]!.i}:${t}`),
    log,
    event,
    ciOf: (n: number) => game(n).ci,
    addGame(n: number, prices: Prices) {
      line.apply([sampleGameFact(game(n))])
      this.setPrices(n, prices)
    },
    /** Of the market of the result: T 1, 2 and 3. */
    setPrices(n: number, prices: Prices, status: 'active' | 'suspended' = 'active', provider: 'world' | 'trader' = 'world') {
      const outcomes = Object.entries(prices)
      const market = sampleMarket(
        'result_1x2',
        '',
        outcomes.map(([key, [price]]): [string, number] => [key, price]),
        { status },
      )
      market.outcomes = market.outcomes.map((outcome, i) => ({ ...outcome, prob: outcomes[i]![1][1] }))
      tell({ t: 'odds.delta', game: '', markets: [market] }, game(n).ci, provider)
    },
    async player(playerId: number, balanceMinor: bigint): Promise<number> {
      return inTx(db, async (tx) => {
        const account = await ledger.openAccount(tx, { playerId, currencyId: EUR })
        if (isProblem(account)) throw new Error(account.code)
        await ledger.post(tx, {
          kind: 'deposit',
          txId: ledger.ids.next(),
          at: new Date(clock.now()),
          entries: [
            { accountId: account.id, currencyId: EUR, amountMinor: balanceMinor },
            { accountId: systemAccountId('cashier', EUR), currencyId: EUR, amountMinor: -balanceMinor },
          ],
        })
        return account.id
      })
    },
    makeBet: (playerId: number, body: Record<string, unknown>) =>
      post<BetAnswer>('/service-api/LiveBet/Secure/MakeBetWeb', { CheckCf: 1, ApprovedBet: true, ...body }, playerId),
    updateCoupon: (playerId: number, body: Record<string, unknown>) =>
      post<BetAnswer>('/service-api/LiveBet/Open/UpdateCoupon', body, playerId),
    async place(playerId: number, summ: number, events: readonly unknown[], more: Record<string, unknown> = {}): Promise<bigint> {
      const answer = await this.makeBet(playerId, { Events: events, Summ: summ, ...more })
      if (!answer.Success) throw new Error(`${answer.ErrorCode} ${answer.Error}`)
      return BigInt(answer.Value!['Id'])
    },
    call: (name: string, playerId: number, body: Record<string, unknown>) =>
      post<CallAnswer>(`/web-api/office/bet/${name}`, body, playerId),
    /** The result of the game: T 1, 2 or 3 has won, or all of them are void. */
    async settle(n: number, winner: 1 | 2 | 3 | 'void') {
      const results = [1, 2, 3].map((t): OutcomeResult =>
        winner === 'void' ? { outcome: String(t), won: 0, voidFactor: 1 } : { outcome: String(t), won: t === winner ? 1 : 0 },
      )
      const at = clock.now()
      const head = {
        provider: 'world' as const,
        producer: 'w',
        sentAt: at,
        receivedAt: at,
        key: `result-${n}-${winner}-${at}`,
        game: String(n),
      }
      const markets = [{ id: { game: String(n), part: 'full', key: 'result_1x2', spec: '' }, results }]
      await settlement.apply([{ fact: { ...head, t: 'settle', certainty: 'confirmed', markets }, parts: { full: game(n).ci } }])
    },
    /** What a listening player is told; opens his topic. */
    listen(playerId: number): Map<string, any> {
      openTopic(playerId)
      return topics.get(playerId)!
    },
    async balance(accountId: number): Promise<bigint> {
      return (await ledger.account(accountId))!.balanceMinor
    },
    async bet(id: bigint) {
      return db.selectFrom('bet').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    },
    async booksAreRight() {
      const broken = brokenOf([...(await verify(db)), ...(await verifyChanges(db))])
      // A bet that came beside its result waits for the sweep.
      expect(broken.filter((name) => !name.includes('both calculations'))).toEqual([])
    },
    async stop() {
      await cashOut.stop()
      await bets.close()
    },
  }
}

export type SaleSite = Awaited<ReturnType<typeof saleSite>>
