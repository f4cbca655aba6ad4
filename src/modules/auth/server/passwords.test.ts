import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test } from 'vitest'
import { createPasswords } from './passwords.ts'

const passwords = createPasswords(2)
const CONTEXT = ['polosa', 'polosa.example', 'ada.lovelace@example.test', '77011234567']

test('every common password that is long enough is refused, thousands of them, however it is written (ACC-08)', async () => {
  const words = dictionary['passwords-common'].map(String).filter((word) => word.length >= 8)
  expect(words.length).toBeGreaterThan(3_000)
  const passed: string[] = []
  for (const word of words)
    for (const written of [word, word.toUpperCase()]) if ((await passwords.check(written, CONTEXT)) === null) passed.push(written)
  expect(passed).toEqual([])
})

test.each([
  ['Polosa2026', 'password_context'],
  ['polosa.example1', 'password_context'],
  ['Lovelace99', 'password_context'],
  ['x77011234567', 'password_context'],
  // Of the leaked list, which no dictionary of words has.
  ['princess12', 'password_common'],
])('%s is refused: %s', async (password, issue) => expect(await passwords.check(password, CONTEXT)).toBe(issue))

test.each(['marker-and-newsprint-7', 'полоса и маркер', 'mzQ4!tgv9Lp2'])('%s is taken', async (password) =>
  expect(await passwords.check(password, CONTEXT)).toBeNull(),
)

test('a hash of fewer passes is still right or wrong, and outdated', async () => {
  const stored = await createPasswords(1).hash('mzQ4!tgv9Lp2')
  expect(await passwords.verify(stored, 'mzQ4!tgv9Lp2')).toBe(true)
  expect(await passwords.verify(stored, 'mzQ4!tgv9Lp3')).toBe(false)
  expect([passwords.isOutdated(stored), passwords.isOutdated(await passwords.hash('mzQ4!tgv9Lp2'))]).toEqual([true, false])
})
