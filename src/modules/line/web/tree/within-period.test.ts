import { expect, test } from 'vitest'
import { dayStart, readPeriod, spanOf } from '../model/periods.ts'
import type { SportNode } from '../model/types.ts'
import { withinPeriod } from './within-period.ts'

const sport = (id: number, count: number, champs: readonly (readonly [number, number])[] = []): SportNode => ({
  id,
  name: String(id),
  count,
  champs: champs.map(([champ, games]) => ({ id: champ, name: String(champ), sportId: id, sport: String(id), count: games })),
})
const numbers = (sports: readonly SportNode[]) =>
  sports.map(({ id, count, champs }) => [id, count, champs.map((champ) => [champ.id, champ.count])])

test('sports and championships of the tree have the numbers of the period, in their own order', () => {
  const all = [
    sport(1, 90, [
      [7, 50],
      [8, 30],
      [9, 10],
    ]),
    sport(2, 20),
    sport(4, 5),
  ]
  const then = [
    sport(4, 1),
    sport(1, 6, [
      [9, 2],
      [7, 4],
    ]),
  ]
  expect(numbers(withinPeriod(all, then, { sportId: 1, champId: null }))).toEqual([
    [
      1,
      6,
      [
        [7, 4],
        [9, 2],
      ],
    ],
    [4, 1, []],
  ])
})

test('the open sport and championship stay where they have nothing then', () => {
  const all = [sport(1, 90, [[7, 50]]), sport(2, 20)]
  expect(numbers(withinPeriod(all, [], { sportId: 1, champId: 7 }))).toEqual([[1, 0, [[7, 0]]]])
})

test('one question covers all groups of a period', () => {
  const now = Date.UTC(2026, 10, 21, 12)
  expect(['all', '1h', '3h', '24h'].map((period) => spanOf(readPeriod(period), now))).toEqual([{}, { tf: 60 }, { tf: 180 }, { tf: 1440 }])
  expect(spanOf('today', now)).toEqual({ tsTo: dayStart(now, 1) - 1 })
  expect(spanOf('tomorrow', now)).toEqual({ tsFrom: dayStart(now, 1), tsTo: dayStart(now, 2) - 1 })
})
