import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
let site: SaleSite
let player = 100

const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
/** The single on T 1 at 2.2 is worth 100 · 2.2 · 0.6 · 0.95 = 125.40. */
const AHEAD: Prices = { 1: [1550, 0.6], 2: [4000, 0.22], 3: [5500, 0.18] }

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

let lastGame = 0
async function openSingle(stake = 100): Promise<{ playerId: number; accountId: number; betId: bigint; game: number }> {
  const game = (lastGame += 1)
  site.addGame(game, LEVEL)
  const playerId = (player += 1)
  const accountId = await site.player(playerId, 100_000n)
  const betId = await site.place(playerId, stake, [site.event(game, 1)])
  return { playerId, accountId, betId, game }
}

describe('sale-info', () => {
  test('says what the bet is worth and moves with the line', async () => {
    const { playerId, betId, game } = await openSingle()
    const at = async () => (await site.call('sale-info', playerId, { bet_id: Number(betId) })).data!
    expect(await at()).toMatchObject({
      bet_id: Number(betId),
      cashout_sum: 94.05,
      min_sale_sum: 0.01,
      max_sale_sum: 94.05,
      off: null,
      stake: 100,
      edit_events: [{ Type: 1, GroupId: 1 }],
    })
    site.setPrices(game, AHEAD)
    expect(await at()).toMatchObject({ cashout_sum: 125.4, auto_sale_max: 220, can_sell_part: true })
    site.setPrices(game, AHEAD, 'suspended')
    expect(await at()).toMatchObject({ cashout_sum: 0, off: 'suspended', off_text: expect.stringMatching(/paused/i) })
  })

  test('a price that a trader has set says more than the probability beside it', async () => {
    const { playerId, betId, game } = await openSingle()
    site.setPrices(game, { 1: [1500, 0.45], 2: [4200, 0.28], 3: [6500, 0.27] }, 'active', 'trader')
    // Shin on 1.5 4.2 6.5: 0.642656
    expect((await site.call('sale-info', playerId, { bet_id: Number(betId) })).data).toMatchObject({ cashout_sum: 134.31 })
  })

  test('a bet that an officer wants void is neither sold nor insured nor edited until that is decided', async () => {
    const { playerId, betId, game } = await openSingle()
    const id = Number(betId)
    await sql`INSERT INTO bet_void (bet_id, reason, note, state, asked_by, asked_at)
      VALUES (${betId}, 'obvious_error', 'a wrong price', 0, 'anna', now())`.execute(db)
    const { data } = await site.call('sale-info', playerId, { bet_id: id })
    expect(data).toMatchObject({ cashout_sum: 0, off: 'under_check' })
    for (const [call, body] of [
      ['sale', { sum_sale: 94.05, new_sum_cupon: 0 }],
      ['auto-sale', { target: 150 }],
      ['insurance', { percent: 10 }],
    ] as const)
      expect(await site.call(call, playerId, { bet_id: id, ...body }), call).toMatchObject({ success: false, reason: 'under_check' })
    const edit = { Events: [site.event(game, 2)], Vid: 0, SaleBetId: id }
    expect((await site.updateCoupon(playerId, edit)).Value!['exceptionText']).toMatch(/being checked/i)
    expect(await site.makeBet(playerId, { ...edit, betGUID: 'edit-of-a-void-0', CheckCf: 0 })).toMatchObject({ Success: false })
    await sql`UPDATE bet_void SET state = 2, decided_by = 'boris', decided_at = now() WHERE bet_id = ${betId}`.execute(db)
    expect((await site.call('sale-info', playerId, { bet_id: id })).data).toMatchObject({ cashout_sum: 94.05, off: null })
  })

  test('a bet of another player does not exist', async () => {
    const { betId } = await openSingle()
    for (const [call, body] of [
      ['sale-info', {}],
      ['sale', { sum_sale: 1, new_sum_cupon: 0 }],
      ['auto-sale', { target: 150 }],
      ['insurance', { percent: 10 }],
    ] as const) {
      expect(await site.call(call, 7, { bet_id: Number(betId), ...body }), call).toMatchObject({ success: false, error_code: 900_051 })
    }
  })
})

