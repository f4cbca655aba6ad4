import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkLogin, loginKey } from './login.ts'

test.each([
  ['ab', 'login_short'],
  ['a'.repeat(33), 'login_long'],
  ['5000001', 'login_signs'],
  ['арден', 'login_signs'],
  ['a b c', 'login_signs'],
  ['me@example.test', 'login_signs'],
  [' Arden_7 ', null],
])('%s', (login, wanted) => expect(checkLogin(login)).toBe(wanted))

test('what passes is never a number, a phone or an address', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 40 }), (text) => {
      if (checkLogin(text) === null) expect(loginKey(text)).toMatch(/^[a-z][^@\s+]+$/)
    }),
  )
})
