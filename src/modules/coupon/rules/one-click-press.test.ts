import { expect, it } from 'vitest'
import { AFTER_SHIFT_MS, mayPlaceAtOnce, type Press } from './one-click-press.ts'

const press = (change: Partial<Press> = {}): Press => ({ trusted: true, topWindow: true, at: 10_000, shiftedAt: null, ...change })

it.each<[string, Press | null, boolean]>([
  ['a press of the player', press(), true],
  ['no press at all', null, false],
  ['a press of a script', press({ trusted: false }), false],
  ['a press in a page that somebody frames', press({ topWindow: false }), false],
  ['a price that has just moved', press({ shiftedAt: 10_000 - AFTER_SHIFT_MS + 1 }), false],
  ['one that has stood long enough', press({ shiftedAt: 10_000 - AFTER_SHIFT_MS }), true],
  ['one that moved while the finger came up', press({ shiftedAt: 10_001 }), false],
  ['a press of before', press({ at: 8_900 }), false],
])('%s (WEB-26)', (_what, given, expected) => expect(mayPlaceAtOnce(given, 10_010)).toBe(expected))
