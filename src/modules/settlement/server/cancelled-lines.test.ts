/** A cancelled market gives back the bets on its own outcomes, whatever its specifier says of them (feeds 4.3). */
import { beforeEach, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { cancelFact, placeTestBet } from './fixtures.ts'
import { settlingScene } from './test-scene.ts'

const { db } = await testDatabase()
const scene = settlingScene(db, { firstCi: 725_000_000, balanceMinor: 1_000_000n })
let account = 0
let ci = 0

beforeEach(async () => {
  ;({ account, ci } = await scene.fresh())
})

const place = (t: number, p: number, playerId = 0) =>
  placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t, p, playerId, price: 2000 }] })
const cancel = (market: string, spec: string) => scene.settlement.apply([cancelFact({ ci, at: scene.sentAt(), market, spec })])
const states = async (bets: readonly bigint[]) => Promise.all(bets.map((bet) => scene.state(bet)))

test.each([
  ['correct_score', 'max=10', [731, 10.01]],
  ['correct_score', 'max=10', [3786, 0]],
  ['goal_interval', 'from=76|to=90', [2949, 76.09]],
  ['over_runs_1', 'line=8.5|n=15', [2068, 15.085]],
  ['player_points', 'line=18.5|player=201', [1807, 18.5, 201]],
  ['player_threes', 'line=2.5|player=201', [1495, 2.5, 201]],
] as const)('%s %s', async (market, spec, [t, p, playerId]) => {
  const bet = await place(t, p, playerId)
  await cancel(market, spec)
  expect(await scene.state(bet)).toBe('5 1000')
  await scene.expectSound()
})

test('of a European handicap all three outcomes of the line, and no draw of another one', async () => {
  const own = [await place(424, -2), await place(425, -2), await place(426, -2)]
  const draw = await place(425, 2)
  await cancel('euro_handicap', 'line=-2')
  expect(await states(own)).toEqual(['5 1000', '5 1000', '5 1000'])
  expect(await scene.state(draw)).toBe('1 0')
})

test('of a handicap both sides of the line', async () => {
  const own = [await place(7, -1.5), await place(8, 1.5)]
  const other = await place(8, -1.5)
  await cancel('handicap', 'line=-1.5')
  expect(await states(own)).toEqual(['5 1000', '5 1000'])
  expect(await scene.state(other)).toBe('1 0')
})
