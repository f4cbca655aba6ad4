/** Groups through the real server on a real database: who gets in, and what placing makes of it. */
import { sql } from 'kysely'
import { beforeEach, describe, expect, it } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testSite } from '#modules/bets/server/test-site.ts'
import { HOUR } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import type { WireGroup } from '../contract.ts'
import type { GroupsDeps } from './index.ts'
import { EUR, groupsSite, PRICE } from './test-groups.ts'

const { db } = await testDatabase(24)
const site = await testSite(db, polosa.config)
const { line, clock } = site
const { begin, my, accounts, changes, call, event, create, join, place, placeElsewhere, balance, betsOf, booksAreRight, three } =
  groupsSite(site)
beforeEach(begin)

describe('making and joining', () => {
  it('the first stake is held, the code is six digits, the page says what it is about', async () => {
    const { data } = await create()
    expect(data).toMatchObject({ status: 0, is_admin: true, is_member: true, pooled: 20, max_sum: 50, my_sum: 20, coef: 1.9, bet_type: 0 })
    expect(data.code).toMatch(/^\d{6}$/)
    expect(data.left_ms).toBe(6 * HOUR)
    expect(data.members).toEqual([{ number: 1, nick: 'Anna', is_admin: true, is_me: true, sum: 20, state: 0 }])
    expect(data.events[0]).toMatchObject({ game: 'Arden City – Northmoor', coef: 1.9 })
    expect(await balance(my.anna)).toBe(48_000n)
    await booksAreRight()
  })

  it('friends join by the code; whoever looks sees names and the pool, never accounts or stakes', async () => {
    const made = await three()
    const seen = await call('find', 70_001_000, { code: made.code })
    expect(seen.data).toMatchObject({ pooled: 60.01, is_member: false, my_sum: 0, my_state: null })
    expect(seen.data.members.map(({ nick, sum }) => [nick, sum])).toEqual([
      ['Anna', null],
      [null, null],
      ['Vera', null],
    ])
    expect(JSON.stringify(seen.data)).not.toMatch(
      new RegExp([my.anna, my.boris, my.vera, ...accounts.values()].map((id) => `\\b${id}\\b`).join('|')),
    )
    const own = await call('get', my.boris, { group_id: made.group_id })
    expect(own.data.members.map(({ sum }) => sum)).toEqual([20, 30, 10.01])
    expect(changes.at(-1)).toEqual({ id: made.group_id, players: [my.anna, my.boris, my.vera] })
    const list = await call<{ items: WireGroup[] }>('list', my.vera, {})
    expect(list.data.items.map(({ group_id }) => group_id)).toEqual([made.group_id])
    await booksAreRight()
  })

  it.each([
    ['name', { name: '<i>' }],
    ['nick', { nick: '+77015550123' }],
    ['max_sum', { max_sum: 19.99 }],
    ['closes', { closes: 1 }],
    ['Vid', { Vid: 3, Events: [event(), event(640_699_999)] }],
    ['sum', { sum: 501, max_sum: 900 }],
    // What a bet is refused for, in the names of this call.
    ['sum', { sum: 0 }],
    ['sum', { sum: 0.01 }],
    ['sum', { sum: 20.001 }],
    ['account_id', { account_id: 2 ** 31 - 1 }],
    ['Events.0.Coef', { Events: [{ ...event(), Coef: 1e9 }] }],
  ])('a bad %s is named', async (field, more) => {
    line.addGame(640_699_999, { startsAt: clock.now() + 6 * HOUR })
    line.addOutcome(640_699_999, 1, PRICE)
    const answer = await create(more)
    expect([answer.success, Object.keys(answer.validation_errors ?? {})]).toEqual([false, [field]])
    expect(answer.message).not.toMatch(/problem_/)
    expect(await balance(my.anna)).toBe(50_000n)
  })

  it('one may join no longer than to the first start and a week', async () => {
    line.addGame(my.game + 1, { startsAt: clock.now() + 30 * 24 * HOUR })
    line.addOutcome(my.game + 1, 1, 1_500)
    const seconds = (ms: number) => Math.floor((clock.now() + ms) / 1000)
    expect((await create({ closes: seconds(7 * HOUR) })).validation_errors).toHaveProperty('closes')
    expect((await create({ closes: seconds(5 * HOUR) })).data.left_ms).toBe(5 * HOUR)
    const both = await create({ Vid: 1, Events: [event(), event(my.game + 1, 1_500)] })
    expect([both.data.left_ms, both.data.bet_type, both.data.coef]).toEqual([6 * HOUR, 1, 2.85])
    expect((await create({ Events: [event(my.game + 1, 1_500)] })).data.left_ms).toBe(7 * 24 * HOUR)
  })

  it('what runs already is no bet to wait for', async () => {
    line.addGame(my.game + 2, { kind: 1, startsAt: clock.now() - HOUR, status: 'live' })
    line.addOutcome(my.game + 2, 1, 1_500)
    expect((await create({ Events: [event(my.game + 2, 1_500, 1)] })).validation_errors).toHaveProperty('Events')
  })

  it('not above the maximum, not twice, not in another currency, not without money', async () => {
    const { data: made } = await create()
    expect((await join(made.code, my.boris, { sum: 50.01 })).validation_errors?.['sum']?.[0]).toContain('50.00 EUR')
    expect(Object.keys((await join(made.code, my.boris, { sum: 20.001 })).validation_errors ?? {})).toEqual(['sum'])
    expect((await join(made.code, my.boris, { sum: 50 })).success).toBe(true)
    expect((await join(made.code, my.boris)).message).toMatch(/already/i)
    const poor = my.anna + 1_000_000
    accounts.set(poor, await site.playerWith(poor, 100n))
    expect((await join(made.code, poor)).error_code).toBe(103)
    await site.playerWith(poor + 1, 5_000n, 1)
    expect((await join(made.code, poor + 1)).message).toMatch(/EUR/)
    await booksAreRight()
  })

  it('codes cannot be guessed: after ten that are none one has to wait an hour', async () => {
    const { data: made } = await create()
    const wrong = made.code === '000000' ? '000001' : '000000'
    const answers = await Promise.all(Array.from({ length: 15 }, () => call('find', my.boris, { code: wrong })))
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
    expect((await call('find', my.boris, { code: made.code })).status).toBe(429)
    expect((await join(made.code, my.boris)).status).toBe(429)
    expect((await call('find', my.vera, { code: made.code })).status).toBe(200)
    // Many players of one address are one guesser.
    const said: number[] = []
    for (let i = 0; i < 21; i += 1) said.push((await call('find', 71_000_000 + i, { code: wrong }, '10.8.0.1')).status)
    expect([said.filter((status) => status === 404).length, said.at(-1)]).toEqual([20, 429])
    clock.advance(HOUR)
    expect((await call('find', my.boris, { code: made.code })).status).toBe(200)
  })

  it('the code of a group that one has found is no wrong try once the group is over: the page asks for that very group', async () => {
    const made = await three()
    const stranger = my.anna + 1_000_000
    const again = (who: number) => call('find', who, { code: made.code, group_id: made.group_id })
    expect((await again(stranger)).status).toBe(200)
    await call('end', my.anna, { group_id: made.group_id })
    for (let i = 0; i < 12; i += 1) expect((await again(stranger)).message).toMatch(/closed/i)
    expect(
      (await call('join', stranger, { guid: 'stranger-comes-late', code: made.code, group_id: made.group_id, sum: 20 })).message,
    ).toMatch(/closed/i)
    // Another group that has this code by now is not the one that was shown: nobody's money goes there unseen.
    const { data: other } = await create({}, my.vera)
    await sql`UPDATE bet_group SET code = ${made.code} WHERE id = ${other.group_id}`.execute(db)
    expect((await again(stranger)).message).toMatch(/closed/i)
    expect((await call('find', stranger, { code: made.code })).data.group_id).toBe(other.group_id)
  })

  it('who was in a group is told that it is over, and that costs him no try; a number beside a wrong code does', async () => {
    const made = await three()
    await call('end', my.anna, { group_id: made.group_id })
    for (let i = 0; i < 12; i += 1) expect((await call('find', my.boris, { code: made.code })).message).toMatch(/closed/i)
    expect((await join(made.code, my.boris)).message).toMatch(/closed/i)
    const open = await three()
    const wrong = open.code === '000000' ? '000001' : '000000'
    const guess = (i: number) => call('find', my.boris, i % 2 > 0 ? { code: wrong } : { code: wrong, group_id: made.group_id })
    const guessed = await Promise.all(Array.from({ length: 12 }, (_, i) => guess(i)))
    expect(guessed.filter(({ status }) => status === 404)).toHaveLength(10)
    // Nor can the code of what is over be guessed on and on.
    expect((await call('find', my.boris, { code: wrong, group_id: open.group_id })).status).toBe(429)
    // His own ones open all the same.
    expect((await call('find', my.boris, { code: open.code })).data.is_member).toBe(true)
    expect((await call('find', my.boris, { code: made.code })).message).toMatch(/closed/i)
    clock.advance(HOUR)
    expect((await call('find', my.boris, { code: made.code })).message).toMatch(/no open group/i)
  })

  it('who may not play does not get in', async () => {
    const { data: made } = await create()
    await inTx(db, (tx) => site.limits.block(tx, my.boris, null, 'test'))
    expect((await join(made.code, my.boris)).error_code).toBe(900_030)
    // In a process that has not heard of it yet, the database says no.
    await sql`INSERT INTO betting_block (player_id, until, reason) VALUES (${my.vera}, NULL, 'test')`.execute(db)
    expect((await join(made.code, my.vera)).error_code).toBe(900_030)
    expect([await balance(my.boris), await balance(my.vera)]).toEqual([50_000n, 50_000n])
  })
})

