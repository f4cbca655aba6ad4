import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { ageOn, birthIssue, latestMidnight } from './age.ts'
import { enforcedMinAge, parseMinAge } from './min-age.ts'
import { parseDay } from './date.ts'
import { checkEmail, emailRefusal, isEmail, suggestEmail } from './email.ts'
import { asciiDigits } from '#lib/ascii-digits.ts'
import { checkSmsCode, checkUserName } from './fields.ts'
import { fieldsOf } from './registration.ts'

describe('e-mail (spec §5, in order)', () => {
  test.each([
    ['', null],
    ['@a', 'email_account_name'],
    ['@', 'email_account_name'],
    ['a@', 'email_domain'],
    ['a', 'email_at'],
    ['a b', 'email_at'],
    ['a@b', 'email_dot'],
    ['a.b@c', 'email_dot'],
    ['a b@c.d', 'email_space'],
    ['a@gmial.com', 'email_typo'],
    ['a..b@gmial.com', 'email_typo'],
    ['a b@gmial.com', 'email_space'],
    ['a@b.c', 'validation_enter_correct_email'],
    ['a@b..com', 'validation_enter_correct_email'],
    ['a..b@c.com', 'validation_enter_correct_email'],
    ['a@-b.com', 'validation_enter_correct_email'],
    ['a@b.12', 'validation_enter_correct_email'],
    ['a+b@example.test', null],
    ['имя@почта.рф', null],
  ])('%s → %s', (text, key) => expect(checkEmail(text)?.key ?? null).toBe(key))

  test.each([
    ['a@gmial.com', 'a@gmail.com'],
    ['a@gmail.con', 'a@gmail.com'],
    ['a@gmal.com', 'a@gmail.com'],
    ['a@yandx.ru', 'a@yandex.ru'],
    ['a@yadnex.kz', 'a@yandex.kz'],
    ['a@mial.ru', 'a@mail.ru'],
    ['a@maill.ru', 'a@mail.ru'],
    ['a@ramlber.ru', 'a@rambler.ru'],
    ['a@iclod.com', 'a@icloud.com'],
    ['a@yaho.com', 'a@yahoo.com'],
    ['a@alo.com', 'a@aol.com'],
    ['a@outlok.com', 'a@outlook.com'],
    ['a@gmail.com', null],
    ['a@email.com', null],
    ['a@mall.ru', null],
    ['a@ymail.com', null],
    ['a@yandex.by', null],
    ['a@polosa.test', null],
  ])('suggestion for %s is %s', (text, fixed) => expect(suggestEmail(text)).toBe(fixed))

  test.each([
    ['', null],
    ['a@gmial.com', null],
    ['a..b@gmial.com', { key: 'email_typo', params: { suggestion: 'a..b@gmail.com' } }],
    ['a@gma_l.com', { key: 'email_typo', params: { suggestion: 'a@gmail.com' } }],
    ['a..b@gmail.com', { key: 'validation_enter_correct_email' }],
    ['a@b', { key: 'email_dot' }],
  ])('a typo of the domain lets nothing through that is no address: %s', (text, refusal) => expect(emailRefusal(text)).toEqual(refusal))

  it('what is no address is refused, whatever is said of it', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom('gmial.com', 'yandx.ru', 'gmail.con', 'gma_l.com', 'mial.ru'), (local, domain) => {
        const text = `${local}@${domain}`.trim()
        return (emailRefusal(text) === null) === isEmail(text)
      }),
    )
  })

  it('never suggests what it would correct again', () => {
    fc.assert(
      fc.property(fc.emailAddress(), (email) => {
        const fixed = suggestEmail(email)
        return fixed === null || suggestEmail(fixed) === null
      }),
    )
  })
  it('refuses more than 254 signs', () => expect(isEmail(`${'a'.repeat(60)}@${'b.'.repeat(110)}com`)).toBe(false))
})

describe('small fields', () => {
  test.each([
    ['Анна-Мария', null],
    ["O'Neill", null],
    ['Ann`a Lü', null],
    ['Иван1', 'user_name_symbols'],
    ['a_b', 'user_name_symbols'],
    ['', null],
  ])('name %s', (text, key) => expect(checkUserName(text)?.key ?? null).toBe(key))
  test.each([
    ['', 'auth_required_field'],
    ['  ', 'auth_required_field'],
    ['123', 'phone_min_length'],
    ['12345a', 'auth_incorrect_code'],
    [' 123456 ', null],
  ])('code "%s"', (text, key) => expect(checkSmsCode(text, { length: 6 })?.key ?? null).toBe(key))
  it('reads digits of other scripts', () => expect(asciiDigits('٠٧٧ ۱۲ ３４')).toBe('077 12 34'))
})

describe('dates and age', () => {
  test.each([
    ['29.02.2008', true],
    ['29.02.2007', false],
    ['31-12-1999', true],
    ['31.04.2000', false],
    ['2000-01-02', true],
    ['1.1.2000', true],
    ['29.2.2007', false],
    ['2000-01-02T22:00:00Z', true],
    ['2.1.2000T', false],
    ['0000-01-02', false],
    ['', false],
  ])('%s is a day: %s', (text, is) => expect(parseDay(text) !== null).toBe(is))
  test.each([
    [18, 18],
    ['21', 21],
    [undefined, 0],
    ['x', 0],
    [null, 0],
    ['', 0],
    [-5, 0],
    ['18.5', 0],
  ])('min_age %s reads as %s', (value, age) => expect(parseMinAge(value)).toBe(age))
  test.each([
    [undefined, 18],
    ['x', 18],
    [0, 18],
    [16, 18],
    [21, 21],
  ])('min_age %s enforces %s', (value, age) => expect(enforcedMinAge(value)).toBe(age))
  it('is never under 18 for any configuration', () => {
    fc.assert(fc.property(fc.anything(), (value) => enforcedMinAge(value) >= 18))
  })
  test.each([
    [{ year: 2008, month: 11, day: 21 }, null],
    [
      { year: 2008, month: 11, day: 22 },
      { key: 'min_age', params: { n: 18 } },
    ],
    [{ year: 1905, month: 11, day: 22 }, null],
    [{ year: 1905, month: 11, day: 21 }, { key: 'birth_year' }],
    [{ year: 1890, month: 1, day: 1 }, { key: 'birth_year' }],
  ])('18 on 21 November 2026: %o', (birth, issue) => expect(birthIssue(birth, { year: 2026, month: 11, day: 21 }, 18)).toEqual(issue))
  it('counts 29 February from 1 March in common years', () => {
    const birth = { year: 2008, month: 2, day: 29 }
    expect([ageOn(birth, { year: 2026, month: 2, day: 28 }), ageOn(birth, { year: 2026, month: 3, day: 1 })]).toEqual([17, 18])
  })
  it('takes the day of the westernmost zone', () => expect(latestMidnight(Date.UTC(2026, 0, 1, 11)).year).toBe(2025))
})

describe('registration fields', () => {
  it('follows the brand’s order and never loses a needed field', () => {
    expect(fieldsOf('full', ['terms', 'email', 'unknown', 'city', 'email'])).toEqual([
      'terms',
      'email',
      'city',
      'password',
      'birth_date',
      'country',
      'currency',
    ])
  })
})
