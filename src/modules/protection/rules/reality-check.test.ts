import { expect, it } from 'vitest'
import { checkChoices, checkEveryOf, checksUntil, untilNextCheck } from './reality-check.ts'

it('a player chooses, the profile says the longest', () => {
  expect(checkChoices(0)).toEqual([15, 30, 60, 120, 240])
  expect(checkChoices(60)).toEqual([15, 30, 60])
})

it.each([
  [null, 60, 0, 60],
  [15, 60, 0, 15],
  [240, 60, 0, 240],
  [240, 60, 60, 60],
  [null, 0, 60, 60],
  [null, 0, 0, 0],
  [30, 0, 0, 30],
])('own %s, brand %s, profile %s: %s', (own, brand, profile, every) => expect(checkEveryOf({ own, brand, profile })).toBe(every))

it.each([
  // [minutes of the session, every so many, checks, seconds until the next]
  [0, 15, 0, 900],
  [14, 15, 0, 60],
  [15, 15, 1, 900],
  [16, 15, 1, 840],
  [47, 15, 3, 780],
])('after %s minutes, every %s: %s checks, the next in %s s', (minutes, checkEvery, checks, seconds) => {
  const session = { sessionFrom: 1_790_000_000, now: 1_790_000_000 + minutes * 60, checkEvery }
  expect([checksUntil(session), untilNextCheck(session)]).toEqual([checks, seconds * 1000])
})

it('without checks none is due, however long the session is', () => {
  const session = { sessionFrom: 0, now: 86_400, checkEvery: 0 }
  expect([checksUntil(session), untilNextCheck(session)]).toEqual([0, null])
})
