import { expect, it, test } from 'vitest'
import { checkAppCode, checkAppOrRecovery, cleanAppCode, fieldOfErrorCode } from './two-factor-form.ts'

test.each([
  ['', 'auth_required_field'],
  ['  ', 'auth_required_field'],
  ['12345', 'phone_min_length'],
  ['1234567', 'phone_min_length'],
  ['12345a', 'auth_incorrect_code'],
  ['123 456', null],
  ['123-456', null],
])('app code "%s" → %s', (text, key) => expect(checkAppCode(text)).toBe(key))

test.each([
  [' ', 'auth_required_field'],
  ['123 45', 'min_symbols_limit'],
  ['123 456', null],
  ['ABCD-EFGH-JKLM', null],
])('app or recovery code "%s" → %s', (text, key) => expect(checkAppOrRecovery(text)).toBe(key))

it('takes out what programs put between digits', () => expect(cleanAppCode(' 123 456 789')).toBe('123456'))
it('only error_code 2 belongs to the SMS field (spec §5)', () => {
  expect([2, 3, 50, undefined].map(fieldOfErrorCode)).toEqual(['sms_code', 'app_code', 'app_code', 'app_code'])
})
