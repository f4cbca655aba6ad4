import { expect, test } from 'vitest'
import { freeName, PASSKEY_NAME_MOST } from './passkey-name.ts'

test.each([
  ['Chrome, Linux', [], 'Chrome, Linux'],
  ['Chrome, Linux', ['Safari, iOS'], 'Chrome, Linux'],
  ['Chrome, Linux', ['Chrome, Linux'], 'Chrome, Linux (2)'],
  ['Chrome, Linux', ['Chrome, Linux', 'Chrome, Linux (3)'], 'Chrome, Linux (2)'],
  ['Chrome, Linux', ['Chrome, Linux', 'Chrome, Linux (2)'], 'Chrome, Linux (3)'],
])('%s beside %j is %s', (wanted, taken, name) => expect(freeName(wanted, taken)).toBe(name))

test('a long name makes room for its number', () => {
  const long = 'n'.repeat(80)
  const first = freeName(long, [])
  expect(first).toHaveLength(PASSKEY_NAME_MOST)
  expect(freeName(long, [first])).toBe(`${'n'.repeat(PASSKEY_NAME_MOST - 4)} (2)`)
})
