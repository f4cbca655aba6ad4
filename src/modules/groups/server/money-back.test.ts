/** The money of groups goes back, and what happens at once happens once. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testSite } from '#modules/bets/server/test-site.ts'
import { HOUR, MINUTE } from '#lib/time.ts'
import { besideBlock, testDatabase } from '../../../../test/support/database.ts'
import { createGroups, type GroupsDeps } from './index.ts'
import { groupsSite } from './test-groups.ts'

const { db } = await testDatabase(24)
const site = await testSite(db, polosa.config)
const { line, clock } = site
const of = groupsSite(site)
const { my, groups, depsOf, newKey, call, create, join, place, placeElsewhere, balance, betsOf, booksAreRight, three } = of
beforeEach(of.begin)

describe('money back', () => {
  it('to who leaves, at once; he may come again', async () => {
    const made = await three()
    expect((await call('leave', my.boris, { group_id: made.group_id })).data).toMatchObject({
      is_member: false,
      my_reason: 'left',
      pooled: 30.01,
    })
    expect(await balance(my.boris)).toBe(50_000n)
    expect((await call('leave', my.boris, { group_id: made.group_id })).success).toBe(false)
    expect((await join(made.code, my.boris, { sum: 5 })).data.pooled).toBe(35.01)
    await booksAreRight()
  })

  it('to all when the admin gives it up; the code is free again', async () => {
    const made = await three()
    expect((await call('end', my.anna, { group_id: made.group_id })).data).toMatchObject({ status: 2, reason: 'admin', code: null })
    expect(await Promise.all([my.anna, my.boris, my.vera].map(balance))).toEqual([50_000n, 50_000n, 50_000n])
    const { rows } = await sql<{ told: object }>`SELECT payload->'params' AS told FROM outbox
      WHERE topic = 'player.message' AND payload->>'playerId' IN (${String(my.boris)}, ${String(my.vera)}) ORDER BY id`.execute(db)
    expect(rows).toMatchObject([{ told: { sum: '30.00', currency: 'EUR' } }, { told: { sum: '10.01', currency: 'EUR' } }])
    expect((await call('find', my.vera, { code: made.code })).status).toBe(404)
    await sql`UPDATE bet_group SET code = ${made.code} WHERE id = ${(await create()).data.group_id}`.execute(db)
    expect((await call('find', 70_001_000, { code: made.code })).status).toBe(200)
    // To whoever was in the old one it means that for an hour.
    expect((await call('find', my.vera, { code: made.code })).message).toMatch(/closed/i)
    await booksAreRight()
  })

  it.each([
    ['time', () => clock.advance(5 * MINUTE)],
    ['started', () => line.addGame(my.game, { startsAt: clock.now() })],
    ['removed', () => line.addGame(my.game, { status: 'cancelled', startsAt: clock.now() + HOUR })],
  ])('by itself: %s', async (reason, happens) => {
    const { data: made } = await create({ closes: Math.floor((clock.now() + 5 * MINUTE) / 1000) })
    await join(made.code, my.boris)
    await groups.look()
    expect((await call('get', my.anna, { group_id: made.group_id })).data.status).toBe(0)
    happens()
    expect((await place(made.group_id)).success).toBe(false)
    await Promise.all([groups.look(), createGroups(depsOf()).look()])
    expect((await call('get', my.boris, { group_id: made.group_id })).data).toMatchObject({ status: 2, reason })
    expect([await balance(my.anna), await balance(my.boris)]).toEqual([50_000n, 50_000n])
    await booksAreRight()
  })
})

it('a group whose money cannot go back does not hold up those after it', async () => {
  const closes = Math.floor((clock.now() + 5 * MINUTE) / 1000)
  const { data: stuck } = await create({ closes })
  const { data: next } = await create({ closes: closes + 1 }, my.boris)
  const close = (at: Date | null) => db.updateTable('account').set({ closed_at: at }).where('player_id', '=', my.anna).execute()
  await close(new Date(clock.now()))
  clock.advance(6 * MINUTE)
  await groups.look()
  expect((await call('get', my.boris, { group_id: next.group_id })).data).toMatchObject({ status: 2, reason: 'time' })
  await close(null)
  await groups.look()
  expect((await call('get', my.anna, { group_id: stuck.group_id })).data).toMatchObject({ status: 2, reason: 'time' })
  await booksAreRight()
})

describe('two at once', () => {
  it('a double press makes one group and one stake', async () => {
    const key = newKey()
    const made = await Promise.all([create({ guid: key }), create({ guid: key })])
    expect(new Set(made.map(({ data }) => data.group_id)).size).toBe(1)
    expect(await balance(my.anna)).toBe(48_000n)
    const own = newKey()
    const joined = await Promise.all(Array.from({ length: 4 }, () => join(made[0].data.code, my.boris, { guid: own })))
    expect(joined.map(({ success }) => success)).toEqual([true, true, true, true])
    expect(await balance(my.boris)).toBe(47_000n)
    const twice = await Promise.all([join(made[0].data.code, my.vera), join(made[0].data.code, my.vera)])
    expect(twice.filter(({ success }) => success)).toHaveLength(1)
    await booksAreRight()
  })

  it('a key is one wish: another one under it is refused, at once too', async () => {
    const key = newKey()
    const made = await Promise.all([create({ guid: key, sum: 20 }), create({ guid: key, sum: 21 })])
    expect(made.map(({ error_code }) => error_code ?? 0).sort((a, b) => a - b)).toEqual([0, 161_627])
    const { data } = made.find(({ success }) => success)!
    const [first] = [data.my_sum]
    expect((await create({ guid: key, sum: first })).data.group_id).toBe(data.group_id)
    for (const other of [{ sum: 22 }, { sum: first, name: 'Another' }, { sum: first, max_sum: 999 }])
      expect((await create({ guid: key, ...other })).error_code).toBe(161_627)
    const own = newKey()
    const joined = await Promise.all([5, 6].map((sum) => join(data.code, my.boris, { guid: own, sum })))
    expect(joined.map(({ error_code }) => error_code ?? 0).sort((a, b) => a - b)).toEqual([0, 161_627])
    expect((await join(data.code, my.boris, { guid: own, sum: 7 })).error_code).toBe(161_627)
    expect([50_000n - (await balance(my.anna)), 50_000n - (await balance(my.boris)) < 700n]).toEqual([BigInt(first * 100), true])
    await booksAreRight()
  })

  it.each([[true], [[5]], ['0x5'], ['٥'], [null], ['']])('%j is no stake', async (sum) => {
    const { data } = await create()
    expect((await join(data.code, my.boris, { sum: sum as never })).success).toBe(false)
    expect(await balance(my.boris)).toBe(50_000n)
  })

  it('two placings, of one process and of two, are one bet each', async () => {
    const made = await three()
    const [one, again, other] = await Promise.all([place(made.group_id), place(made.group_id), placeElsewhere(made.group_id)])
    expect([one.success, again.success, other]).toEqual([true, true, null])
    expect((await Promise.all([my.anna, my.boris, my.vera].map(betsOf))).map((own) => own.length)).toEqual([1, 1, 1])
    expect((await place(made.group_id)).data.status).toBe(1)
    await booksAreRight()
  })

  it('leaving against placing: either a bet or the money, never both and never neither', async () => {
    for (let round = 0; round < 3; round += 1) {
      const { data: made } = await create()
      await join(made.code, my.boris, { sum: 10 })
      const before = await betsOf(my.boris)
      const [left, placed] = await Promise.all([call('leave', my.boris, { group_id: made.group_id }), place(made.group_id)])
      const has = (await betsOf(my.boris)).length - before.length
      expect(placed.success).toBe(true)
      expect(has).toBe(left.success ? 0 : 1)
      await booksAreRight()
    }
  })

  it('the time against placing and joining: one of them', async () => {
    const { data: made } = await create({ closes: Math.floor((clock.now() + 5 * MINUTE) / 1000) })
    await join(made.code, my.boris)
    // The time passes while the bets are on their way.
    const placeAllIn: GroupsDeps['bets']['placeAllIn'] = (tx, bets) => {
      clock.advance(5 * MINUTE)
      return site.bets.placeAllIn(tx, bets)
    }
    const [placed] = await Promise.all([placeElsewhere(made.group_id, { placeAllIn }), groups.look(), join(made.code, my.vera)])
    clock.advance(5 * MINUTE)
    await groups.look()
    const { data } = await call('get', my.anna, { group_id: made.group_id })
    const bets = (await Promise.all([my.anna, my.boris, my.vera].map(betsOf))).flat().length
    expect([data.status === 1, bets > 0]).toEqual([placed === null, placed === null])
    expect(data.status).not.toBe(0)
    await booksAreRight()
  })

  it('who joins while it is placed is in it or not, with his money in either case', async () => {
    const { data: made } = await create()
    const [placed, joined] = await Promise.all([place(made.group_id), join(made.code, my.boris)])
    expect(placed.success).toBe(true)
    expect((await betsOf(my.boris)).length).toBe(joined.success ? 1 : 0)
    expect(await balance(my.boris)).toBe(joined.success ? 47_000n : 50_000n)
    await booksAreRight()
  })

  it('who joins after the bets have set out has his placed with them', async () => {
    const { data: made } = await create()
    let isLate = true
    const placeLate: GroupsDeps['bets']['place'] = async (...given) => {
      if (isLate) {
        isLate = false
        await join(made.code, my.boris)
      }
      return site.bets.place(...given)
    }
    expect(await placeElsewhere(made.group_id, { place: placeLate })).toBeNull()
    expect([await betsOf(my.anna), await betsOf(my.boris)].map((own) => own.length)).toEqual([1, 1])
    await booksAreRight()
  })

  it('a block that another process writes meanwhile keeps out who joins and who makes one (WAG-09)', async () => {
    const { data: made } = await create()
    expect((await besideBlock(site.db, my.boris, () => join(made.code, my.boris))).error_code).toBe(900_030)
    expect((await besideBlock(site.db, my.vera, () => create({}, my.vera))).error_code).toBe(900_030)
    expect([await balance(my.boris), await balance(my.vera)]).toEqual([50_000n, 50_000n])
    await booksAreRight()
  })

  it('a process that dies in the middle has placed nothing', async () => {
    const made = await three()
    const placeAllIn: GroupsDeps['bets']['placeAllIn'] = async (tx, bets) => {
      await site.bets.placeAllIn(tx, bets)
      throw new Error('power')
    }
    await expect(placeElsewhere(made.group_id, { placeAllIn })).rejects.toThrow('power')
    expect((await Promise.all([my.anna, my.boris, my.vera].map(betsOf))).flat()).toEqual([])
    await booksAreRight()
    expect((await place(made.group_id)).data.status).toBe(1)
  })
})
