/** Auto-bets through the real server on a real database: placed once, at the right moment, or dropped with a reason. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testSite, type WireAnswer } from '#modules/bets/server/test-site.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import { besideBlock, lockWaits, testDatabase } from '../../../../test/support/database.ts'
import type { Orders } from './index.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { verifyOrders } from './verify-orders.ts'
import { ordersOf } from './test-orders.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config, (config) => {
  config.betting.liveDelayMs = { default: 40, bySport: {} }
})
const { line } = site
const orders = ordersOf(site)
orders.routes(site.app, () => null)

let player = 100
let game = 600_500_000
let account: number

beforeEach(async () => {
  player += 1
  game += 10
  account = await site.playerWith(player, 10_000n)
  line.addGame(game)
  line.addOutcome(game, 1, 2_050)
})

let keys = 0
const newKey = () => `a0b1c2d3e4f5a6b7${String((keys += 1)).padStart(8, '0')}`

const event = (gameId: number, price: number, kind = 3) => ({
  GameId: gameId,
  Type: 1,
  Coef: price / 1000,
  Param: 0,
  Kind: kind,
  PlayerId: 0,
})
function autoBet(more: Record<string, unknown> = {}): Promise<WireAnswer> {
  return site.makeBet(player, {
    Events: [event(game, 2_050)],
    Vid: 0,
    Summ: 10,
    isAutoBet: true,
    autoBetCf: 2.1,
    betGUID: newKey(),
    ...more,
  })
}
async function list(statuses: number[] = [1, 2, 3]) {
  const { json } = await site.post('/web-api/office/autobet/list', { statuses }, player)
  return (
    json as {
      data: {
        items: { auto_bet_id: number; status: number; reason: string | null; bet_id: number | null; sum: number; coef_view: string }[]
      }
    }
  ).data.items
}
const betsOf = () => db.selectFrom('bet').selectAll().where('player_id', '=', player).execute()
const balance = async () => (await site.ledger.account(account))!.balanceMinor
async function look(of: Orders = orders): Promise<void> {
  site.clock.advance(2_000)
  await of.look()
  await of.idle()
}

describe('waiting and placing', () => {
  it('waits without taking money, and is placed at the price of the moment when it is there', async () => {
    const given = await autoBet()
    expect(given).toMatchObject({ Success: true, Value: { Id: 0, Balance: 100, betGUID: null } })
    const id = given.Value['AutoBetId'] as number
    expect(id).toBeGreaterThan(500)
    await look()
    expect(await betsOf()).toEqual([])
    expect(await list()).toMatchObject([{ auto_bet_id: id, status: 1, sum: 10, coef_view: '2.1', bet_id: null }])
    line.addOutcome(game, 1, 2_300, { marketStatus: 'suspended' })
    await look()
    expect(await betsOf()).toEqual([])
    line.addOutcome(game, 1, 2_300)
    await look()
    const [bet] = await betsOf()
    expect(bet).toMatchObject({ stake_minor: 1_000n, status: 1, price: '2.3' })
    expect(await balance()).toBe(9_000n)
    expect(await list()).toMatchObject([{ auto_bet_id: id, status: 2, bet_id: Number(bet!.id) }])
    await site.booksAreRight()
    expect(brokenOf(await verifyOrders(db))).toEqual([])
    for (const change of ['bet_id = bet_id + 1', 'stake_minor = stake_minor + 1'])
      expect(await plantedIn(db, 'auto_bet', `UPDATE auto_bet SET ${change} WHERE id = ${id}`, verifyOrders)).toHaveLength(1)
    expect(
      await plantedIn(db, 'bet_key', `UPDATE bet_key SET body_hash = gen_random_uuid() WHERE outcome = -1`, verifyOrders),
    ).toHaveLength(1)
  })

  it('is looked at as soon as the line says that its game has changed', async () => {
    await autoBet()
    await look()
    line.addOutcome(game, 1, 2_100)
    site.clock.advance(2_000)
    orders.touch(line.findGame(game)!.ci)
    await new Promise((done) => setImmediate(done))
    await orders.idle()
    expect(await betsOf()).toHaveLength(1)
  })

  it('reads the wanted price in the format of the player', async () => {
    await autoBet({ autoBetCf: 110, autoBetCfView: 2 })
    await look()
    expect(await betsOf()).toEqual([])
    line.addOutcome(game, 1, 2_100)
    await look()
    expect(await betsOf()).toHaveLength(1)
  })

  it('an express waits for its whole coefficient', async () => {
    const other = game + 1
    line.addGame(other)
    line.addOutcome(other, 1, 2_000)
    await autoBet({ Events: [event(game, 2_050), event(other, 2_000)], Vid: 1, autoBetCf: 4.2 })
    await look()
    expect(await betsOf()).toEqual([])
    line.addOutcome(game, 1, 2_100)
    await look()
    expect(await betsOf()).toMatchObject([{ vid: 1, legs: 2, price: '4.2' }])
  })

  it('who only asks leaves no order behind, and the call that comes after all is too late', async () => {
    const betGUID = newKey()
    expect((await autoBet({ betGUID, OnlyKnown: true })).ErrorCode).toBe(900_061)
    expect((await autoBet({ betGUID })).ErrorCode).toBe(900_061)
    expect(await list()).toEqual([])
    const given = newKey()
    const { AutoBetId } = (await autoBet({ betGUID: given })).Value
    expect((await autoBet({ betGUID: given, OnlyKnown: true })).Value['AutoBetId']).toBe(AutoBetId)
  })

  it('of too many questions in a minute no more are kept, and what was given is told all the same', async () => {
    const given = newKey()
    const { AutoBetId } = (await autoBet({ betGUID: given })).Value
    for (let n = 0; n < 120; n += 1) expect((await autoBet({ betGUID: newKey(), OnlyKnown: true })).ErrorCode).toBe(900_061)
    const betGUID = newKey()
    expect((await autoBet({ betGUID, OnlyKnown: true })).ErrorCode).toBe(133)
    expect((await site.makeBet(player, { Events: [event(game, 2_050)], Summ: 10, betGUID: newKey(), OnlyKnown: true })).ErrorCode).toBe(133)
    expect((await autoBet({ betGUID: given, OnlyKnown: true })).Value['AutoBetId']).toBe(AutoBetId)
    expect((await autoBet({ betGUID })).ErrorCode).toBe(0)
    const rows = await db.selectFrom('bet_key').select('guid').where('player_id', '=', player).where('outcome', '>', 0).execute()
    expect(rows).toHaveLength(120)
  })

  it('one key is one order; another body under it is refused; what cannot wait is refused', async () => {
    const betGUID = newKey()
    const first = await autoBet({ betGUID })
    const again = await autoBet({ betGUID })
    expect(again.Value['AutoBetId']).toBe(first.Value['AutoBetId'])
    expect((await autoBet({ betGUID, Summ: 11 })).ErrorCode).toBe(161_627)
    expect((await autoBet({ autoBetCf: 0.4 })).ErrorCode).toBe(161_627)
    expect((await autoBet({ Summ: 0.01 })).ErrorCode).toBe(900_031)
    expect((await autoBet({ Events: [event(999, 2_000)] })).ErrorCode).toBe(104)
    expect(await list()).toHaveLength(1)
    // 0 is at once: it is an ordinary bet, and its key that of no order.
    const placed = newKey()
    expect((await autoBet({ autoBetCf: 0, betGUID: placed })).Value.Id).toBeGreaterThan(0)
    expect((await autoBet({ betGUID: placed })).ErrorCode).toBe(161_627)
    expect(await list()).toHaveLength(1)
  })

  it('two processes, many looks and a repeated start place it once', async () => {
    await autoBet()
    const [a, b] = [ordersOf(site), ordersOf(site)]
    line.addOutcome(game, 1, 2_200)
    await Promise.all([look(a), look(b), look(a), look(orders), look(b)])
    await look(ordersOf(site))
    expect(await betsOf()).toHaveLength(1)
    expect(await balance()).toBe(9_000n)
    await site.booksAreRight()
  })

  it('a process that dies before the commit has placed nothing, one that dies after it has placed it for good', async () => {
    await autoBet()
    line.addOutcome(game, 1, 2_200)
    const dying = ordersOf(site, {
      async placeIn(tx, bet) {
        await site.bets.placeIn(tx, bet)
        throw new Error('killed before the commit')
      },
    })
    await look(dying)
    expect(await betsOf()).toEqual([])
    expect(await balance()).toBe(10_000n)
    const deaf = ordersOf(site, {
      async place(...given) {
        await site.bets.place(...given)
        throw new Error('killed after the commit')
      },
    })
    await look(deaf)
    await look(deaf)
    await look()
    expect(await betsOf()).toHaveLength(1)
    expect(await list()).toMatchObject([{ status: 2 }])
    await site.booksAreRight()
  })

  it('after a live delay it is placed only if the price is still there', async () => {
    line.addGame(game, { kind: 1, status: 'live' })
    await autoBet({ Events: [event(game, 2_050, 1)] })
    line.addOutcome(game, 1, 2_200)
    site.clock.advance(2_000)
    await orders.look()
    line.addOutcome(game, 1, 2_000)
    await orders.idle()
    expect(await betsOf()).toEqual([])
    expect(await list([1])).toHaveLength(1)
    line.addOutcome(game, 1, 2_150)
    await look()
    expect(await betsOf()).toMatchObject([{ price: '2.15' }])
  })
})

describe('dropped', () => {
  const dropped = async () => (await list())[0]

  it('by a score that changes, when the player said so', async () => {
    await autoBet({ dropOnScoreChange: true })
    const other = await site.playerWith((player += 1000), 10_000n)
    expect(other).toBeGreaterThan(0)
    await autoBet()
    line.addGame(game, { score: [1, 0] })
    line.addOutcome(game, 1, 2_050)
    await look()
    expect(await dropped()).toMatchObject({ status: 1 })
    player -= 1000
    expect(await dropped()).toMatchObject({ status: 3, reason: 'score' })
  })

  it('by the start, unless it follows into live, where it is found under its new number', async () => {
    await autoBet()
    const staying = player
    account = await site.playerWith((player += 1000), 10_000n)
    await autoBet({ TransformEventKind: true })
    const { ci } = line.findGame(game)!
    line.games.delete(game)
    const live = game + 5
    line.addGame(live, { ci, mainCi: ci, kind: 1, status: 'live' })
    line.addOutcome(live, 1, 2_000)
    await look()
    expect(await dropped()).toMatchObject({ status: 1 })
    line.addOutcome(live, 1, 2_400)
    await look()
    expect(await betsOf()).toMatchObject([{ price: '2.4' }])
    const leg = await db.selectFrom('bet_leg').selectAll().where('ci', '=', ci).executeTakeFirstOrThrow()
    expect(leg.kind).toBe(1)
    player = staying
    expect(await dropped()).toMatchObject({ status: 3, reason: 'started' })
    player += 1000
  })

  it('by the end of the event; a game that the line does not know is waited for', async () => {
    await autoBet()
    const known = line.games.get(game)!
    line.games.delete(game)
    await look()
    expect(await dropped()).toMatchObject({ status: 1 })
    line.games.set(game, { ...known, status: 'ended' })
    await look()
    expect(await dropped()).toMatchObject({ status: 3, reason: 'ended' })
  })

  it('for missing money, without a trace in the books', async () => {
    await autoBet({ Summ: 100 })
    await site.makeBet(player, { Events: [event(game, 2_050)], Vid: 0, Summ: 10, betGUID: newKey() })
    line.addOutcome(game, 1, 2_200)
    await look()
    expect(await dropped()).toMatchObject({ status: 3, reason: 'money' })
    expect(await betsOf()).toHaveLength(1)
    expect(await balance()).toBe(9_000n)
    await site.booksAreRight()
  })

  it('for a player who excluded himself, at once', async () => {
    await autoBet()
    await inTx(db, (tx) => site.limits.block(tx, player, null, 'self'))
    await look()
    expect(await dropped()).toMatchObject({ status: 3, reason: 'closed' })
    line.addOutcome(game, 1, 2_200)
    await look()
    expect(await betsOf()).toEqual([])
  })

  it('by a block that another process writes while it is being placed', async () => {
    await autoBet()
    line.addOutcome(game, 1, 2_300)
    await besideBlock(db, player, look)
    expect([await betsOf(), await balance()]).toEqual([[], 10_000n])
    expect(await list()).toMatchObject([{ status: 3, bet_id: null }])
  })

  it('for a stake that a limit of the player does not allow then', async () => {
    await autoBet({ Summ: 50 })
    await inTx(db, (tx) => site.limits.setLimit(tx, { playerId: player, currencyId: 2, periodDays: 1, amountMinor: 1_000n }))
    line.addOutcome(game, 1, 2_200)
    await look()
    expect(await dropped()).toMatchObject({ status: 3, reason: 'closed' })
    expect(await betsOf()).toEqual([])
  })

  it('by the player, his own only, and not when it is placed', async () => {
    const id = (await autoBet()).Value['AutoBetId'] as number
    const cancel = (who: number) => site.post('/web-api/office/autobet/cancel', { auto_bet_id: id }, who)
    expect((await cancel(player + 5000)).status).toBe(404)
    expect((await cancel(player)).json).toMatchObject({ success: true, data: { auto_bet_id: id, status: 3 } })
    expect((await cancel(player)).json).toMatchObject({ data: { status: 3 } })
    line.addOutcome(game, 1, 2_200)
    await look()
    expect(await betsOf()).toEqual([])
    const second = (await autoBet({ autoBetCf: 2.2 })).Value['AutoBetId'] as number
    await look()
    const late = await site.post('/web-api/office/autobet/cancel', { auto_bet_id: second }, player)
    expect(late.json).toMatchObject({ success: false, error_code: 900_051 })
  })
})

describe('an account that is closed', () => {
  const CLOSED = { Success: false, ErrorCode: 900_030, Value: null }
  const NOT_EMPTY = { code: 'ledger.account_not_empty' }
  let empty: number
  const closeIn = (tx: Tx) => site.ledger.closeAccount(tx, player, empty, new Date(site.clock.now()))
  const close = () => inTx(db, closeIn)
  beforeEach(async () => {
    empty = await site.playerWith(player, 0n, 1)
  })

  it('is not while an auto-bet waits on it, and takes none afterwards', async () => {
    const id = (await autoBet({ UserId: empty })).Value['AutoBetId']
    expect(await close()).toMatchObject(NOT_EMPTY)
    await site.post('/web-api/office/autobet/cancel', { auto_bet_id: id }, player)
    expect(await close()).toBeNull()
    const betGUID = newKey()
    const refused = await autoBet({ UserId: empty, betGUID })
    expect(refused).toMatchObject(CLOSED)
    expect(refused.Error).toBe('The account is closed')
    expect(await list([1])).toEqual([])
    // Nothing is left of it: on another account the key is new.
    expect(await autoBet({ UserId: account, betGUID })).toMatchObject({ Success: true })
  })

  it('while an auto-bet is given: whoever comes second is refused', async () => {
    const order = await inTx(db, async (tx) => {
      expect(await closeIn(tx)).toBeNull()
      const given = autoBet({ UserId: empty })
      await expect.poll(() => lockWaits(db)).toBe(1)
      return { given }
    })
    expect(await order.given).toMatchObject(CLOSED)
    await inTx(db, (tx) => site.ledger.openAccount(tx, { playerId: player, currencyId: 1 }))
    const closing = await inTx(db, async (tx) => {
      expect(await site.ledger.keepOpen(tx, empty)).toBe(true)
      const closed = close()
      await expect.poll(() => lockWaits(db)).toBe(1)
      expect(await autoBet({ UserId: empty, Summ: 11 })).toMatchObject({ Success: true })
      return { closed }
    })
    expect(await closing.closed).toMatchObject(NOT_EMPTY)
  })
})

it('of two that are given at once, one is the hundredth and the other too many', async () => {
  await autoBet()
  await sql`INSERT INTO auto_bet (player_id, account_id, currency_id, guid, body_hash, reason, request, visit, legs, stake_minor, wanted_milli, drop_on_score, into_live, bet_id, created_at, decided_at)
    SELECT player_id, account_id, currency_id, 'copy-' || n, body_hash, reason, request, visit, legs, stake_minor, wanted_milli, drop_on_score, into_live, bet_id, created_at, decided_at
    FROM auto_bet, generate_series(1, 98) AS n WHERE player_id = ${player}`.execute(db)
  const both = await inTx(db, async (tx) => {
    await sql`SELECT 1 FROM account WHERE id = ${account} FOR UPDATE`.execute(tx)
    const given = [autoBet(), autoBet()]
    await expect.poll(() => lockWaits(db)).toBe(2)
    return { given }
  })
  const codes = (await Promise.all(both.given)).map(({ Success, ErrorCode }) => (Success ? 0 : ErrorCode))
  expect(codes.sort()).toEqual([0, 158_188])
  const waiting = await db.selectFrom('auto_bet').select('id').where('player_id', '=', player).where('status', '=', 1).execute()
  expect(waiting).toHaveLength(100)
  await db.deleteFrom('auto_bet').where('player_id', '=', player).execute()
})
