import { describe, expect, it } from 'vitest'
import {
  checkForm,
  draftOf,
  isBegun,
  fieldsIn,
  initialValues,
  submission,
  type FieldDescription,
  type FormDescription,
  readDraft,
} from './form-model.ts'
import { typedDate } from '#lib/calendar.ts'

const NOW = Date.UTC(2026, 10, 21, 12)

function field(
  name: string,
  over: Partial<FieldDescription['props']> = {},
  validators: FieldDescription['validators'] = [{ type: 'required', options: {} }],
): FieldDescription {
  return {
    id: 1,
    name,
    props: {
      type: name === 'terms' ? 'checkbox' : 'input_text',
      config: null,
      value: null,
      label: `L-${name}`,
      full: false,
      hidden: false,
      ...over,
    },
    validators,
  }
}

const full: FormDescription = {
  id: 12,
  title: '',
  type: 'full_reg',
  steps: [
    {
      fields: [
        [field('email')],
        [
          field('password', {}, [
            { type: 'required', options: {} },
            { type: 'length', options: { min: 8, message: 'too short' } },
          ]),
        ],
        [
          field('birth_date', {}, [
            { type: 'required', options: {} },
            { type: 'age', options: { min: 18 } },
          ]),
          field('country', { value: 'KZ' }),
        ],
        [field('first_name', {}, []), field('promo_code', {}, []), field('bonus', {}, [])],
        [field('terms', { value: false })],
      ],
    },
  ],
}

const right = { email: 'a@b.kz', password: 'marker-on-news', birth_date: '17.05.1990', country: 'KZ', terms: '1' }

describe('registration form', () => {
  it('keeps the order of the description and leaves hidden fields out', () => {
    const hidden: FormDescription = { ...full, steps: [{ fields: [[field('email'), field('city', { hidden: true })], [field('terms')]] }] }
    expect(fieldsIn(hidden).map((f) => f.name)).toEqual(['email', 'terms'])
  })

  it('starts with what the server preselects', () => {
    expect(initialValues([full])).toMatchObject({ email: '', country: 'KZ', terms: '' })
  })

  it('is quiet about a right form', () => {
    expect(checkForm(full, right, NOW)).toEqual({})
  })

  it.each([
    ['email', '', 'required'],
    ['email', '@a', 'email_account_name'],
    ['email', 'a@', 'email_domain'],
    ['email', 'a', 'email_at'],
    ['email', 'a@b', 'email_dot'],
    ['email', 'a b@c.de', 'email_space'],
    ['birth_date', '', 'date_required'],
    ['birth_date', '31.02.2000', 'date_invalid'],
    ['birth_date', '22.11.2008', 'min_age'],
    ['birth_date', '01.01.1890', 'birth_year'],
    ['first_name', 'Иван1', 'user_name_symbols'],
    ['country', '', 'required'],
    ['terms', '', 'accept_terms'],
  ])('%s = "%s" breaks %s', (name, value, key) => {
    expect(checkForm(full, { ...right, [name]: value }, NOW)[name]).toMatchObject({ key })
  })

  it('a typo of a known domain is advice and does not block', () => {
    expect(checkForm(full, { ...right, email: 'a@gmial.com' }, NOW)).toEqual({})
  })

  it('a short password gets the words of the server', () => {
    expect(checkForm(full, { ...right, password: 'short' }, NOW)['password']).toEqual({ message: 'too short' })
  })

  it('a draft holds neither password nor consent', () => {
    expect(draftOf(right, {})).toEqual({ email: 'a@b.kz', birth_date: '17.05.1990', country: 'KZ' })
  })

  it('what stood there before anybody typed is no draft, and the place alone no form that was begun (RG-12)', () => {
    expect(draftOf(right, right)).toEqual({})
    expect(draftOf({ ...right, email: 'c@d.kz' }, right)).toEqual({ email: 'c@d.kz' })
    expect(isBegun({ kind: 'full', values: { country: 'PL', currency: 'PLN', country_code: '48' } })).toBe(false)
    expect(isBegun({ kind: 'full', values: { country: 'PL', email: 'a@b.pl' } })).toBe(true)
  })

  it('sends ticks as booleans, the password encoded, bonus and promo code beside the fields', () => {
    expect(submission(1, full, { ...right, bonus: '1', promo_code: ' X ' }, { encodedPassword: '1.abc' })).toEqual({
      type: 'full_reg',
      setupId: 1,
      formId: 12,
      refCode: '',
      referral_user_id: '',
      authId: '',
      promoCode: 'X',
      bonusId: 1,
      firstBonusId: 'slot_first_deposit',
      fields: { email: 'a@b.kz', password: '1.abc', birth_date: '17.05.1990', country: 'KZ', terms: true },
    })
  })
})

describe('a date while it is typed', () => {
  it('takes a date key by key, with dots or without', () => {
    const type = (keys: string) => [...keys].reduce((shown, key) => typedDate(shown + key), '')
    expect(type('17051990')).toBe('17.05.1990')
    expect(type('17.05.1990')).toBe('17.05.1990')
    expect(type('7.5.1990')).toBe('7.5.1990')
    expect(type('1705199012')).toBe('17.05.1990')
  })

  it.each([
    ['1', '1'],
    ['17', '17'],
    ['1705', '17.05'],
    ['17051990', '17.05.1990'],
    ['17.5', '17.5'],
    ['17.5.1990', '17.5.1990'],
    ['1990-05-17', '17.05.1990'],
    ['17/05/1990', '17.05.1990'],
    ['ab1', '1'],
    ['17.', '17.'],
  ])('typed "%s" stands as "%s"', (typed, shown) => {
    expect(typedDate(typed)).toBe(shown)
  })
})

it('a draft is laid over the form for fifteen minutes of the product, then it is gone (SH-32)', () => {
  const stored = { keptAt: 1_000_000, values: { email: 'a@b.test', age: 5 } }
  expect(readDraft(stored, 1_899_999, 900_000)).toEqual({ kind: '', values: { email: 'a@b.test' } })
  expect(readDraft({ ...stored, kind: 'full' }, 1_899_999, 900_000)?.kind).toBe('full')
  expect(readDraft(stored, 1_900_000, 900_000)).toBeNull()
  for (const wrong of [null, 'x', { email: 'old form of a draft' }, { keptAt: 'x', values: {} }, { keptAt: 1 }])
    expect(readDraft(wrong, 2, 900_000)).toBeNull()
})
