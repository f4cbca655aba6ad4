/** Bets on a sport that the player has closed for himself are refused, wherever they come from (AU-36). */
import { randomBytes } from 'node:crypto'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { problem } from '#platform/shared/problem.ts'
import { testSite } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(6)
const closed = new Set<string>()
const barred = new Map<string, string>()
let features: Record<string, boolean> = {}
const VIRTUAL = 211
const site = await testSite(
  db,
  polosa.config,
  (config) => {
    config.betting.liveDelayMs = { default: 0, bySport: {} }
    features = config.features
  },
  () => ({
    sports: {
      isDisallowed: (playerId, { sportId, kind }) => closed.has(`${playerId}:${sportId}:${kind === 1 ? 'live' : 'line'}`),
      productOf: ({ sportId }) => (sportId === VIRTUAL ? 'virtual' : null),
      barred: (playerId, sportId) => {
        const code = barred.get(`${playerId}:${sportId}`)
        return code ? problem(code, { wire: 900_030 }) : null
      },
    },
  }),
)
const { line, clock } = site
const [FIRST, SECOND, THIRD] = [600_900_001, 600_900_002, 600_900_003]
const PLAYER = 31_001
let account = 0

beforeEach(async () => {
  closed.clear()
  barred.clear()
  account ||= await site.playerWith(PLAYER, 100_000n)
  for (const [i, sportId] of [
    [FIRST, 1],
    [SECOND, 4],
  ] as const) {
    line.addGame(i, { startsAt: clock.now() + 3_600_000, sportId })
    line.addOutcome(i, 1, 1700)
  }
})
afterAll(() => site.booksAreRight())

const place = (games: readonly number[]) =>
  site.makeBet(PLAYER, {
    Events: games.map((GameId) => ({ GameId, Type: 1, Coef: 1.7, Param: 0, Kind: 3 })),
    Vid: games.length > 1 ? 1 : 0,
    Summ: 10,
    UserId: account,
    betGUID: randomBytes(12).toString('hex'),
  })

test('one closed leg refuses the whole bet, and nothing is taken', async () => {
  expect((await place([SECOND])).Success).toBe(true)
  closed.add(`${PLAYER}:4:line`)
  for (const games of [[SECOND], [FIRST, SECOND]]) {
    const answer = await place(games)
    expect([answer.Success, answer.ErrorCode, answer.Error]).toEqual([false, 900_030, 'You have closed bets on this sport for yourself'])
  }
  expect((await place([FIRST])).Success).toBe(true)
})

test('who may never bet on a sport is told why, in a single and in an express, and the rest is open to him (WAG-24)', async () => {
  barred.set(`${PLAYER}:4`, 'protection.flag_athlete')
  for (const games of [[SECOND], [FIRST, SECOND]]) {
    const answer = await place(games)
    expect([answer.ErrorCode, answer.Error]).toEqual([900_030, 'Athletes and officials may not bet on their own sport'])
  }
  line.addOutcome(FIRST, 3, 1900)
  const other = {
    Events: [{ GameId: FIRST, Type: 3, Coef: 1.9, Param: 0, Kind: 3 }],
    Vid: 0,
    Summ: 10,
    UserId: account,
    betGUID: '0a'.repeat(12),
  }
  expect((await site.makeBet(PLAYER, other)).Success).toBe(true)
})

test('a section that the brand has switched off takes no bets, in a single and in an express', async () => {
  line.addGame(THIRD, { startsAt: clock.now() + 3_600_000, sportId: VIRTUAL })
  line.addOutcome(THIRD, 1, 1700)
  const refused = async (games: readonly number[]) => {
    const answer = await place(games)
    expect([answer.ErrorCode, answer.Error]).toEqual([158_150, 'Bets are not taken in this section'])
  }
  features['virtual'] = false
  for (const games of [[THIRD], [FIRST, THIRD]]) await refused(games)
  features['virtual'] = true
  features['line'] = false
  for (const games of [[THIRD], [FIRST]]) await refused(games)
  features['line'] = true
  expect((await place([THIRD])).Success).toBe(true)
})

test('line and live are two places, and players are apart', async () => {
  closed.add(`${PLAYER}:4:live`).add(`${PLAYER + 1}:4:line`)
  // Other events than before: the same bet again would be asked about.
  expect((await place([FIRST, SECOND])).Success).toBe(true)
})
