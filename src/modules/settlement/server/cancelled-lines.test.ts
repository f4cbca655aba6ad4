/** A cancelled market gives back the bets on its own outcomes, whatever its specifier says of them (feeds 4.3). */
import { beforeEach, describe, expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import type { SettleFact } from './actions.ts'
import { applyResults } from './apply-results.ts'
import { cancelFact, placeTestBet, rollbackFact, settleFact } from './fixtures.ts'
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

describe('another market that names an outcome of a cancelled one', () => {
  const RETURNED = '5 1000'
  const line = () => ({ ci, at: scene.sentAt(), market: 'handicap', spec: 'line=0' })
  const foreign = () => ({ ci, at: scene.sentAt(), market: 'handicap', spec: 'line=NaN' })
  const lost = (market: ReturnType<typeof line>) => settleFact({ ...market, results: [{ outcome: '7', won: 0 }] })

  test('takes it over neither later, nor before, nor at once', async () => {
    const bet = await place(7, 0)
    await scene.settlement.apply([cancelFact(line())])
    await scene.settlement.apply([lost(foreign())])
    expect(await scene.state(bet)).toBe(RETURNED)

    ;({ account, ci } = await scene.fresh())
    const early = await place(7, 0)
    await scene.settlement.apply([lost(foreign())])
    expect(await scene.state(early)).toBe('2 0')
    await scene.settlement.apply([cancelFact(line())])
    expect(await scene.state(early)).toBe(RETURNED)

    for (const isFirst of [true, false]) {
      ;({ account, ci } = await scene.fresh())
      const both = await place(7, 0)
      const facts = [cancelFact(line()), lost(foreign())]
      await scene.settlement.apply(isFirst ? facts : facts.toReversed())
      expect(await scene.state(both)).toBe(RETURNED)
    }
    await scene.expectSound()
  })

  test('decides the others where only a time was cancelled, and keeps the bets of that time returned', async () => {
    const inside = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t: 7, price: 2000 }], at: 1_500_000 })
    const outside = await placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, t: 7, price: 2000 }], at: 1_000_000 })
    await scene.settlement.apply([cancelFact({ ...line(), from: 1_400_000, to: 1_600_000 })])
    await scene.settlement.apply([lost(foreign())])
    expect(await states([inside, outside])).toEqual([RETURNED, '2 0'])
    await scene.settlement.apply([settleFact({ ...line(), results: [{ outcome: '7', won: 1 }] })])
    expect(await states([inside, outside])).toEqual([RETURNED, '4 2000'])
    await scene.settlement.apply([lost(foreign())])
    expect(await states([inside, outside])).toEqual([RETURNED, '2 0'])
    await scene.expectSound()
  })

  test('has it where the cancellation is taken back and nothing else was said', async () => {
    const bet = await place(7, 0)
    await scene.settlement.apply([cancelFact(line())])
    await scene.settlement.apply([cancelFact({ ...line(), back: true })])
    expect(await scene.state(bet)).toBe('1 0')
    await scene.settlement.apply([lost(foreign())])
    expect(await scene.state(bet)).toBe('2 0')
    await scene.expectSound()
  })

  test('is heard once the cancellation is taken back, though it spoke before', async () => {
    const bet = await place(7, 0)
    await scene.settlement.apply([cancelFact(line())])
    await scene.settlement.apply([lost(foreign())])
    await scene.settlement.apply([cancelFact({ ...line(), back: true })])
    expect(await scene.state(bet)).toBe('2 0')
    await scene.expectSound()
  })
})

