import { expect, it } from 'vitest'
import { paramKey } from '#modules/line/rules/param.ts'
import { marketOf } from './open-bets.ts'

it.each([
  ['no parameter', 1, 0, ['result_1x2|'], 'result_1x2', ''],
  ['a total that is no longer offered', 9, 3.5, ['total|line=2.5', 'result_1x2|'], 'total', 'line=3.5'],
  ['side 1 of a handicap carries the line', 7, -1.5, ['handicap|line=0.5'], 'handicap', 'line=-1.5'],
  ['side 2 carries it with the other sign', 8, 1.5, ['handicap|line=0.5'], 'handicap', 'line=-1.5'],
  ['a line of zero', 8, 0, ['handicap|line=0.5'], 'handicap', 'line=0'],
  ['nothing of the market is offered', 10, 2.5, [], 'total', 'line=2.5'],
  ['nothing of the market is offered, of a score', 731, 0, [], 'correct_score', 'max=10'],
  ['nothing of the market is offered, of minutes', 2949, 76.09, [], 'goal_interval', 'from=76|to=90'],
  ['nothing of the market is offered, of the next goal', 388, 1, [], 'next_goal', 'n=1'],
  ['nothing of a market of mixed types is offered, without a number', 15770, 0, [], 'result_and_btts', ''],
  ['nothing of a market of mixed types is offered, with one', 15776, 2, [], 'result_and_btts', 'n=2'],
  ['only the other kind of a market of mixed types is offered', 15776, 2, ['result_and_btts|'], 'result_and_btts', 'n=2'],
  ['both kinds of a market of mixed types are offered', 15770, 0, ['result_and_btts|', 'result_and_btts|n=2'], 'result_and_btts', ''],
  ['nothing of a market without lines is offered', 182, 0, [], 'odd_even', ''],
  ['nothing of the market is offered, of a line of zero', 7, 0, [], 'handicap', 'line=0'],
] as const)('finds the market of an outcome: %s', (_what, t, p, offered, key, spec) => {
  expect(marketOf({ ci: 1, t, p: paramKey(p), playerId: 0 }, offered)).toEqual({ key, spec })
})

it('knows no market of a type that nobody has', () => {
  expect(marketOf({ ci: 1, t: 999_999, p: 0, playerId: 0 }, [])).toBeUndefined()
})
