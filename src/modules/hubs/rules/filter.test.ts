import { expect, test } from 'vitest'
import { countriesOf, sumOf, together } from './filter.ts'

const champ = (id: number, countryId: number, count: number) => ({ id, countryId, count })

test('what both feeds have is counted once, with the events of both', () => {
  const rows = together([champ(1, 7, 30), champ(2, 8, 4)], [champ(2, 8, 2), champ(3, 7, 1)])
  expect(rows).toEqual([champ(1, 7, 30), champ(2, 8, 6), champ(3, 7, 1)])
  expect(sumOf(rows)).toBe(37)
})

test('a country has the events of all of its championships; the fullest stands first', () => {
  expect(countriesOf([champ(1, 7, 3), champ(2, 8, 9), champ(3, 7, 4)])).toEqual([
    { id: 8, count: 9 },
    { id: 7, count: 7 },
  ])
})
