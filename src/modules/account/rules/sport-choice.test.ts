import { expect, test } from 'vitest'
import { findSports, SPORT_CHOICES, sportChoiceName, switchSport } from './sport-choice.ts'

test('a switch changes one sport of one place and nothing else', () => {
  const begin = { line: [1, 4], live: [2] }
  const off = switchSport(begin, 'line', 3, false)
  expect(off).toEqual({ line: [1, 3, 4], live: [2] })
  expect(switchSport(off, 'line', 3, true)).toEqual(begin)
  expect(switchSport(begin, 'live', 2, false)).toEqual(begin)
})

test('every sport has both names and stands once', () => {
  expect(new Set(SPORT_CHOICES.map(({ id }) => id)).size).toBe(SPORT_CHOICES.length)
  expect(SPORT_CHOICES.every(({ names }) => names['en'] !== '' && names['ru'] !== '')).toBe(true)
})

test('what is closed is always in sight; a search finds both names', () => {
  const closed = SPORT_CHOICES.find(({ top }) => !top)!
  const none = { line: [], live: [] }
  expect(findSports('', none).every(({ top }) => top)).toBe(true)
  expect(findSports(' ', { line: [], live: [closed.id] }).map(({ id }) => id)).toContain(closed.id)
  expect(findSports('ТЕННИС', none).map(({ id }) => id)).toContain(4)
  expect(findSports('tennis', none).map(({ id }) => id)).toContain(4)
  const [football] = findSports('كرة القدم', none)
  expect(['ar', 'ru', 'xx'].map((lng) => sportChoiceName(football!, lng))).toEqual(['كرة القدم', 'Футбол', 'Football'])
})
