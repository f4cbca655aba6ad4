/** Edits and when their legs were bought: a known result or a cancelled range neither frees a kept leg nor takes it (WAG-10, WAG-17). */
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { HOUR } from '#lib/time.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { plantedIn } from '../../../../test/support/planted-rows.ts'
import { cancelFact, editTestBet, insureTestBet, placeTestBet, rollbackFact, settleFact, wonBy } from './fixtures.ts'
import { settlingScene } from './test-scene.ts'
import { verify } from './verify.ts'

const { db } = await testDatabase()
// Every plain bet is worked out by both calculations too.
const scene = settlingScene(db, { firstCi: 350_000_000, balanceMinor: 1_000_000n, sampleOneIn: 1 })
const { settlement, state, expectSound } = scene
const [BOUGHT, EDITED, AGAIN] = [1_000_000, 3_000_000, 4_000_000]
/** Before the edit, told after it. */
const KNOWN = 2_000_000
let account: number
let ci: number

beforeEach(async () => {
  ;({ account, ci } = await scene.fresh())
})

/** W1 of the games of the test, by their number. */
const legs = (games: readonly number[], t = 1) => games.map((game) => ({ ci: ci + game, t, price: 2000 }))
const place = (games: readonly number[]) => placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: legs(games), at: BOUGHT })
interface Edit {
  kept: number[]
  at?: number
  basePrice: number
  t?: number
  /** What the replaced bet stood for. */
  worth?: string
}
const edit = (bet: bigint, games: readonly number[], { kept, at = EDITED, basePrice, t = 1, worth = '1000' }: Edit) =>
  editTestBet(db, bet, { accountId: account, stakeMinor: 1000n, legs: legs(games, t), at, kept, terms: { basePrice, worth } })
const say = (game: number, winner: 1 | 2 | 3, at: number) => settlement.apply([settleFact({ ci: ci + game, at, results: wonBy(winner) })])
const cancel = (game: number, from: number, to: number, back = false) =>
  settlement.apply([cancelFact({ ci: ci + game, at: 9_000_000 + from, from, to, back })])
async function voidsOf(bet: bigint): Promise<unknown[]> {
  const { rows } = await sql`SELECT ix, state FROM bet_void WHERE bet_id = ${String(bet)}::bigint ORDER BY id`.execute(db)
  return rows
}

describe('a kept leg', () => {
  test('that was lost when the edit was made loses the edited bet', async () => {
    const bet = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    await say(0, 3, KNOWN)
    expect([await state(bet), await voidsOf(bet)]).toEqual(['2 0', []])
    await say(1, 1, 5_000_000)
    expect(await state(bet)).toBe('2 0')
    await expectSound()
  })

  test('that was won when the edit was made stays won', async () => {
    const bet = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    await say(0, 1, KNOWN)
    await say(1, 1, 5_000_000)
    expect([await state(bet), await voidsOf(bet)]).toEqual(['4 4000', []])
    await expectSound()
  })

  test('is not freed by a cancelled range of the edit, and is by one of when it was bought', async () => {
    const bet = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    await say(0, 3, 5_000_000)
    await cancel(0, EDITED - 1000, EDITED + 1000)
    expect(await state(bet)).toBe('2 0')
    await cancel(0, BOUGHT, BOUGHT + 1000)
    expect(await state(bet)).toBe('1 0')
    await cancel(0, BOUGHT, BOUGHT + 1000, true)
    expect(await state(bet)).toBe('2 0')
    await expectSound()
  })

  test('of a bet that is edited twice counts from the first', async () => {
    const once = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    const twice = await edit(once, [1, 0, 2], { kept: [0, 1], at: AGAIN, basePrice: 8000 })
    // Known between the edits: late for nobody, since the second leg was bought by the first edit.
    await say(1, 1, EDITED + 1000)
    await say(0, 1, KNOWN)
    await cancel(1, AGAIN - 1000, AGAIN + 1000)
    await say(2, 1, 5_000_000)
    expect([await state(twice), await state(once), await voidsOf(twice)]).toEqual(['4 8000', '8 1000', []])
    await expectSound()
  })

  test('is late when it was bought too late, whatever was edited since, and is told of once', async () => {
    const bet = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    await say(0, 3, BOUGHT - 1000)
    await say(1, 1, 5_000_000)
    expect([await state(bet), await voidsOf(bet)]).toEqual(['4 2000', [{ ix: 0, state: 1 }]])
    await expectSound()
  })

  test('that was lost before its cover was bought is not covered', async () => {
    const bet = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    await insureTestBet(db, { bet, accountId: account, insuredMinor: 1000n, premiumMinor: 100n, at: AGAIN })
    await say(0, 3, KNOWN)
    expect(await state(bet)).toBe('2 100')
    await expectSound()
  })
})

test('a kept leg whose time is gone is named, one that was new in the edit is not', async () => {
  // Edits of before the column have no times.
  const [now, later] = [Date.now() + 2 * HOUR, Date.now() + 3 * HOUR]
  const old = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: legs([0]), at: now })
  const bet = await edit(old, [0, 1], { kept: [0], at: later, basePrice: 4000 })
  const decided = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: legs([2, 3]), at: now })
  await say(2, 1, now + 1000)
  await edit(decided, [2, 3], { kept: [1], at: later, basePrice: 4000 })
  const gone = `UPDATE bet_leg SET bought_at = NULL WHERE bet_id = ${bet} AND ix = 0`
  expect(await plantedIn(db, 'bet_leg', gone, verify)).toEqual([
    'settlement: a leg that an edit kept counts from when the bet before had bought it',
  ])
  await expectSound()
})

