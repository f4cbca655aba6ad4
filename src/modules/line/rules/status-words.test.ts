import { expect, test } from 'vitest'
import type { GameStatus, StatusNote } from '#modules/feeds/rules/fact.ts'
import ar from '../../../../locales/ar/line.json' with { type: 'json' }
import en from '../../../../locales/en/line.json' with { type: 'json' }
import ru from '../../../../locales/ru/line.json' with { type: 'json' }
import { isStateLock, STATUS_WORDS, stateLock, statusWord, toldStatus } from './status-words.ts'

test.each<[GameStatus, StatusNote | undefined, string | null]>([
  ['scheduled', undefined, null],
  ['live', undefined, null],
  ['live', 'rain', null],
  ['delayed', undefined, 'state_delayed'],
  ['delayed', 'rain', 'state_rain'],
  ['suspended', 'rain', 'state_rain'],
  ['postponed', undefined, 'state_postponed'],
  ['postponed', 'rain', 'state_postponed'],
  ['interrupted', undefined, 'state_interrupted'],
  ['abandoned', undefined, 'state_abandoned'],
  ['cancelled', undefined, 'state_cancelled'],
  ['ended', 'walkover', 'state_walkover'],
  ['ended', 'after_extra_time', null],
])('%s with note %s is told as %s', (status, note, expected) => {
  expect(statusWord(status, note)).toBe(expected)
})

test('a game that a person has voided in play is told as cancelled, one that broke off as abandoned', () => {
  expect(toldStatus('abandoned', 'called_off')).toBe('cancelled')
  expect(toldStatus('abandoned', 'rain')).toBe('abandoned')
})

test('every word is written in three languages', () => {
  for (const texts of [ru, en, ar] as Record<string, string>[]) for (const key of STATUS_WORDS) expect(texts[key], key).toMatch(/\S/)
})

test('a game that takes no bets says why; one that does has nothing to say', () => {
  expect(stateLock('postponed', undefined)).toBe('lock_postponed')
  expect(stateLock('interrupted', 'rain')).toBe('lock_rain')
  expect(stateLock('ended', 'walkover')).toBe('lock_walkover')
  for (const status of ['delayed', 'live', 'scheduled', 'ended', 'closed'] as const) expect(stateLock(status, undefined), status).toBeNull()
  expect(isStateLock('lock_cancelled')).toBe(true)
  for (const reason of ['lock_trader', 'lock_goal', 'lock_delayed', null]) expect(isStateLock(reason), String(reason)).toBe(false)
})
