/** What a client says that its player saw: figures, prices and sums that can be read, compared by value, kept in one writing (standards WAG-06, WAG-08). */
import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { isProblem } from '#platform/shared/problem.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'
import { keptShown } from './shown.ts'
import { testSite, type WireAnswer } from './test-site.ts'

const { db } = await testDatabase(8)
const site = await testSite(db, polosa.config)
const { line, clock } = site
const FIRST = 600_900_000
const PRICES = [1500, 1800, 2100, 2400, 1900, 1700]
let player = 40_000
let account = 0

const newGuid = () => randomBytes(12).toString('hex')
const event = (i: number, more: object = {}) => ({ GameId: FIRST + i, Type: 9, Coef: PRICES[i]! / 1000, Param: 2.5, Kind: 3, ...more })
const coupon = (Vid: number, n: number, more: object = {}) => ({
  Events: Array.from({ length: n }, (_, i) => event(i)),
  Vid,
  Summ: 30,
  UserId: account,
  betGUID: newGuid(),
  ApprovedBet: true,
  ...more,
})
const place = (body: object): Promise<WireAnswer> => site.makeBet(player, body as Record<string, unknown>)
const code = async (body: object) => (await place(body)).ErrorCode
async function receiptOf({ Value }: WireAnswer): Promise<{ asked: string; given: string; shown?: object }> {
  const { rows } = await sql<{ receipt: never }>`SELECT receipt FROM bet_receipt WHERE bet_id = ${Value.Id}`.execute(db)
  return rows[0]!.receipt
}

beforeEach(async () => {
  player += 1
  account = await site.playerWith(player, 100_000n)
  PRICES.forEach((price, i) => {
    line.addGame(FIRST + i, { startsAt: clock.now() + 3_600_000 })
    line.addOutcome(FIRST + i, 9, price, { p: 2.5 })
  })
})
afterAll(() => site.booksAreRight())

describe('figures of the screen', () => {
  test.each([
    ['price', '1,5'],
    ['price', '0'],
    ['price', '0.999'],
    ['price', '1.5000'],
    ['price', '1.'],
    ['price', '.5'],
    ['price', ' 1.5'],
    ['price', '1e1'],
    ['price', '9'.repeat(202)],
    ['win', '45,00'],
    ['win', '-45'],
    ['win', '4'.repeat(19)],
    ['tax', '0,0'],
  ])('%s "%s" has no reading', async (name, text) => {
    const refused = await place(coupon(0, 1, { CheckCf: 1, Shown: { win: '45', price: '1.5', tax: '0', [name]: text } }))
    expect(refused).toMatchObject({ Success: false, ErrorCode: 900_400, Error: expect.stringContaining(`Shown.${name}`) })
    const several = { ...coupon(11, 2), Shown: { each: [null, { [name]: text }].map((one) => one ?? {}) } }
    expect((await place(several)).Error).toContain(`Shown.each.1.${name}`)
  })

  test('are kept in the one writing that their numbers have, whatever they were told in', async () => {
    const single = await receiptOf(await place(coupon(0, 1, { Shown: { win: '0045.0', price: '01.500', tax: '0' } })))
    expect(single.shown).toEqual({ win: '45.00', price: '1.5', tax: '0.00' })
    const system = await receiptOf(await place(coupon(2, 3, { Shown: { win: '96.3', price: '', tax: null } })))
    expect(system.shown).toEqual({ win: '96.30', price: null, tax: null })
    expect((await receiptOf(await place(coupon(0, 1)))).shown).toBeUndefined()
  })

  test.each<[string, () => object]>([
    ['system', () => coupon(2, 3)],
    ['chain', () => coupon(3, 2)],
    ['multi-bet', () => coupon(4, 4, { EventsIndexes: [[0], [1], [2, 3]] })],
    ['conditional', () => coupon(5, 3, { EventsIndexes: [[0], [1], [2]], GroupsSumms: [10, -1, -1] })],
    ['lucky', () => coupon(7, 3)],
    ['patent', () => coupon(8, 3)],
  ])('a %s has no price that could have been shown', async (_name, body) => {
    for (const CheckCf of [0, 1, 2]) {
      const refused = await place({ ...body(), CheckCf, Shown: { price: '77.777' } })
      expect(refused).toMatchObject({ ErrorCode: 161_627 })
    }
    expect(await code({ ...body(), Shown: { price: '' } })).toBe(0)
  })

  test('of an express of fifty events are compared to the last digit', async () => {
    const total = 10_000n ** 50n
    const price = String(total)
    expect(price).toHaveLength(201)
    const worked = { winMinor: 4_500n, taxMinor: 0n, price: total * 1000n }
    expect(keptShown({ price: `${price}.000` }, worked, 2)).toEqual({ win: null, price, tax: null })
    expect(isProblem(keptShown({ price: String(total + 1n) }, worked, 2))).toBe(true)
    // Such a win is more than the house pays: that is what is told, not that its price could not be read.
    const Events = Array.from({ length: 50 }, (_, i) => {
      line.addGame(FIRST + 100 + i, { startsAt: clock.now() + 3_600_000 })
      line.addOutcome(FIRST + 100 + i, 9, 10_000_000, { p: 2.5 })
      return { ...event(0), GameId: FIRST + 100 + i, Coef: 10_000 }
    })
    expect(await code(coupon(1, 50, { Events, Shown: { price, win: '50000' } }))).toBe(109)
  })
})