describe('what an edit brings in', () => {
  test('too late is void: the bet goes on with what it had', async () => {
    const bet = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    await say(1, 3, KNOWN)
    await say(0, 1, 5_000_000)
    expect([await state(bet), await voidsOf(bet)]).toEqual(['4 2000', [{ ix: 1, state: 1 }]])
    await expectSound()
  })

  test('in a cancelled range too', async () => {
    const bet = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    await say(1, 3, 5_000_000)
    await cancel(1, EDITED - 1000, EDITED + 1000)
    await say(0, 1, 5_000_000)
    expect(await state(bet)).toBe('4 2000')
    await expectSound()
  })

  test('with nothing beside it that counts gives the stake back when it was added', async () => {
    const bet = await edit(await place([0]), [0, 1], { kept: [0], basePrice: 4000 })
    await say(1, 3, KNOWN)
    await cancel(0, BOUGHT, BOUGHT + 1000)
    expect(await state(bet)).toBe('5 1000')
    await expectSound()
  })

  test.each(['late', 'cancelled'])('in place of a leg gives back what that was sold for, not the stake: %s', async (how) => {
    // W1 was worth 0.6 of the stake, times 2.0.
    const bet = await edit(await place([0]), [0], { kept: [], basePrice: 1200, worth: '600', t: 3 })
    if (how === 'late') await say(0, 3, KNOWN)
    else await cancel(0, EDITED - 1000, EDITED + 1000)
    expect(await state(bet)).toBe('5 600')
    await expectSound()
  })

  test('in place of a leg, when that is worth more than the stake', async () => {
    const bet = await edit(await place([0]), [0], { kept: [], basePrice: 6000, worth: '3000', t: 3 })
    await say(0, 1, KNOWN)
    expect(await state(bet)).toBe('4 3000')
    await expectSound()
  })

  test('was removed and is taken again: it counts from when it came back', async () => {
    const once = await edit(await place([0, 1]), [0], { kept: [0], basePrice: 4000 })
    const twice = await edit(once, [0, 1], { kept: [0], at: AGAIN, basePrice: 8000 })
    await say(1, 3, KNOWN)
    await say(0, 1, 5_000_000)
    expect([await state(twice), await voidsOf(twice)]).toEqual(['4 4000', [{ ix: 1, state: 1 }]])
    await expectSound()
  })
})

describe('the first statement holds over corrections (WAG-10, SET-03)', () => {
  const late = (t = 1) => placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: legs([0], t), at: KNOWN + 1000 })

  test.each([1, 3])('a late bet stays void through win, loss and win (W%i)', async (t) => {
    const [early, bet] = [await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: legs([0], t), at: BOUGHT }), await late(t)]
    const seen: string[] = []
    for (const [winner, at] of [
      [1, KNOWN],
      [3, 90_000_000],
      [1, 95_000_000],
    ] as const) {
      await say(0, winner, at)
      await say(0, winner, at)
      seen.push(`${await state(early)}, ${await state(bet)}`)
    }
    expect(seen).toEqual([1, 3, 1].map((winner) => (winner === t ? '4 2000, 5 1000' : '2 0, 5 1000')))
    expect(await voidsOf(bet)).toEqual([{ ix: 0, state: 1 }])
    await expectSound()
  })

  test('whatever the order in which the statements arrive', async () => {
    const bet = await late()
    await say(0, 1, 95_000_000)
    expect(await state(bet)).toBe('4 2000')
    await say(0, 3, 90_000_000)
    await say(0, 1, KNOWN)
    expect(await state(bet)).toBe('5 1000')
    await expectSound()
  })

  test('a rollback ends it: the next statement is the first, and says itself when it was known', async () => {
    const bet = await late()
    await say(0, 1, KNOWN)
    await settlement.apply([rollbackFact({ ci, at: KNOWN + 2000 })])
    expect([await state(bet), await voidsOf(bet)]).toEqual(['1 0', [{ ix: 0, state: 2 }]])
    await say(0, 1, 90_000_000)
    await say(0, 3, 95_000_000)
    await say(0, 1, 96_000_000)
    expect([await state(bet), await voidsOf(bet)]).toEqual(['4 2000', [{ ix: 0, state: 2 }]])
    await expectSound()
  })

  test('rolled back and known as early again it is late again', async () => {
    const bet = await late()
    await say(0, 1, KNOWN)
    await settlement.apply([rollbackFact({ ci, at: KNOWN + 100 }), settleFact({ ci, at: KNOWN + 200, results: wonBy(1) })])
    expect([await state(bet), await voidsOf(bet)]).toEqual(['5 1000', [{ ix: 0, state: 1 }]])
    await settlement.apply([rollbackFact({ ci, at: KNOWN + 300 })])
    await say(0, 1, KNOWN + 400)
    expect([await state(bet), await voidsOf(bet)]).toEqual([
      '5 1000',
      [
        { ix: 0, state: 2 },
        { ix: 0, state: 1 },
      ],
    ])
    await expectSound()
  })

  test('cover that came too late does not revive', async () => {
    const bet = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: legs([0, 1]), at: BOUGHT })
    await insureTestBet(db, { bet, accountId: account, insuredMinor: 1000n, premiumMinor: 100n, at: KNOWN + 1000 })
    await say(0, 3, KNOWN)
    await say(0, 1, 90_000_000)
    await say(0, 3, 95_000_000)
    expect(await state(bet)).toBe('2 100')
    await expectSound()
  })
})