describe('a market that was cancelled of a time under another name, as open bets give it', () => {
  const LEG = { t: 731, p: 1, price: 2000 }
  const MOVED_AT = 1_400_000
  const around = async () => {
    const at = (ms: number) => placeTestBet(db, { accountId: account, stakeMinor: 1000n, legs: [{ ci, ...LEG }], at: ms })
    return [await at(1_000_000), await at(1_500_000)]
  }
  const real = () => ({ ci, at: scene.sentAt(), market: 'correct_score', spec: 'max=4' })
  const named = () => ({ ...real(), spec: 'max=10' })
  const won = () => settleFact({ ...real(), results: [{ outcome: '731:1', won: 1 }] })
  const cancelled = () => cancelFact({ ...named(), to: MOVED_AT, undecided: true })

  test('settles who bets afterwards, however often and in whichever order it is told', async () => {
    const facts = [cancelled(), won(), won()]
    for (const order of [facts, facts.toReversed(), [facts[1]!, facts[0]!, facts[2]!]]) {
      ;({ account, ci } = await scene.fresh())
      const bets = await around()
      const ofGame = order.map(({ fact }) => ({ fact, parts: { full: ci } }))
      for (const fact of ofGame) await scene.settlement.apply([fact])
      for (const fact of ofGame) await scene.settlement.apply([fact])
      expect(await states(bets)).toEqual(['5 1000', '4 2000'])
      await scene.expectSound()
    }
  })

  test('gives nothing back that was decided when it was sent', async () => {
    const bets = await around()
    await scene.settlement.apply([won()])
    await scene.settlement.apply([cancelled()])
    expect(await states(bets)).toEqual(['4 2000', '4 2000'])
    await scene.expectSound()
  })

  test('opens them again when the result is taken back, and still voids the others', async () => {
    const bets = await around()
    await scene.settlement.apply([cancelled()])
    await scene.settlement.apply([won()])
    await scene.settlement.apply([rollbackFact(real())])
    expect(await states(bets)).toEqual(['5 1000', '1 0'])
    await scene.expectSound()
  })
})

test('under a name of its own, heard late, leaves nothing that verify would find otherwise', async () => {
  const bet = await place(731, 1)
  const results = [
    { outcome: '731:1', won: 1 as const },
    { outcome: '731:2', won: 0 as const },
  ]
  const before = scene.sentAt()
  await scene.settlement.apply([settleFact({ ci, at: scene.sentAt(), market: 'correct_score', spec: 'max=4', results })])
  await scene.settlement.apply([cancelFact({ ci, at: before, market: 'correct_score', spec: 'max=10', undecided: true })])
  expect(await scene.state(bet)).toBe('5 1000')
  await scene.expectSound()
})

describe('of a key that is told by number the market without one', () => {
  test('gives back nothing that has one', async () => {
    const bets = [await place(15770, 0), await place(15776, 2)]
    await cancel('result_and_btts', '')
    expect(await states(bets)).toEqual(['5 1000', '1 0'])
    await scene.expectSound()
  })

  test('opens nothing that is decided', async () => {
    const bet = await place(16268, 2)
    await scene.settlement.apply([
      settleFact({ ci, at: scene.sentAt(), market: 'dc_and_btts', spec: 'n=2', results: [{ outcome: '16268:2', won: 0 }] }),
    ])
    await scene.settlement.apply([cancelFact({ ci, at: scene.sentAt(), market: 'dc_and_btts', spec: '', undecided: true })])
    expect(await scene.state(bet)).toBe('2 0')
    await scene.expectSound()
  })
})

test('hundreds of markets of a game are called off by as many statements as a few', async () => {
  const asked = async (lines: number) => {
    for (let line = 0; line < 3; line += 1) await place(9, line + 0.5)
    const markets = Array.from({ length: lines }, (_, line) => ({ game: String(ci), part: 'full', key: 'total', spec: `line=${line}.5` }))
    const one = cancelFact({ ci, at: scene.sentAt(), market: 'total', spec: 'line=0.5' })
    let statements = 0
    const counting = db.withPlugin({
      transformQuery: ({ node }) => ((statements += 1), node),
      transformResult: async ({ result }) => result,
    })
    const fact = { ...one, fact: { ...one.fact, markets } } as SettleFact
    await applyResults(counting, [fact], { nowMs: scene.clock.now(), chunkLegs: 2_800 })
    await scene.settlement.resume()
    return statements
  }
  const few = await asked(3)
  ;({ account, ci } = await scene.fresh())
  expect(await asked(300)).toBe(few)
  await scene.expectSound()
})
