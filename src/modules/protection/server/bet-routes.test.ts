/** Every call that places a bet, from the contracts, in every state in which none may pass. */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { DAY } from '#lib/time.ts'
import { EUR, testSite } from '#modules/bets/server/test-site.ts'
import { ordersOf } from '#modules/orders/server/test-orders.ts'
import { inTx } from '#platform/server/db.ts'
import { registered } from '#platform/server/http.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { setOwnLimit } from './change-limits.ts'
import { excludePlayer, insertExclusion } from './exclude.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config, (config) => {
  config.betting.liveDelayMs = { default: 40, bySport: {} }
})
const orders = ordersOf(site)
orders.routes(site.app, () => null)
const { clock, limits, line } = site
const deps = { db, clock, limits }
const GAME = 600_900_000
let player = 70_000
let account = 0

const event = { GameId: GAME, Type: 1, Coef: 1.9, Param: 0, Kind: 3, PlayerId: 0 }
const single = () => ({ Events: [event], Vid: 0, Summ: 10, UserId: account, betGUID: randomBytes(12).toString('hex') })

/** A body that would place a bet, for each call; a new call without one fails the test. */
const BODIES: [RegExp, () => object][] = [
  [/makebetweb$/i, single],
  [/makebetwebmulti$/i, () => ({ ...single(), Events: [event, { ...event, GameId: GAME + 10 }], Vid: 11 })],
  [/putbetscommon$|put_bets_common/i, () => ({ coupon: single(), Live: false, Source: 5 })],
  [/makebetbidweb$/i, () => ({ ...single(), Coef: 2.5 })],
]
const PLACING = /makebet|putbets|put_bets/i
// Sites of other files in this process have registered theirs as well.
const paths = [...new Set(registered.flatMap((one) => one.paths).filter((path) => PLACING.test(path)))]

const limit = (kind: 'stake' | 'loss') =>
  setOwnLimit(deps, { playerId: player, kind, period: 'day', currencyId: EUR, amount: 999n, raiseWaitMs: DAY })
const exclude = (period: '24h' | '1y' | 'always') => excludePlayer(deps, { playerId: player, period, reasonId: 0, comment: '' })
const STATES: Record<string, () => Promise<unknown>> = {
  'time-out': () => exclude('24h'),
  'self-exclusion': () => exclude('1y'),
  'for good': () => exclude('always'),
  'time used up': () =>
    inTx(db, (tx) =>
      insertExclusion(tx, limits, {
        playerId: player,
        kind: 'session_time',
        period: 'none',
        startsAt: clock.now(),
        endsAt: clock.now() + DAY,
      }),
    ),
  'stake limit': () => limit('stake'),
  'loss limit': () => limit('loss'),
}

beforeAll(() => {
  for (const game of [GAME, GAME + 10]) {
    line.addGame(game)
    line.addOutcome(game, 1, 1_900, { prob: 1 / 2.1 })
  }
})

async function newPlayer(): Promise<void> {
  player += 1
  account = await site.playerWith(player, 100_000n)
  await sql`INSERT INTO player (id, brand, password_hash, created_at) OVERRIDING SYSTEM VALUE VALUES (${player}, 'polosa', 'x', ${new Date(clock.now())})`.execute(
    db,
  )
}

interface Answer {
  ErrorCode: number
  Value: { Bets?: { ErrorCode: number }[] } | null
}

async function placed(path: string): Promise<{ bets: number; money: bigint; answer: Answer }> {
  const body = BODIES.find(([pattern]) => pattern.test(path))
  if (!body) throw new Error(`${path} has no body here`)
  const { json } = await site.post(path, body[1](), player)
  await orders.idle()
  await orders.look()
  const bets = await db.selectFrom('bet').select('id').where('player_id', '=', player).execute()
  return { bets: bets.length, money: (await site.ledger.account(account))!.balanceMinor, answer: json as never }
}

it('the calls are there, and place a bet of a player who is free', async () => {
  expect(paths.length).toBeGreaterThanOrEqual(7)
  for (const path of paths.filter((one) => !/bid/i.test(one))) {
    await newPlayer()
    expect([path, (await placed(path)).bets]).toEqual([path, /multi/i.test(path) ? 2 : 1])
  }
})

describe.each(Object.keys(STATES))('%s', (state) => {
  it.each(paths)('%s is refused', async (path) => {
    await newPlayer()
    await STATES[state]!()
    const { bets, answer, money } = await placed(path)
    expect(bets).toBe(0)
    if (/bid/i.test(path)) {
      // A bid is asked about and dropped when it would become a bet; a closed account cannot even ask.
      if (!state.includes('limit')) expect(answer.ErrorCode).toBe(900_030)
      return
    }
    // Several bets at once are answered one by one.
    const codes = answer.Value?.Bets?.map((one) => one.ErrorCode) ?? [answer.ErrorCode]
    expect([new Set(codes), money]).toEqual([new Set([900_030]), 100_000n])
  })
})

it('the books stay right', () => site.booksAreRight())