describe('placing', () => {
  it('each member has a bet of his own, at one price, with one receipt reference', async () => {
    const made = await three({ Events: [{ ...event(), PV: 'words of Anna' }] })
    const { data } = await place(made.group_id)
    expect(data).toMatchObject({ status: 1, code: null, pooled: 60.01, left_ms: 0 })
    const bets = await Promise.all([my.anna, my.boris, my.vera].map(betsOf))
    expect(bets.map((own) => own.map(({ stake_minor, price, status }) => [stake_minor, price, status]))).toEqual([
      [[2_000n, '1.9', 1]],
      [[3_000n, '1.9', 1]],
      [[1_001n, '1.9', 1]],
    ])
    expect(data.my_bet_id).toBe(Number(bets[0]![0]!.id))
    const receipts = await db
      .selectFrom('bet_receipt')
      .select('receipt')
      .where(
        'bet_id',
        'in',
        bets.flat().map(({ id }) => id),
      )
      .execute()
    expect(receipts.map(({ receipt }) => (receipt as { group: number }).group)).toEqual([made.group_id, made.group_id, made.group_id])
    expect(JSON.stringify(receipts)).not.toContain('words of Anna')
    expect(await Promise.all([my.anna, my.boris, my.vera].map(balance))).toEqual([48_000n, 47_000n, 48_999n])
    const told = await db.selectFrom('outbox').select('payload').where('topic', '=', 'player.message').execute()
    const placed = told.map(({ payload }) => payload as { playerId: number; template: string })
    expect(placed.filter(({ playerId }) => [my.anna, my.boris, my.vera].includes(playerId)).map(({ template }) => template)).toEqual([
      'group_placed',
      'group_placed',
    ])
    await booksAreRight()
  })

  it('a lower price is asked back, a better one by CheckCf; nothing moves meanwhile', async () => {
    const made = await three()
    line.addOutcome(my.game, 1, 1_800)
    const asked = await place(made.group_id)
    expect([asked.success, asked.error_code]).toEqual([false, 130])
    expect((asked as unknown as { FailInfo: { Coef: number } }).FailInfo.Coef).toBe(1.8)
    expect((await call('get', my.anna, { group_id: made.group_id })).data).toMatchObject({ status: 0, coef: 1.8, coef_made: 1.9 })
    line.addOutcome(my.game, 1, 2_000)
    expect((await place(made.group_id)).error_code).toBe(130)
    expect((await place(made.group_id, my.anna, { CheckCf: 2 })).data.status).toBe(1)
    expect((await betsOf(my.vera))[0]!.price).toBe('2')
    await booksAreRight()
  })

  it('keeps the price that was given, whatever the line says afterwards', async () => {
    const made = await three()
    line.addOutcome(my.game, 1, 2_000)
    await place(made.group_id, my.anna, { CheckCf: 2 })
    line.addOutcome(my.game, 1, 1_100)
    const { data } = await call('get', my.vera, { group_id: made.group_id })
    expect(data).toMatchObject({ status: 1, coef: 2, events: [{ coef: 2 }] })
    // What was never placed has none of its own.
    const ended = await three()
    await call('end', my.anna, { group_id: ended.group_id })
    expect((await call('get', my.vera, { group_id: ended.group_id })).data).toMatchObject({ status: 2, coef: 0, events: [{ coef: 0 }] })
  })

  it('says how the own bet of whoever looks stands, and what it has paid', async () => {
    const made = await three()
    expect((await call('get', my.vera, { group_id: made.group_id })).data).toMatchObject({ my_bet_status: null, my_payout: null })
    await place(made.group_id)
    const ends = async (who: number) => {
      const { data } = await call('get', who, { group_id: made.group_id })
      return [data.my_bet_status, data.my_payout]
    }
    expect(await ends(my.vera)).toEqual([1, null])
    const settle = (who: number, status: number, minor: bigint) =>
      db.updateTable('bet').set({ status, payout_minor: minor }).where('player_id', '=', who).execute()
    await settle(my.vera, 3, 1_902n)
    await settle(my.boris, 8, 2_500n)
    expect(await Promise.all([my.anna, my.boris, my.vera].map(ends))).toEqual([
      [1, null],
      [8, null],
      [3, 19.02],
    ])
    const { data } = await call<{ items: WireGroup[] }>('list', my.vera, {})
    expect(data.items[0]).toMatchObject({ my_bet_status: 3, my_payout: 19.02 })
    // Nothing was settled in truth: the books of the other tests hold.
    for (const who of [my.boris, my.vera]) await settle(who, 1, 0n)
  })

  it('a member who may not bet any more is left out and has his money', async () => {
    const made = await three()
    await inTx(db, (tx) => site.limits.block(tx, my.boris, null, 'test'))
    // Only the database knows of this one.
    await sql`INSERT INTO betting_block (player_id, until, reason) VALUES (${my.vera}, NULL, 'test')`.execute(db)
    const { data } = await place(made.group_id)
    expect(data).toMatchObject({ status: 1, pooled: 20 })
    expect(data.members.map(({ state }) => state)).toEqual([1, 2, 2])
    expect([await betsOf(my.boris), await betsOf(my.vera)]).toEqual([[], []])
    expect([await balance(my.boris), await balance(my.vera)]).toEqual([50_000n, 50_000n])
    expect((await call('get', my.vera, { group_id: made.group_id })).data.my_reason).toBe('closed')
    await booksAreRight()
  })

  it('an admin who may not bet places nothing, for nobody', async () => {
    const made = await three()
    await inTx(db, (tx) => site.limits.block(tx, my.anna, null, 'test'))
    expect((await place(made.group_id)).error_code).toBe(900_030)
    expect((await call('get', my.boris, { group_id: made.group_id })).data.status).toBe(0)
    expect((await call('end', my.anna, { group_id: made.group_id })).data.status).toBe(2)
    await booksAreRight()
  })

  it('a limit of his own that the others do not have leaves one out', async () => {
    const made = await three()
    await inTx(db, (tx) => site.limits.setLimit(tx, { playerId: my.boris, periodDays: 1, currencyId: EUR, amountMinor: 2_999n }))
    const { data } = await place(made.group_id)
    expect(data.members.map(({ state }) => state)).toEqual([1, 2, 1])
    await booksAreRight()
  })

  it('equal bets that one of them has placed leave him out, and refuse the others nothing', async () => {
    const made = await three()
    const limits = site.config.betting.limits
    site.config.betting.limits = { ...limits, maxStakeEur: '40' }
    const own = { Events: [event()], Vid: 0, Summ: 20, UserId: accounts.get(my.boris), betGUID: 'boris-places-it-alone-1' }
    expect((await site.makeBet(my.boris, own)).Success).toBe(true)
    const { data } = await place(made.group_id)
    site.config.betting.limits = limits
    expect(data.members.map(({ state }) => state)).toEqual([1, 2, 1])
    expect(await betsOf(my.boris)).toHaveLength(1)
    await booksAreRight()
  })

  it('equal bets that only the database knows of leave him out in the same call', async () => {
    const made = await three()
    const limits = site.config.betting.limits
    site.config.betting.limits = { ...limits, maxStakeEur: '40' }
    const key = `e:${my.boris}:${line.findGame(my.game)!.ci}:1:0:0`
    await sql`INSERT INTO liability_pool (key, used_cents) VALUES (${key}, ${10n ** 12n})`.execute(db)
    const { data } = await place(made.group_id)
    site.config.betting.limits = limits
    await sql`DELETE FROM liability_pool WHERE key = ${key}`.execute(db)
    expect(data.members.map(({ state }) => state)).toEqual([1, 2, 1])
    await booksAreRight()
  })

  it('when the house takes no more of a bet, nobody has it', async () => {
    const made = await three()
    const limits = site.config.betting.limits
    // Less than Boris has put in, more than the others.
    site.config.betting.limits = { ...limits, maxStakeEur: '25' }
    expect((await place(made.group_id)).error_code).toBe(109)
    site.config.betting.limits = limits
    // The same said by the database, of the second bet that it is asked to write.
    const placeAllIn: GroupsDeps['bets']['placeAllIn'] = async (tx, bets) =>
      (await site.bets.placeAllIn(tx, bets)).with(1, { kind: 'refused', outcome: 109 })
    expect((await placeElsewhere(made.group_id, { placeAllIn }))?.wire).toBe(109)
    expect((await Promise.all([my.anna, my.boris, my.vera].map(betsOf))).flat()).toEqual([])
    await booksAreRight()
    expect((await place(made.group_id)).data.status).toBe(1)
  })

  it('a stop of betting that was not known is read, and the bets are checked anew', async () => {
    const made = await three()
    let written = 0
    const placeAllIn: GroupsDeps['bets']['placeAllIn'] = (tx, bets) => {
      if ((written += 1) === 1) throw Object.assign(new Error('stale'), { code: 'PLST1' })
      return site.bets.placeAllIn(tx, bets)
    }
    expect(await placeElsewhere(made.group_id, { placeAllIn })).toBeNull()
    expect((await Promise.all([my.anna, my.boris, my.vera].map(betsOf))).map((own) => own.length)).toEqual([1, 1, 1])
    await booksAreRight()
  })

  it('only its admin places and ends it; to a stranger there is no such group', async () => {
    const made = await three()
    expect((await place(made.group_id, my.boris)).success).toBe(false)
    expect((await call('end', my.boris, { group_id: made.group_id })).success).toBe(false)
    expect((await call('leave', my.anna, { group_id: made.group_id })).success).toBe(false)
    for (const name of ['get', 'leave', 'end', 'place'])
      expect((await call(name, 70_001_000, { group_id: made.group_id, coefs: [1.9] })).status).toBe(404)
    expect((await call('get', my.anna, { group_id: made.group_id })).data.status).toBe(0)
  })
})
