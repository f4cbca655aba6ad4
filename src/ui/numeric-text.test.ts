import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { canonicalNumeric, cleanNumeric, numericValue, settleNumeric, shownNumeric, typedNumeric } from './numeric-text.ts'

describe('numeric text (VL-01, XT-81)', () => {
  it.each([
    ['-00,1.25', {}, '-0,12'],
    ['12.3.4', {}, '12.34'],
    ['12.34.56', {}, '12.34'],
    ['12,5', {}, '12,5'],
    ['007', {}, '7'],
    ['0', {}, '0'],
    ['00', {}, '0'],
    ['.5', {}, '0.5'],
    ['1-2', {}, '12'],
    ['abc', {}, ''],
    ['-', {}, '-'],
    ['-5', { min: 0 }, '5'],
    ['1 000,50 ₸', {}, '1000,50'],
    ['1.9', { accuracy: 0 }, '1.'],
    ['100,5', { accuracy: 0 }, '100,'],
    ['123456', { maxLength: 4 }, '1234'],
    ['999', { max: 500 }, '500'],
    ['-99', { min: -10 }, '-10'],
    ['٠٧٧', {}, '77'],
    ['۱۲٫۵', {}, '12.5'],
    ['５０', {}, '50'],
  ] as const)('%j with %j is %j', (input, rules, expected) => {
    expect(cleanNumeric(input, rules)).toBe(expected)
  })

  it('lets a number below the minimum be typed and raises it when editing ends', () => {
    expect(cleanNumeric('5', { min: 100 })).toBe('5')
    expect(settleNumeric('5', { min: 100 })).toBe('100')
    expect(settleNumeric('12.', {})).toBe('12')
    expect(settleNumeric('-', {})).toBe('')
    expect(settleNumeric('', { min: 100 })).toBe('')
  })

  it('typed sign by sign, whole numbers never join what stands before and behind a separator', () => {
    const typed = (keys: string) => [...keys].reduce((text, key) => cleanNumeric(text + key, { accuracy: 0 }), '')
    expect([typed('100,5'), typed('100.9'), typed('1.000.000')]).toEqual(['100,', '100.', '1.'])
    expect(settleNumeric(typed('100,5'), { accuracy: 0 })).toBe('100')
  })

  it('a field of whole numbers shows no separator, and the decimals behind it are joined to nothing', () => {
    const rules = { accuracy: 0 }
    const type = (text: string, typed: string, isBehind = true) => cleanNumeric(typedNumeric(typed, text, isBehind, rules), rules)
    const press = (text: string, key: string) => type(text, shownNumeric(text, rules) + key)
    const keys = (all: string) => [...all].reduce(press, '')
    expect(['300.5', '300,', '1.000.000', '300'].map((all) => shownNumeric(keys(all), rules))).toEqual(['300', '300', '1', '300'])
    // What is deleted or put elsewhere begins anew.
    const half = keys('300.5')
    expect([type(half, '30'), type(half, '1300'), press(type(half, '30'), '7')]).toEqual(['30', '1300', '307'])
    // So does what is typed over it, though it begins with the same digits.
    expect(type(type(half, '3', false), '35')).toBe('35')
    expect(shownNumeric('300.', { accuracy: 2 })).toBe('300.')
  })

  it('is idempotent, has one separator and never exceeds its accuracy, whatever is typed', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 0, max: 4 }), (input, accuracy) => {
        const text = cleanNumeric(input, { accuracy })
        expect(cleanNumeric(text, { accuracy })).toBe(text)
        expect(text).toMatch(/^-?(0|[1-9]\d*)?([.,]\d*)?$/)
        expect((text.split(/[.,]/)[1] ?? '').length).toBeLessThanOrEqual(accuracy)
      }),
    )
  })

  it('reads both separators as the same number', () => {
    expect(numericValue('12,5')).toBe(numericValue('12.5'))
    expect(canonicalNumeric('12,')).toBe('12')
    expect(numericValue('-')).toBeNull()
  })
})
