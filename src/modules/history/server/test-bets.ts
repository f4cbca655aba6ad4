/** The real HTTP server with the calls of history on a real database, and bets put straight into its tables, for tests. */
import { sql } from 'kysely'
import type { LineReader } from '#modules/coupon/server/index.ts'
import { createLedger } from '#modules/ledger/server/index.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { isProblem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { registerHistory } from './index.ts'
import type { Letter, SaleState } from './ports.ts'
import type { Millis } from '#lib/time.ts'

const EUR = 2
export const NOW = Date.UTC(2026, 8, 1, 12)

export interface TestLeg {
  game: number
  t: number
  p?: number
  /** A player or a runner. */
  pl?: number
  price: number
  asked?: number
  kind?: 1 | 3
  /** What the client of an old bet called the player. */
  pv?: string
  /** Participants of a duel, team by team. */
  duel?: readonly (readonly number[])[]
}

export interface TestBet {
  vid?: number
  stake: number
  legs: readonly TestLeg[]
  price?: string
  at?: Millis
  terms?: BetTerms
  /** Columns of bet_money beside the id. */
  money?: Record<string, number>
}

export async function historySite<L extends LineReader>(db: Db, base: unknown, line: L) {
  const clock = manualClock(NOW)
  const config = structuredClone(base) as SiteConfig
  const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
  const http = await createHttp({
    log: createLog('silent', false),
    clock,
    texts,
    visitOf: () => ({ config, brand: 'polosa', lng: 'en', country: 'DE', countryId: 49, partner: 1, group: 1, cfView: 0 }),
  })
  // A bearer of "player-7" is player 7: signing in is the matter of another module.
  http.setAuthenticator(async (request) => {
    const id = Number(/^Bearer player-(\d+)$/.exec(request.headers.authorization ?? '')?.[1] ?? 0)
    return {
      session: null,
      bearer: id ? { id, brand: 'polosa' } : null,
      extended: null,
      cookieToken: null,
      badToken: false,
      blocked: false,
    }
  })
  const ledger = await createLedger({ db, clock })
  const letters: Letter[] = []
  const sales = new Map<bigint, SaleState>()
  const raisable = new Set<bigint>()
  registerHistory(http.app, {
    db,
    clock,
    ledger,
    line,
    text: texts.text,
    sales: {
      saleStates: async (ids) => new Map(ids.flatMap((id) => (sales.has(id) ? [[id, sales.get(id)!] as const] : []))),
      raisable: async (_ctx, ids) => ids.filter((id) => raisable.has(id)),
    },
    mail: {
      addressOf: async () => ({ to: 'a***@polosa.example', confirmed: true }),
      send: async (_ctx, letter) => (letters.push(letter), 'a***@polosa.example'),
    },
  })

  async function openAccount(playerId: number, kind = 0): Promise<number> {
    return inTx(db, async (tx) => {
      const account = await ledger.openAccount(tx, { playerId, currencyId: EUR, kind })
      if (isProblem(account)) throw new Error(account.code)
      return account.id
    })
  }

  async function call(method: 'GET' | 'POST', url: string, playerId: number, body?: unknown) {
    const answer = await http.app.inject({
      method,
      url,
      headers: { authorization: `Bearer player-${playerId}`, 'content-type': 'application/json', 'x-requested-with': 'XMLHttpRequest' },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    })
    return { status: answer.statusCode, text: answer.body, headers: answer.headers }
  }

  return {
    db,
    clock,
    config,
    ledger,
    line,
    letters,
    sales,
    raisable,
    app: http.app,
    openAccount,
    call,
    /** An accepted bet, as the acceptor leaves it. Stakes in minor units, prices in thousandths. */
    insertBet: (playerId: number, accountId: number, bet: TestBet) =>
      insertBet(db, ledger.ids.next(), clock.now(), playerId, accountId, bet),
    /** What settlement writes of a bet. */
    settle: (id: bigint, status: number, payoutMinor: number) =>
      sql`UPDATE bet SET status = ${status}, payout_minor = ${payoutMinor}, settled_at = ${new Date(clock.now())}, settled_version = settled_version + 1,
        open_legs = 0 WHERE id = ${id}`.execute(db),
    keepNames: (ci: number, names: object, more: object = {}) =>
      sql`INSERT INTO bet_game (ci, main_ci, game) VALUES (${ci}, ${ci}, ${JSON.stringify({ sport: 1, championship: 1, startsAt: NOW, kind: 3, names, ...more })}::jsonb)`.execute(
        db,
      ),
  }
}

/** The constant id that the fake line gives a game. */
export const ciOf = (game: number) => game - 300_000_000

async function insertBet(db: Db, id: bigint, now: Millis, playerId: number, accountId: number, bet: TestBet): Promise<bigint> {
  const at = new Date(bet.at ?? now)
  const legs = bet.legs.map((leg) => ({
    i: leg.game,
    ci: ciOf(leg.game),
    main: leg.game,
    t: leg.t,
    p: leg.p ?? 0,
    pl: leg.pl ?? 0,
    k: leg.kind ?? 3,
    g: leg.t === 9 || leg.t === 10 ? 17 : 1,
    gs: leg.t === 9 || leg.t === 10 ? 4 : 1,
    asked: leg.asked ?? leg.price,
    given: leg.price,
    ver: 1,
    pv: leg.pv ?? null,
    score: '0:0',
    sec: 0,
    ...(leg.duel ? { duel: leg.duel } : {}),
  }))
  const price = bet.price ?? String(bet.legs.reduce((product, leg) => product * leg.price, 1) / 1000 ** bet.legs.length)
  const plain = !bet.terms && !bet.money && (bet.vid ?? 0) < 2
  const receipt = {
    v: 2,
    brand: 'polosa',
    session: '',
    ip: '',
    country: 49,
    partner: 1,
    receivedAt: at.getTime(),
    waitedMs: 0,
    source: 55,
    oneClick: 0,
    checkCf: 0,
    approved: false,
    couponCode: null,
    asked: price,
    given: price,
    legs,
    ...(bet.terms ? { terms: bet.terms } : {}),
  }
  await inTx(db, async (tx) => {
    await sql`INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, max_payout_minor, accepted_at, price, plain)
      VALUES (${id}, ${playerId}, ${accountId}, ${EUR}, ${bet.vid ?? 0}, ${legs.length}, ${legs.length}, ${bet.stake}, 5000000, ${at}, ${price}, ${plain})`.execute(
      tx,
    )
    for (const [ix, leg] of legs.entries())
      await sql`INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
        VALUES (${leg.ci}, ${leg.t}, ${Math.round(leg.p * 10_000)}, 0, ${id}, ${ix}, ${leg.k}, ${leg.given})`.execute(tx)
    await sql`INSERT INTO bet_receipt (bet_id, receipt) VALUES (${id}, ${JSON.stringify(receipt)}::json)`.execute(tx)
    await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at) VALUES (${accountId}, ${id}, 1, ${-bet.stake}, 0, ${at})`.execute(
      tx,
    )
    if (!plain) {
      const columns = Object.entries(bet.money ?? {})
      await sql`INSERT INTO bet_money (bet_id${sql.join(
        columns.map(([name]) => sql`, ${sql.ref(name)}`),
        sql``,
      )})
        VALUES (${id}${sql.join(
          columns.map(([, value]) => sql`, ${value}`),
          sql``,
        )})`.execute(tx)
    }
  })
  return id
}
