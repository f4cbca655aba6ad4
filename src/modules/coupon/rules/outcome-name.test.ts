import { expect, it } from 'vitest'
import { outcomeName } from './outcome-name.ts'

const named = (key: string, t: number, p: number) => outcomeName(key, t, { sides: ['Kairat', 'Tobol'], p, player: '' }, 'en').outcome

it('a handicap is written with its sign, as the line writes it; a total has none', () => {
  expect([8.5, -4.5, 0, -0].map((p) => named('handicap', 7, p))).toEqual(['Kairat (+8.5)', 'Kairat (−4.5)', 'Kairat (0)', 'Kairat (0)'])
  expect([named('set_handicap', 733, 1.5), named('asian_handicap', 3829, -0.75)]).toEqual(['Tobol (+1.5)', 'Kairat (−0.75)'])
  expect([named('handicap_by_minute', 1195, -100.03), named('total', 9, 2.5)]).toEqual(['Kairat −1 at minute 30', 'Over 2.5'])
})
