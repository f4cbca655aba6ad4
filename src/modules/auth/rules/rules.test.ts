import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { fieldOf, mayContain } from './bloom.ts'
import { deviceName } from './device.ts'
import { emailKey, maskEmail, maskPhone, readIdentifier } from './identifier.ts'
import { FREE_TRIES, lockSeconds } from './lockout.ts'
import { checkPasswordLength, contextWords, encodedPasswordPart, isBuiltOn, normalizePassword } from './password.ts'
import { passwordStrength } from './strength.ts'
import { isActiveForMoney, isStepUpFresh } from './session.ts'

describe('identifiers', () => {
  test.each([
    ['A@Example.Test', undefined, { type: 'email', key: 'a@example.test' }],
    ['5000001', undefined, { type: 'id', key: '5000001' }],
    ['+7 701 123-45-67', 'phone', { type: 'phone', key: '77011234567' }],
    ['+7 (701) 123-45-67', undefined, { type: 'phone', key: '77011234567' }],
    ['7 701 123 45 67', undefined, { type: 'phone', key: '77011234567' }],
    ['arden', 'email', null],
    ['', undefined, null],
    ['a'.repeat(300), undefined, null],
  ] as const)('%s', (text, type, out) => expect(readIdentifier(text, type)).toEqual(out))
  it('folds full-width letters and case', () => expect(emailKey(' Ａda@X.test ')).toBe('ada@x.test'))
  it('masks', () => expect([maskEmail('ada@x.test'), maskPhone('77011234545'), maskEmail(null)]).toEqual(['a***@x.test', '***45', '']))
})

describe('passwords', () => {
  it('finds every word of a field of bits, and hardly any other', () => {
    const words = Array.from({ length: 5_000 }, (_, n) => `word-${n * 7919}`)
    const field = fieldOf(words)
    expect(words.every((word) => mayContain(field, word))).toBe(true)
    const mistaken = Array.from({ length: 20_000 }, (_, n) => `other ${n * 104_729}`).filter((word) => mayContain(field, word))
    expect(mistaken.length).toBeLessThan(40)
    expect(mayContain(new Uint8Array(), 'word-0')).toBe(false)
  })

  test.each([
    ['1234567', 'password_short'],
    ['12345678', null],
    ['😀'.repeat(8), null],
    ['😀'.repeat(7), 'password_short'],
    ['x'.repeat(64), null],
    ['x'.repeat(101), 'password_long'],
  ])('%s', (text, issue) => expect(checkPasswordLength(text)).toBe(issue))
  it('counts composed and decomposed forms alike', () => expect(normalizePassword('e\u0301')).toBe(normalizePassword('\u00e9')))
  it('reads only the encoded form', () =>
    expect([encodedPasswordPart('plain'), encodedPasswordPart(`1.${'A'.repeat(100)}`)?.length]).toEqual([null, 100]))
  it('refuses what is built on known words', () => {
    const words = contextWords(['polosa', 'ada.lovelace@example.test'])
    expect(words).toContain('lovelace')
    expect([isBuiltOn('Polosa2026', words), isBuiltOn('polosa is where I spend evenings', words)]).toEqual([true, false])
  })
  it('calls none strong that is built on known words', () => {
    const words = contextWords(['polosa', 'ada.lovelace@example.test'])
    const strengths = (known: readonly string[]) =>
      ['PolosaLovelace#26', 'lantern-over-quiet-water'].map((one) => passwordStrength(one, known))
    expect([strengths([]), strengths(words)]).toEqual([
      [4, 4],
      [1, 4],
    ])
  })
})

describe('times', () => {
  const at = { createdAt: 0, lastActionAt: 0, authenticatedAt: 0, expiresAt: 86_400_000, closedAt: null }
  it('money needs an action of the last 30 minutes', () => {
    expect([isActiveForMoney(at, 30 * 60_000 - 1), isActiveForMoney(at, 30 * 60_000)]).toEqual([true, false])
  })
  it('step-up lasts five minutes', () => expect([isStepUpFresh(at, 299_999), isStepUpFresh(at, 300_000)]).toEqual([true, false]))
  it('back-off grows and stops at an hour', () => {
    expect([0, FREE_TRIES - 1, FREE_TRIES, FREE_TRIES + 1, FREE_TRIES + 20, 10_000].map(lockSeconds)).toEqual([0, 0, 30, 60, 3600, 3600])
    fc.assert(fc.property(fc.nat(500), (n) => lockSeconds(n + 1) >= lockSeconds(n)))
  })
})

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome, Windows'],
  ['Mozilla/5.0 (iPhone; CPU iPhone OS 18_0) AppleWebKit/605 Version/18.0 Mobile Safari/604', 'Safari, iOS'],
  ['curl/8.5.0', 'curl'],
  ['', ''],
])('device %#', (agent, name) => expect(deviceName(agent)).toBe(name))
