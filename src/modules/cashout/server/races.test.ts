/** Two at once on a real database: whatever happens at the same time, every bet ends once (WAG-18). */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createAcceptor, holdKey } from '#modules/bets/server/index.ts'
import { systemAccountId } from '#modules/ledger/server/index.ts'
import { inTx, rawPool } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type CallAnswer, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase(16)
let site: SaleSite

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }
const STAKE = 1_000n

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

let lastPlayer = 0
/** Bets of ten each on T 1 of the game, `each` of every player. */
async function openBets(game: number, players: number, each: number): Promise<{ playerId: number; accountId: number; betId: bigint }[]> {
  site.addGame(game, LEVEL)
  const made = []
  for (let i = 0; i < players; i += 1) {
    const playerId = 1000 + (lastPlayer += 1)
    const accountId = await site.player(playerId, 100_000n)
    for (let k = 0; k < each; k += 1) made.push({ playerId, accountId, betId: await site.place(playerId, 10, [site.event(game, 1)]) })
  }
  site.setPrices(game, AHEAD)
  return made
}

const sell = (bet: { playerId: number; betId: bigint }, left = 0, take = 0.01) =>
  site.call('sale', bet.playerId, { bet_id: Number(bet.betId), sum_sale: take, new_sum_cupon: left })

async function statuses(bets: readonly { betId: bigint }[]): Promise<Map<bigint, { status: number; payout: bigint }>> {
  const rows = await db
    .selectFrom('bet')
    .select(['id', 'status', 'payout_minor'])
    .where(
      'id',
      'in',
      bets.map((bet) => bet.betId),
    )
    .execute()
  return new Map(rows.map((row) => [row.id, { status: row.status, payout: row.payout_minor }]))
}

describe('settlement and sale', () => {
  test.each([
    [1, 'won'],
    [2, 'lost'],
  ] as const)('of many bets at once, winner T %i: exactly one of the two ends each (%s)', async (winner, _result) => {
    const bets = await openBets(10 + winner, 10, 8)
    const answers: CallAnswer[] = []
    // Every third sells only a part. Some are done before the result, the others run beside its settlement.
    const sellAt = async (i: number) => (answers[i] = await sell(bets[i]!, i % 3 === 0 ? 4 : 0))
    const before = 8
    for (let i = 0; i < before; i += 1) await sellAt(i)
    const settling = site.settle(10 + winner, winner)
    await Promise.all(
      bets.slice(before).map(async (_, k) => {
        await new Promise((done) => setTimeout(done, k * 2))
        await sellAt(before + k)
      }),
    )
    await settling
    const found = await statuses(bets)
    let sold = 0
    bets.forEach((bet, i) => {
      const { status, payout } = found.get(bet.betId)!
      const answer = answers[i]!
      if (!answer.success) expect(answer.error_code).toBe(900_051)
      if (answer.success && i % 3 !== 0) {
        sold += 1
        expect([status, payout]).toEqual([8, 1_254n])
        return
      }
      const running = answer.success ? 400n : STAKE
      expect([status, payout]).toEqual(winner === 1 ? [4, (running * 22n) / 10n] : [2, 0n])
    })
    expect(sold).toBeGreaterThan(4)
    await site.booksAreRight()
    // Settling again from the same facts finds nothing to do.
    await site.settlement.resume()
    expect(await statuses(bets)).toEqual(found)
  })
})