describe('sale', () => {
  test('the whole bet: status 8, the money in the account, the books right', async () => {
    const { playerId, accountId, betId, game } = await openSingle()
    site.setPrices(game, AHEAD)
    const answer = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 125.4, new_sum_cupon: 0 })
    expect(answer).toEqual({
      success: true,
      data: { bet_id: Number(betId), status: 8, sum_sale: 125.4, new_sum_cupon: 0, balance: 1025.4 },
    })
    expect(await site.bet(betId)).toMatchObject({ status: 8, payout_minor: 12_540n })
    expect(await site.balance(accountId)).toBe(102_540n)
    const again = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 125.4, new_sum_cupon: 0 })
    expect(again).toMatchObject({ success: false, error_code: 900_051, reason: 'sold' })
    await site.settle(game, 1)
    expect(await site.bet(betId)).toMatchObject({ status: 8, payout_minor: 12_540n })
    await site.booksAreRight()
  })

  test('a price that moved down is told with the new sum and moves nothing; one that moved up is paid', async () => {
    const { playerId, accountId, betId, game } = await openSingle()
    site.setPrices(game, AHEAD)
    const low = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 125.41, new_sum_cupon: 0 })
    expect(low).toMatchObject({ success: false, error_code: 900_050, data: { bet_id: Number(betId), cashout_sum: 125.4 } })
    expect(low.message).toContain('125.40')
    expect(await site.balance(accountId)).toBe(90_000n)
    const up = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 100, new_sum_cupon: 0 })
    expect(up.data).toMatchObject({ status: 8, sum_sale: 125.4 })
  })

  test('a part: the rest runs on at the same coefficient and is settled for its stake', async () => {
    const { playerId, accountId, betId, game } = await openSingle()
    site.setPrices(game, AHEAD)
    const part = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 50.16, new_sum_cupon: 60 })
    expect(part.data).toMatchObject({ status: 1, sum_sale: 50.16, new_sum_cupon: 60 })
    // The same press again finds that what it wants to keep is all there is.
    const again = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 50.16, new_sum_cupon: 60 })
    expect(again).toMatchObject({ error_code: 900_051, reason: 'nothing_left' })
    expect(await site.call('sale-info', playerId, { bet_id: Number(betId) })).toMatchObject({ data: { cashout_sum: 75.24, stake: 60 } })
    await site.booksAreRight()
    await site.settle(game, 1)
    expect(await site.bet(betId)).toMatchObject({ status: 4, payout_minor: 13_200n })
    expect(await site.balance(accountId)).toBe(90_000n + 5_016n + 13_200n)
    await site.booksAreRight()
  })

  test('a rest that was rounded up is no moved price: the sum asked for is paid, and one unit less runs on', async () => {
    const { playerId, accountId, betId, game } = await openSingle()
    site.setPrices(game, AHEAD)
    // 40.00 of 125.40 are 31.8979 of the stake.
    const part = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 40, new_sum_cupon: 68.11 })
    expect(part.data).toMatchObject({ status: 1, sum_sale: 40, new_sum_cupon: 68.1 })
    expect(await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 40.02, new_sum_cupon: 36.2 })).toMatchObject({
      error_code: 900_050,
    })
    expect(await site.balance(accountId)).toBe(94_000n)
    await site.booksAreRight()
  })

  test('parts one after the other end in status 8', async () => {
    const { playerId, accountId, betId, game } = await openSingle()
    site.setPrices(game, AHEAD)
    await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 62.7, new_sum_cupon: 50 })
    const rest = await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 62.7, new_sum_cupon: 0 })
    expect(rest.data).toMatchObject({ status: 8, sum_sale: 62.7, new_sum_cupon: 0 })
    expect(await site.balance(accountId)).toBe(102_540n)
    await site.booksAreRight()
  })

  test('one key is one sale, with its answer; another request under it is refused', async () => {
    const { playerId, betId, accountId } = await openSingle()
    const body = { bet_id: Number(betId), sum_sale: 37.62, new_sum_cupon: 60, guid: 'abcdef0123456789' }
    const answers = await Promise.all([
      site.call('sale', playerId, body),
      site.call('sale', playerId, body),
      site.call('sale', playerId, body),
    ])
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]!.data).toMatchObject({ status: 1, sum_sale: 37.62, balance: 937.62 })
    expect(await site.balance(accountId)).toBe(93_762n)
    expect(await site.call('sale', playerId, { ...body, new_sum_cupon: 50 })).toMatchObject({ success: false, error_code: 161_627 })
  })

  test.each([
    ['sale', { sum_sale: 1, new_sum_cupon: 0 }],
    ['insurance', { percent: 10 }],
  ] as const)('one key for two bets at once is of one of them: %s', async (name, wish) => {
    for (let round = 0; round < 5; round += 1) {
      const { playerId, betId, game } = await openSingle()
      const other = await site.place(playerId, 100, [site.event(game, 1)])
      const guid = `two-bets-${name}-${round}`
      const answers = await Promise.all([betId, other].map((id) => site.call(name, playerId, { bet_id: Number(id), ...wish, guid })))
      expect(answers.map((answer) => answer.error_code ?? 0).sort((a, b) => a - b)).toEqual([0, 161_627])
    }
    await site.booksAreRight()
  })

  test('one key is one change: what was a sale is no cover of another bet, nor the other way round', async () => {
    const { playerId, accountId, betId, game } = await openSingle()
    const other = await site.place(playerId, 100, [site.event(game, 1)])
    const sell = (id: bigint, guid: string) => site.call('sale', playerId, { bet_id: Number(id), sum_sale: 1, new_sum_cupon: 60, guid })
    const insure = (id: bigint, guid: string) => site.call('insurance', playerId, { bet_id: Number(id), percent: 10, guid })
    const [sold, covered] = [await sell(betId, 'key-of-a-sale'), await insure(other, 'key-of-a-cover')]
    expect([sold.success, covered.success]).toEqual([true, true])
    const balance = await site.balance(accountId)
    const refused = { success: false, error_code: 161_627, message: 'This request was used for something else' }
    expect(await insure(other, 'key-of-a-sale')).toMatchObject(refused)
    expect(await insure(betId, 'key-of-a-sale')).toMatchObject(refused)
    expect(await sell(betId, 'key-of-a-cover')).toMatchObject(refused)
    expect(await site.balance(accountId)).toBe(balance)
    // Of another player it is another key; and each is still the answer of what it was.
    const stranger = await openSingle()
    const same = { bet_id: Number(stranger.betId), percent: 10, guid: 'key-of-a-sale' }
    expect((await site.call('insurance', stranger.playerId, same)).success).toBe(true)
    expect([await sell(betId, 'key-of-a-sale'), await insure(other, 'key-of-a-cover')]).toEqual([sold, covered])
    await site.booksAreRight()
  })

  test('a sale and a cover of two bets at once under one key: one of them is done', async () => {
    for (let round = 0; round < 10; round += 1) {
      const { playerId, accountId, betId, game } = await openSingle()
      const other = await site.place(playerId, 100, [site.event(game, 1)])
      const guid = `sale-or-cover-${round}`
      const calls = [
        () => site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 1, new_sum_cupon: 60, guid }),
        () => site.call('insurance', playerId, { bet_id: Number(other), percent: 10, guid }),
      ]
      const answers = await Promise.all((round % 2 ? calls : calls.toReversed()).map((call) => call()))
      expect(answers.map((answer) => answer.error_code ?? 0).sort((a, b) => a - b)).toEqual([0, 161_627])
      const { data } = answers.find((answer) => answer.success)!
      expect(await site.balance(accountId)).toBe(BigInt(Math.round(data!['balance'] * 100)))
    }
    await site.booksAreRight()
  })

  const NO_SUMS = [null, '', ' ', false, [], true, '0x10', '٣', '1e400', -1, 1e308, {}]
  test.each(NO_SUMS.map((odd) => [odd]))('what is no sum sells nothing: %j', async (odd) => {
    const { playerId, betId, accountId } = await openSingle()
    const wish = { bet_id: Number(betId), sum_sale: 1, new_sum_cupon: 50 }
    const answers = await Promise.all([
      site.call('sale', playerId, { ...wish, new_sum_cupon: odd }),
      site.call('sale', playerId, { ...wish, sum_sale: odd }),
      site.call('auto-sale', playerId, { bet_id: Number(betId), target: odd }),
      site.call('insurance', playerId, { bet_id: Number(betId), percent: 10, sum: odd }),
    ])
    expect(answers.map(({ success }) => success)).toEqual([false, false, false, false])
    expect(await site.balance(accountId)).toBe(90_000n)
  })

  test('a stopped market, a lost leg and an unknown bet are not bought', async () => {
    const { playerId, betId, game } = await openSingle()
    const sell = () => site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 1, new_sum_cupon: 0 })
    site.setPrices(game, LEVEL, 'suspended')
    expect(await sell()).toMatchObject({ error_code: 900_051, reason: 'suspended' })
    site.setPrices(game, { 1: [150_000, 0.004], 2: [1100, 0.9], 3: [9000, 0.096] })
    expect(await sell()).toMatchObject({ error_code: 900_051, reason: 'too_unlikely' })
    expect(await site.call('sale', playerId, { bet_id: 5, sum_sale: 1, new_sum_cupon: 0 })).toMatchObject({ error_code: 900_051 })
    expect(await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 0, new_sum_cupon: 0 })).toMatchObject({
      error_code: 900_400,
    })
  })

  test('an express counts a won leg by its factor, a leg to come by its chance', async () => {
    const [a, b] = [(lastGame += 1), (lastGame += 1)]
    site.addGame(a, LEVEL)
    site.addGame(b, LEVEL)
    const playerId = (player += 1)
    await site.player(playerId, 100_000n)
    const betId = await site.place(playerId, 10, [site.event(a, 1), site.event(b, 2)])
    await site.settle(a, 1)
    // 10 · 2.2 · 3.4 · 0.28 · 0.95 = 19.8968
    expect(await site.call('sale-info', playerId, { bet_id: Number(betId) })).toMatchObject({ data: { cashout_sum: 19.89 } })
    await site.settle(b, 1)
    expect(await site.call('sale-info', playerId, { bet_id: Number(betId) })).toMatchObject({ data: { off: 'decided' } })
  })

  test('a closed account is closed for betting, not for getting money back', async () => {
    const { playerId, betId } = await openSingle()
    await db.transaction().execute((tx) => site.limits.block(tx, playerId, null, 'test'))
    expect(await site.call('insurance', playerId, { bet_id: Number(betId), percent: 10 })).toMatchObject({ error_code: 900_030 })
    expect((await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 94.05, new_sum_cupon: 0 })).success).toBe(true)
  })
})