describe('prices of events', () => {
  test.each([1e9, 10_000.1, 1.0004, 0.001, '1e9'])('%s is none that a line could have', async (Coef) => {
    for (const CheckCf of [0, 1, 2]) {
      const refused = await place(coupon(1, 2, { Events: [event(0), event(1, { Coef })], CheckCf }))
      expect(refused).toMatchObject({ Success: false, ErrorCode: 900_400, Error: expect.stringContaining('Events.1.Coef') })
    }
  })

  test('the least and the largest are; nothing told is asked about, and a text is a number', async () => {
    for (const Coef of [1.001, 1001, 10_000, 0, null, '', undefined, '1001'])
      expect(await code(coupon(0, 1, { Events: [event(0, { Coef })] }))).toBe(130)
    for (const Coef of ['1.5', 1.5000000000000002]) expect(await code(coupon(0, 1, { Events: [event(0, { Coef })] }))).toBe(0)
  })

  test('that of an anti-express is bounded alike, in words; of other kinds it says nothing', async () => {
    for (const AntiExpressCoef of [5000, 1001.1, 0.5, -1]) {
      const refused = await place(coupon(6, 2, { AntiExpressCoef, CheckCf: 1 }))
      expect(refused).toMatchObject({ ErrorCode: 900_400, Error: 'The price of an anti-express is from 1.001 to 1001' })
    }
    expect(await code(coupon(1, 2, { AntiExpressCoef: 5000 }))).toBe(0)
  })
})

test('the price asked for an anti-express is the one that was shown, where one was', async () => {
  const anti = async (AntiExpressCoef: number, CheckCf: number) => {
    const { asked, given } = await receiptOf(await place(coupon(6, 2, { AntiExpressCoef, CheckCf })))
    return [asked, given]
  }
  expect(await anti(1.434, 0)).toEqual(['1.434', '1.434'])
  expect(await anti(50, 1)).toEqual(['50', '1.434'])
  expect(await anti(1.02, 2)).toEqual(['1.02', '1.434'])
  expect(await anti(0, 1)).toEqual(['1.434', '1.434'])
})

test('a conditional bet tells the stake of its first block, which is the one that is booked', async () => {
  const blocks = { EventsIndexes: [[0], [1], [2]], GroupsSumms: [70, -1, 100] }
  const body = coupon(5, 3, { ...blocks, Summ: 30 })
  const placed = await place(body)
  expect(placed.Value).toMatchObject({ Balance: 930, Coupon: { Summ: 70, GroupsSumms: [70, -1, 100] } })
  expect((await place(body)).Value.Coupon).toMatchObject({ Summ: 70 })
  const unnamed = await place(coupon(5, 3, { ...blocks, GroupsSumms: [-1, -1, -1], Summ: 30 }))
  expect(unnamed.Value).toMatchObject({ Balance: 900, Coupon: { Summ: 30 } })
})

test.each(['Summ', 'VIPBetSumm'])('%s with an exponent in a text is no money; a number is what it is', async (field) => {
  for (const text of ['1e1', '1E1', '0x10', ' 5 ', '1e-1'])
    expect(await place(coupon(2, 3, { [field]: text }))).toMatchObject({ ErrorCode: 900_400, Error: expect.stringContaining(`${field}:`) })
  expect(await code(coupon(2, 3, { [field]: 1e1 }))).toBe(0)
})

test('stakes of blocks with an exponent in a text are no money either', async () => {
  const refused = await place(coupon(5, 3, { EventsIndexes: [[0], [1], [2]], GroupsSumms: [10, '2e1', -1] }))
  expect(refused).toMatchObject({ ErrorCode: 900_400, Error: expect.stringContaining('GroupsSumms.1') })
})