describe('two sales', () => {
  test('of the whole bet at once: one is paid', async () => {
    const bets = await openBets(20, 5, 6)
    const answers = await Promise.all(bets.flatMap((bet) => [sell(bet), sell(bet), sell(bet, 5)]))
    for (const [i, bet] of bets.entries()) {
      const own = answers.slice(i * 3, i * 3 + 3)
      const whole = own.slice(0, 2).filter((answer) => answer.success)
      expect(whole.length, String(bet.betId)).toBe(1)
    }
    const { rows } = await countSales(bets.map((bet) => bet.betId))
    for (const row of rows) expect(row.sold).toBe(STAKE)
    await site.booksAreRight()
  })

  test('a sale and an order at once: one is paid, and the order knows', async () => {
    const bets = await openBets(21, 4, 5)
    // Above the offer of now, so that nothing fires before its time.
    for (const bet of bets) await site.call('auto-sale', bet.playerId, { bet_id: Number(bet.betId), target: 14 })
    const sales = bets.map((bet, i) => new Promise<CallAnswer>((done) => setTimeout(() => void sell(bet).then(done), 60 + i * 8)))
    site.setPrices(21, { 1: [1300, 0.7], 2: [5000, 0.2], 3: [9000, 0.1] })
    const answers = await Promise.all(sales)
    await site.cashOut.follower!.settled()
    await site.cashOut.follower!.settled()
    const orders = await db.selectFrom('bet_auto_sale').selectAll().execute()
    bets.forEach((bet, i) => {
      const order = orders.find((one) => one.bet_id === bet.betId)!
      // 2: the order has sold; 4: the press was faster.
      expect(order.state).toBe(answers[i]!.success ? 4 : 2)
    })
    const { rows } = await countSales(bets.map((bet) => bet.betId))
    for (const row of rows) expect([row.sales, row.sold]).toEqual([1n, STAKE])
    await site.booksAreRight()
  })
})

describe('a change and bets of another server with its key (WAG-12)', () => {
  const GUID = 'changed-there-and-placed-here'
  const there = createAcceptor(rawPool(db), { now: () => site.clock.now() }, { batchFrom: 1 })
  const plain = (of: { playerId: number; accountId: number }, guid: string) =>
    there.accept({
      playerId: of.playerId,
      accountId: of.accountId,
      betId: site.ledger.ids.next(),
      guid,
      bodyHash: '0'.repeat(32),
      currencyId: 2,
      vid: 0,
      stakeMinor: STAKE,
      price: '2.2',
      maxPayoutMinor: null,
      receipt: JSON.stringify({ v: 2 }),
      legs: [{ ci: site.ciOf(41), t: 1, p: 0, playerId: 0, kind: 3, price: 2200 }],
    })

  test('wait for each other in one order: keys before accounts', async () => {
    const [other] = await openBets(42, 1, 1)
    const [bet] = await openBets(40, 1, 1)
    site.addGame(41, LEVEL)
    const holder = await rawPool(db).connect()
    try {
      await holder.query('BEGIN')
      // The first account of the batch: it has its keys by then, and no account yet.
      await holder.query('SELECT 1 FROM account WHERE id = $1 FOR UPDATE', [other!.accountId])
      const batch = Promise.all([plain(other!, 'of-the-other-in-a-batch'), plain(bet!, GUID)])
      await expect.poll(() => lockWaits(db)).toBe(1)
      const changed = site.makeBet(bet!.playerId, {
        Events: [site.event(40, 1), site.event(41, 2)],
        Vid: 1,
        SaleBetId: Number(bet!.betId),
        betGUID: GUID,
      })
      await expect.poll(() => lockWaits(db)).toBe(2)
      const free = await sql`SELECT 1 FROM account WHERE id = ${bet!.accountId} FOR UPDATE SKIP LOCKED`.execute(db)
      expect(free.rows).toHaveLength(1)
      await holder.query('COMMIT')
      expect((await batch).map(({ kind }) => kind)).toEqual(['accepted', 'accepted'])
      expect((await changed).ErrorCode).toBe(161_627)
    } finally {
      await holder.query('ROLLBACK')
      holder.release()
    }
    expect((await statuses([bet!])).get(bet!.betId)!.status).toBe(1)
    await site.booksAreRight()
  })

  test('the key of a change keeps them waiting to its end, though it is free within', async () => {
    const [bet] = await openBets(43, 1, 1)
    const key = { playerId: bet!.playerId, guid: GUID, bodyHash: 'f'.repeat(32) }
    const placed = await inTx(db, async (tx) => {
      expect([await holdKey(tx, key, new Date()), await holdKey(tx, key, new Date())]).toEqual([null, null])
      const answer = plain(bet!, GUID)
      await expect.poll(() => lockWaits(db)).toBe(1)
      return { answer }
    })
    expect((await placed.answer).kind).toBe('accepted')
    expect(await inTx(db, (tx) => holdKey(tx, key, new Date()))).toMatchObject({ bodyHash: '0'.repeat(32), outcome: 0 })
    await site.booksAreRight()
  })
})