describe('insurance', () => {
  test('in slices up to the whole stake; the lost stake comes back', async () => {
    const { playerId, accountId, betId, game } = await openSingle()
    // 1 − 1 / (2.2 · 1.05) of 50: 28.3550 → 28.36
    const half = await site.call('insurance', playerId, { bet_id: Number(betId), percent: 50, guid: 'insure-00000001' })
    expect(half.data).toMatchObject({ insurance_percent: 50, insurance_sum: 28.36, premium: 28.36, balance: 871.64 })
    expect(await site.call('insurance', playerId, { bet_id: Number(betId), percent: 50, guid: 'insure-00000001' })).toEqual(half)
    const rest = await site.call('insurance', playerId, { bet_id: Number(betId), percent: 50, guid: 'insure-00000002' })
    expect(rest.data).toMatchObject({ insurance_percent: 100, insurance_sum: 56.72 })
    expect(await site.call('insurance', playerId, { bet_id: Number(betId), percent: 1, guid: 'insure-00000003' })).toMatchObject({
      error_code: 900_051,
    })
    expect(await site.call('sale', playerId, { bet_id: Number(betId), sum_sale: 10, new_sum_cupon: 50 })).toMatchObject({
      reason: 'insured',
    })
    await site.booksAreRight()
    await site.settle(game, 2)
    expect(await site.balance(accountId)).toBe(90_000n - 5_672n + 10_000n)
    await site.booksAreRight()
  })

  test('what it costs is told as it is charged, slice by slice', async () => {
    const { playerId, betId } = await openSingle(7.77)
    const slices = async () => (await site.call('sale-info', playerId, { bet_id: Number(betId) })).data!['insurance'].slices
    // 1 − 1 / (2.2 · 1.05) of 0.77, of the 7.77 less that, and of all: each is rounded up for itself.
    expect(await slices()).toMatchObject([
      { percent: 10, premium: 0.44 },
      { percent: 25 },
      { percent: 50 },
      { percent: 100, premium: 4.41 },
    ])
    for (let n = 1, [next] = await slices(); next; n += 1, [next] = await slices()) {
      const slice = { bet_id: Number(betId), percent: next.percent, sum: next.premium, guid: `insure-slice-${n}` }
      const { data } = await site.call('insurance', playerId, slice)
      expect([n, data!['premium']]).toEqual([n, next.premium])
    }
    await site.booksAreRight()
  })

  test('what an insured bet, and one that is sold in part, no longer allows is told with its reason', async () => {
    const { playerId, betId, game } = await openSingle()
    const info = async (id: bigint) => (await site.call('sale-info', playerId, { bet_id: Number(id) })).data!
    expect(await info(betId)).toMatchObject({ can_sell_part: true, can_edit: true, part_off: null, edit_off: null, power_off: null })
    await site.call('insurance', playerId, { bet_id: Number(betId), percent: 10, guid: 'insure-00000011' })
    const insured = 'The bet is insured: it can no longer be edited or raised'
    const whole = 'An insured bet can only be cashed out as a whole'
    const off = { can_sell_part: false, can_edit: false, power: [], part_off: whole, edit_off: insured, power_off: insured }
    expect(await info(betId)).toMatchObject(off)
    const edit = { Events: [site.event(game, 2)], Vid: 0, SaleBetId: Number(betId), betGUID: 'edit-insured-0001' }
    expect(await site.makeBet(playerId, edit)).toMatchObject({ Success: false, ErrorCode: 900_051, Error: insured })
    const sold = await openSingle()
    await site.call('sale', sold.playerId, { bet_id: Number(sold.betId), sum_sale: 10, new_sum_cupon: 50 })
    const part = 'A part of the bet is cashed out: it can no longer be edited or raised'
    const { data } = await site.call('sale-info', sold.playerId, { bet_id: Number(sold.betId) })
    expect(data).toMatchObject({ can_sell_part: true, part_off: null, edit_off: part, power_off: part })
  })

  test('a press that comes twice is one slice; a premium that rose is told', async () => {
    const { playerId, betId } = await openSingle()
    const press = () => site.call('insurance', playerId, { bet_id: Number(betId), percent: 10 })
    const [one, two] = await Promise.all([press(), press()])
    expect(one).toEqual(two)
    expect(await site.call('insurance', playerId, { bet_id: Number(betId), percent: 20, sum: 1 })).toMatchObject({
      error_code: 900_050,
      data: { premium: 11.35 },
    })
    await site.booksAreRight()
  })
})
