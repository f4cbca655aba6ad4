/** Bets of the line that were taken when their game had begun (rules 3.5): void, and told, whatever was decided; in play they stand. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { cancelFact, editTestBet, insureTestBet, placeTestBet, settleFact, type TestLeg } from './fixtures.ts'
import { settlingScene } from './test-scene.ts'

const BEGAN = 1_500_000
const VOID = '5 1000'

const { db } = await testDatabase()
const scene = settlingScene(db, { firstCi: 745_000_000, balanceMinor: 1_000_000n, sampleOneIn: 1 })
let account = 0
let ci = 0

beforeEach(async () => {
  ;({ account, ci } = await scene.fresh())
})

const leg = (t: number, kind: 1 | 3 = 3, of = ci): TestLeg => ({ ci: of, t, price: 2000, kind })
const place = (at: number, ...legs: TestLeg[]) => placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs, at })
const begun = (given: { back?: true; at?: number } = {}) =>
  scene.settlement.apply([cancelFact({ ci, at: BEGAN, from: BEGAN + 1, line: true, ...given })])
const lost = (of: number) => settleFact({ ci: of, at: scene.sentAt(), results: [{ outcome: '1', won: 0 }] })
const states = async (...bets: bigint[]) => Promise.all(bets.map((bet) => scene.state(bet)))
const written = async (bet: bigint) =>
  (
    await sql<{
      said: string
    }>`SELECT concat(ix, ' ', reason, ' ', state) AS said FROM bet_void WHERE bet_id = ${String(bet)}::bigint ORDER BY id`.execute(db)
  ).rows.map(({ said }) => said)
const told = async (bet: bigint) =>
  (
    await sql<{
      reason: string
    }>`SELECT payload->>'reason' AS reason FROM outbox WHERE topic = 'settlement.voided' AND key = ${String(bet)}`.execute(db)
  ).rows.map(({ reason }) => reason)

const moments = [
  ['a millisecond before the start', BEGAN - 1, 3, false],
  ['in the moment of the start', BEGAN, 3, false],
  ['a millisecond after it', BEGAN + 1, 3, true],
  ['minutes after it', BEGAN + 120_000, 3, true],
  ['in play at once', BEGAN + 1, 1, false],
  ['in play minutes later', BEGAN + 120_000, 1, false],
] as const

test.each(moments)('taken %s', async (_, at, kind, isVoid) => {
  for (const facts of [
    [begun, () => scene.result(2)],
    [() => scene.result(2), begun],
  ] as const) {
    ;({ account, ci } = await scene.fresh())
    const single = await place(at, leg(1, kind))
    const winner = await place(at, leg(2, kind))
    const both = await place(at, leg(2, kind), leg(1, 1, ci + 1))
    const covered = await place(at, leg(1, kind))
    await insureTestBet(db, { bet: covered, accountId: account, insuredMinor: 500n, premiumMinor: 50n, at })
    for (const fact of facts) await fact()
    expect(await states(single, winner, both)).toEqual(isVoid ? [VOID, VOID, '1 0'] : ['2 0', '4 2000', '1 0'])
    expect(await scene.state(covered)).toBe(isVoid ? VOID : '2 500')
    await scene.result(1, ci + 1)
    expect(await scene.state(both)).toBe(isVoid ? '4 2000' : '4 4000')
    expect([await written(single), await told(single), await told(both)]).toEqual(
      isVoid ? [['0 started 1'], ['started'], ['started']] : [[], [], []],
    )
    await scene.expectSound()
  }
})

test('said again and taken back; then it is void no longer, and open where nothing is decided', async () => {
  const [early, late, inPlay] = [await place(BEGAN, leg(1)), await place(BEGAN + 500, leg(1)), await place(BEGAN + 500, leg(1, 1))]
  await begun()
  await begun()
  expect(await states(early, late, inPlay)).toEqual(['1 0', VOID, '1 0'])
  await begun({ back: true, at: BEGAN + 60_000 })
  expect(await states(early, late, inPlay)).toEqual(['1 0', '1 0', '1 0'])
  expect([await written(late), await told(late)]).toEqual([['0 started 2'], ['started']])
  await scene.result(1)
  expect(await states(early, late, inPlay)).toEqual(['4 2000', '4 2000', '4 2000'])
  await scene.expectSound()
})

test('a cancellation of everybody of those times is another word: one taken back leaves the other', async () => {
  const [line, inPlay] = [await place(BEGAN + 500, leg(1)), await place(BEGAN + 500, leg(1, 1))]
  await begun()
  await scene.settlement.apply([cancelFact({ ci, at: scene.sentAt(), from: BEGAN + 1 })])
  expect(await states(line, inPlay)).toEqual([VOID, VOID])
  await scene.settlement.apply([cancelFact({ ci, at: scene.sentAt(), from: BEGAN + 1, back: true })])
  expect(await states(line, inPlay)).toEqual([VOID, '1 0'])
  await begun({ back: true, at: scene.sentAt() })
  expect(await states(line, inPlay)).toEqual(['1 0', '1 0'])
  await scene.expectSound()
})

test('a leg that an edit keeps was bought on the line, when the old bet bought it', async () => {
  const terms = { basePrice: 4000, worth: '1000' }
  const edited = async (at: number, kind: 1 | 3) => {
    const old = await place(at, leg(1, kind))
    return editTestBet(db, old, {
      accountId: account,
      stakeMinor: 1000n,
      legs: [leg(1, kind), leg(1, 1, ci + 1)],
      at: BEGAN + 300_000,
      terms,
      kept: [0],
    })
  }
  const bets = [await edited(BEGAN - 1000, 3), await edited(BEGAN + 1000, 3), await edited(BEGAN + 1000, 1)]
  await begun()
  await scene.settlement.apply([lost(ci)])
  expect(await states(...bets)).toEqual(['2 0', '1 0', '2 0'])
  expect(await Promise.all(bets.map(written))).toEqual([[], ['0 started 1'], []])
  await scene.settlement.apply([lost(ci + 1)])
  expect(await states(...bets)).toEqual(['2 0', '2 0', '2 0'])
  await scene.expectSound()
})

test('of two reasons the one that was found first stays written', async () => {
  const bet = await place(BEGAN + 500, leg(1))
  await scene.settlement.apply([settleFact({ ci, at: BEGAN + 100, results: [{ outcome: '1', won: 0 }] })])
  expect([await scene.state(bet), await written(bet)]).toEqual([VOID, ['0 late 1']])
  await begun()
  expect([await scene.state(bet), await written(bet)]).toEqual([VOID, ['0 late 1']])
  await begun({ back: true, at: BEGAN + 60_000 })
  expect([await scene.state(bet), await written(bet)]).toEqual([VOID, ['0 late 1']])
  await scene.expectSound()
})