describe('everything at once', () => {
  test('a sale, a part of it, two edits, a cover, an order and the result: one end, and the books are right', async () => {
    let serial = 0
    const ends = new Set<string>()
    for (let round = 0; round < 4; round += 1) {
      const [game, other] = [400 + round * 2, 401 + round * 2]
      const bets = await openBets(game, 6, 2)
      site.addGame(other, LEVEL)
      const winner = round % 2 === 0 ? 1 : 2
      const edit = ({ playerId, betId }: (typeof bets)[number]) =>
        site.makeBet(playerId, {
          Events: [site.event(game, 1), site.event(other, 2)],
          Vid: 1,
          SaleBetId: Number(betId),
          betGUID: `mixed-race-${(serial += 1)}-0000`,
        })
      let settling: Promise<unknown> | undefined
      // Among them all: by itself a result would be written before anything else is worked out.
      const begin = () => void (settling ??= site.settle(game, winner))
      const answers = await Promise.all(
        bets.map(async (bet, i) => {
          // One is left to the result alone.
          if (i === bets.length - 1) return []
          const [id, wishes] = [Number(bet.betId), [() => sell(bet), () => sell(bet, 4), () => edit(bet), () => edit(bet)]]
          // An edit asks more than a sale and would never be first beside one: every third bet is only edited.
          if (i % 3 === 0) return Promise.all([edit(bet).finally(begin), edit(bet)])
          // Who of them comes first is another one for every bet.
          const turned = wishes.map((_, k) => wishes[(k + i) % wishes.length]!)
          const asked = [
            ...turned.slice(0, 2).map((wish) => wish().finally(round < 2 ? begin : undefined)),
            site.call('insurance', bet.playerId, { bet_id: id, percent: 20 }),
            site.call('auto-sale', bet.playerId, { bet_id: id, target: 12 }),
            ...turned.slice(2).map((wish) => wish()),
          ]
          return Promise.all(asked)
        }),
      )
      await settling
      await site.cashOut.follower!.settled()
      await site.settlement.resume()
      // Every one of them is answered with a yes or with a refusal of its own, never as a fault.
      for (const answer of answers.flat()) expect('success' in answer ? answer.error_code : answer.ErrorCode).not.toBe(500)
      const found = await statuses(bets)
      for (const { betId } of bets) {
        const replaced = await db.selectFrom('bet_change').select('bet_id').where('replaced_bet_id', '=', betId).execute()
        const whole = await db.selectFrom('bet_sale').select('n').where('bet_id', '=', betId).where('left_stake_minor', '=', 0n).execute()
        const { status } = found.get(betId)!
        expect([status, replaced.length + whole.length]).toEqual(status === 8 ? [8, 1] : [winner === 1 ? 4 : 2, 0])
        ends.add(status === 8 ? (replaced.length === 1 ? 'edited' : 'sold') : 'settled')
      }
      await site.booksAreRight()
    }
    expect(ends.size).toBeGreaterThan(1)
    expect(ends).toContain('settled')
  })

  test('the last of the money goes to a bet or out of the house, never to both', async () => {
    site.addGame(500, LEVEL)
    for (let round = 0; round < 12; round += 1) {
      const playerId = 1000 + (lastPlayer += 1)
      const accountId = await site.player(playerId, STAKE)
      const bet = () => site.makeBet(playerId, { Events: [site.event(500, 1)], Summ: 10 })
      const out = () =>
        inTx(db, async (tx) => {
          const posted = await site.ledger.post(tx, {
            kind: 'transfer',
            txId: site.ledger.ids.next(),
            at: new Date(site.clock.now()),
            entries: [
              { accountId, currencyId: 2, amountMinor: -STAKE },
              { accountId: systemAccountId('adjustments', 2), currencyId: 2, amountMinor: STAKE },
            ],
          })
          return !isProblem(posted)
        })
      const first = round % 2 === 0
      const [a, b, c] = await Promise.all([first ? bet() : out(), first ? out() : bet(), bet()])
      const placed = [a, b, c].filter((answer) => typeof answer === 'object' && answer.Success).length
      const left = [a, b].filter((answer) => answer === true).length
      expect(placed + left).toBe(1)
      expect(await site.balance(accountId)).toBe(0n)
    }
    await site.booksAreRight()
  })
})

