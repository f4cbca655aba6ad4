import { describe, expect, test } from 'vitest'
import { byPhoneCode, checkPhone, fullMask, phoneDigits, phoneLength, phoneType, typedPhone, type PhonePlan } from './phone.ts'
import { applyMask } from './text-mask.ts'

const KZ: PhonePlan = { phoneCode: '+7', mask: '000 000 00 00', min: 10, max: 10, firstDigits: '67' }
const RU: PhonePlan = { ...KZ, firstDigits: '9' }
const DE: PhonePlan = { phoneCode: '+49', mask: null, min: 6, max: 13, firstDigits: '' }

describe('what is typed (VL-02, VL-03)', () => {
  test.each([
    ['٧٠١٢٣٤٥٦٧٨', KZ, '701 234 56 78'],
    ['۷۰۱', KZ, '701'],
    ['７０１2345', KZ, '701 234 5'],
    ['70', KZ, '70'],
    ['701234567890', KZ, '701 234 56 78'],
    ['912', KZ, ''],
    ['701', RU, ''],
    ['9161234567', RU, '916 123 45 67'],
    ['+7 701 234-56-78', KZ, '701 234 56 78'],
    ['0077012345678', KZ, '701 234 56 78'],
    ['+', KZ, '+'],
    ['+7', KZ, ''],
    ['+4', DE, '+4'],
    ['+49', DE, ''],
    ['+3', DE, '3'],
    ['15112345678901', DE, '1511234567890'],
    ['1234567890123456789012', null, '12345678901234567890'],
  ])('%s → %s', (typed, plan, shown) => {
    expect(typedPhone(typed, plan)).toBe(shown)
  })

  test('a mask shorter than the greatest number is padded with zeros', () => {
    expect(fullMask({ ...KZ, mask: '00 000', max: 8 })).toBe('00 000000')
    expect(fullMask(DE)).toBeNull()
    expect(phoneDigits('٠٧٧')).toBe('077')
  })
})

test('the rule of the form (VL-07)', () => {
  expect(checkPhone('', KZ, false)).toBeNull()
  expect(checkPhone('', KZ, true)).toMatchObject({ key: 'required' })
  expect(checkPhone('701 23', KZ, true)).toMatchObject({ key: 'equal_length', params: { n: 10 } })
  expect(checkPhone('12345', DE, true)).toMatchObject({ key: 'phone_min_length', params: { n: 6 } })
  expect(checkPhone('12345', null, true)).toMatchObject({ key: 'phone_min_length', params: { n: 6 } })
  expect(checkPhone('123456', null, true)).toBeNull()
  expect(checkPhone('123456789012345678901', null, true)).toMatchObject({ key: 'equal_length', params: { n: 20 } })
  expect(checkPhone('701 234 56 78', KZ, true)).toBeNull()
})

test('lengths (VL-05)', () => {
  expect(
    ['7', '1234567', '12345678', '123456789', '12345678901', '123456789012345678'].map((number) => phoneLength(number, [8, 10])),
  ).toEqual(['TOO_SHORT', 'TOO_SHORT', 'IS_POSSIBLE', 'INVALID_LENGTH', 'TOO_LONG', 'TOO_LONG'])
})

test.each([
  ['+7', '9161234567', 'mobile'],
  ['+7', '7012345678', 'mobile'],
  ['+7', '7272345678', 'fixed_line'],
  ['+7', '8001234567', 'toll_free'],
  ['+7', '7512345678', 'voip'],
  ['+44', '7911123456', 'mobile'],
  ['+44', '2079460000', 'fixed_line'],
  ['+44', '9012345678', 'premium_rate'],
  ['+44', '8443456789', 'shared_cost'],
  ['+44', '5612345678', 'voip'],
  ['+44', '7012345678', 'personal_number'],
  ['+44', '7640123456', 'pager'],
  ['+44', '3001234567', 'uan'],
  ['+49', '1711312345678', 'voicemail'],
  ['+1', '2125550100', null],
  ['+800', '12345678', 'toll_free'],
  ['+254', '712345678', null],
])('%s %s is %s (VL-06)', (code, number, type) => {
  expect(phoneType(code, number)).toBe(type)
})

test('countries are found by the digits of their code, three at most (VL-09)', () => {
  const countries = [{ phoneCode: '+7' }, { phoneCode: '+77' }, { phoneCode: '+375' }, { phoneCode: '+1' }]
  expect(byPhoneCode(countries, '+7').map(({ phoneCode }) => phoneCode)).toEqual(['+7', '+77', '+375'])
  expect(byPhoneCode(countries, '3759').map(({ phoneCode }) => phoneCode)).toEqual(['+375'])
  expect(byPhoneCode(countries, '999')).toEqual([])
  expect(byPhoneCode(countries, '')).toHaveLength(4)
})

test.each([
  ['1234567', '##-##', '12-34', 'digits, the rest is cut'],
  ['12', '##-##', '12', 'a sign of the mask waits for what follows'],
  ['12-', '##-##', '12', 'and can be deleted'],
  ['a1b2', 'S#', 'a1', 'letters and digits'],
  ['1a', 'S#', 'a', 'what does not fit is dropped'],
  ['жЁ7', 'AAX', 'ЖЁ7', 'upper case'],
  ['QWErty', 'a*', 'qwerty', 'lower case, repeated'],
  ['7701', '!#####', '#7701', 'an escaped sign is written'],
  ['12345678', '+# #*', '+1 2345678', 'repeat'],
  ['', '##', '', 'nothing'],
])('%s in %s → %s (%s; VL-04)', (typed, mask, shown) => {
  expect(applyMask(typed, mask)).toBe(shown)
})