async function countSales(ids: readonly bigint[]) {
  const rows = await db.selectFrom('bet_sale').select(['bet_id', 'sold_stake_minor']).where('bet_id', 'in', ids).execute()
  return {
    rows: ids.map((id) => {
      const own = rows.filter((row) => row.bet_id === id)
      return { sales: BigInt(own.length), sold: own.reduce((sum, row) => sum + row.sold_stake_minor, 0n) }
    }),
  }
}

describe('a crash', () => {
  test('between the money and the commit leaves the bet as it was', async () => {
    const [bet] = await openBets(30, 1, 1)
    const before = await site.balance(bet!.accountId)
    // The log of sales, which comes last, fails once everything else has been written.
    await sql`CREATE FUNCTION trap() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'trap'; END $$`.execute(db)
    await sql`CREATE TRIGGER trap BEFORE INSERT ON bet_sale FOR EACH ROW EXECUTE FUNCTION trap()`.execute(db)
    try {
      expect((await sell(bet!)).success).toBe(false)
    } finally {
      await sql`DROP TRIGGER trap ON bet_sale`.execute(db)
    }
    expect((await statuses([bet!])).get(bet!.betId)).toEqual({ status: 1, payout: 0n })
    expect(await site.balance(bet!.accountId)).toBe(before)
    expect((await sell(bet!)).success).toBe(true)
    await site.booksAreRight()
  })
})

/**
 * WAG-18, a batch. At length: `RACES=100000 RACES_MINUTES=20 npx vitest run src/modules/cashout/server/races.test.ts -t length`,
 * which ends after so many races of a sale against a settlement, or after so many minutes, and says how many they were.
 */
const RACES = Number(process.env['RACES'] ?? 200)
const RACES_MINUTES = Number(process.env['RACES_MINUTES'] ?? 10)
const BATCH = { players: 20, each: 10 }

test('at any length: of a sale and a settlement at once exactly one has its bet', { timeout: (RACES_MINUTES + 5) * 60_000 }, async () => {
  const end = Date.now() + RACES_MINUTES * 60_000
  let done = 0
  let soldFirst = 0
  for (let game = 10_000; done < RACES && Date.now() < end; game += 1) {
    const bets = await openBets(game, BATCH.players, BATCH.each)
    const winner = game % 2 === 0 ? 1 : 2
    // The settlement begins somewhere among the sales, never before or after all of them.
    const at = (game * 7) % bets.length
    let settling: Promise<unknown> = Promise.resolve()
    const answers = await Promise.all(
      bets.map(async (bet, i) => {
        await new Promise((next) => setTimeout(next, i >> 2))
        if (i === at) settling = site.settle(game, winner)
        return sell(bet)
      }),
    )
    await settling
    const found = await statuses(bets)
    const { rows } = await countSales(bets.map((bet) => bet.betId))
    bets.forEach((bet, i) => {
      const { success } = answers[i]!
      const { status, payout } = found.get(bet.betId)!
      expect([status, payout, rows[i]!.sales]).toEqual(success ? [8, 1_254n, 1n] : winner === 1 ? [4, 2_200n, 0n] : [2, 0n, 0n])
      if (success) soldFirst += 1
    })
    done += bets.length
  }
  await site.booksAreRight()
  if (RACES >= 2_000)
    console.info(
      `WAG-18: ${done} of ${RACES} races in ${RACES_MINUTES} min at most; the sale was first in ${soldFirst}, the settlement in ${done - soldFirst}`,
    )
  // A batch alone may have one order only; thousands of races have both.
  if (RACES >= 2_000) expect([soldFirst > 0, soldFirst < done]).toEqual([true, true])
})
