import { describe, expect, it } from 'vitest'
import { formatDate, twelveHours, weekStart } from '#lib/date-format.ts'
import { formatFileSize } from '#lib/file-size.ts'
import { formatPercent } from '#lib/number-format.ts'
import { formatShare } from '#lib/share-format.ts'
import { currencySign, formatClock, formatMoment, formatMoney, formatNumber, formatPriceView } from './format.ts'
import { zoneOffset } from './zone-offset.ts'

const at = Date.UTC(2026, 10, 21, 19, 30, 5)
const gb = { lng: 'ru', country: 'GB', timeZone: 'UTC' }
const us = { lng: 'en', country: 'US', timeZone: 'UTC' }

describe('dates (TR-10, SH-18)', () => {
  it.each([
    ['P', '21.11.2026'],
    ['Pp', '21.11.2026, 19:30'],
    ['dd.MM / HH:mm', '21.11\u00a0/\u00a019:30'],
    ['dd.MM.yyyy / HH:mm', '21.11.2026\u00a0/\u00a019:30'],
    ['dd.MM', '21.11'],
    ['HH:mm', '19:30'],
    ['mm:ss', '30:05'],
    ['HH:mm:ss', '19:30:05'],
  ] as const)('%s', (pattern, expected) => {
    expect(formatDate(at, pattern, gb)).toBe(expected)
  })

  it('a moment ahead has its day where that is not today’s', () => {
    expect([formatMoment(at, at - 3_600_000, gb), formatMoment(at, at - 86_400_000, gb)]).toEqual(['19:30', '21.11.2026, 19:30'])
  })

  it('writes twelve hours and starts the week by geo', () => {
    expect(formatDate(at, 'HH:mm', us)).toBe('7:30\u00a0PM')
    expect([twelveHours('US'), twelveHours('GB'), weekStart('US'), weekStart('GB'), weekStart('AE')]).toEqual([true, false, 0, 1, 6])
  })

  it('refuses an invalid date', () => {
    expect(() => formatDate(Number.NaN, 'P', gb)).toThrow(RangeError)
  })

  it('clocks', () => {
    expect([formatClock(4025), formatClock(4025, 'HH:mm:ss')]).toEqual(['67:05', '01:07:05'])
  })
})

describe('numbers and money (ux 5)', () => {
  it.each([
    [4_821_050n, 'KZT', 'ru', '48\u00a0210,50\u00a0₸'],
    [200_000n, 'KZT', 'ru', '2\u00a0000\u00a0₸'],
    [-12_345n, 'KZT', 'ru', '\u2212123,45\u00a0₸'],
    [100_000n, 'EUR', 'en', '€1,000'],
    [5n, 'EUR', 'en', '€0.05'],
  ])('%d %s in %s', (minor, code, lng, expected) => {
    expect(formatMoney(minor, { code, exponent: 2 }, lng)).toBe(expected)
  })

  it('is exact beyond the integers of a float', () => {
    expect(formatMoney(9_007_199_254_740_993_01n, { code: 'KZT', exponent: 2 }, 'ru')).toBe(
      '9\u00a0007\u00a0199\u00a0254\u00a0740\u00a0993,01\u00a0₸',
    )
  })

  it('puts a sign of our own table where the language puts signs', () => {
    const pound = { code: 'GBP', exponent: 2, symbol: '£' }
    const written = ['ru', 'en', 'ar', 'tr'].map((lng) => formatMoney(425n, pound, lng))
    expect(written).toEqual(['4,25\u00a0£', '£4.25', '4.25\u00a0£', '£4,25'])
    expect(formatMoney(100n, { code: 'PTS', exponent: 0, symbol: '★' }, 'en')).toBe('100\u00a0★')
    expect(formatMoney(-425n, pound, 'en', { sign: true })).toBe('\u2212£4.25')
    expect(formatMoney(9_007_199_254_740_993_01n, pound, 'en')).toBe('£9,007,199,254,740,993.01')
  })

  it('writes a sign in Arabic letters only for who reads them', () => {
    const dinar = { code: 'KWD', exponent: 3, symbol: 'د.ك' }
    const written = ['ru', 'en', 'ar'].map((lng) => formatMoney(1_665n, dinar, lng))
    expect(written).toEqual(['1,665\u00a0KWD', '1.665\u00a0KWD', '1.665\u00a0د.ك'])
    expect(['ru', 'ar', 'iq'].map((lng) => currencySign(dinar, lng))).toEqual(['KWD', 'د.ك', 'د.ك'])
  })

  it('one of equal parts has two decimals more where the parts are not whole, and says where those are not all', () => {
    const share = (minor: bigint, count: number, code: string, exponent: number) => formatShare(minor, count, { code, exponent }, 'en')
    expect(share(1000n, 4, 'JPY', 0)).toBe('¥250')
    expect(share(1001n, 4, 'JPY', 0)).toBe('¥250.25')
    expect(share(1001n, 6, 'JPY', 0)).toBe('≈\u00a0¥166.83')
    expect(share(1000n, 7, 'EUR', 2)).toBe('≈\u00a0€1.4286')
    expect(share(1050n, 4, 'EUR', 2)).toBe('€2.625')
    expect(share(1200n, 6, 'EUR', 2)).toBe('€2')
  })

  it('groups by U+00A0 and keeps Latin digits in Arabic', () => {
    expect(formatNumber(1204, 'ru')).toBe('1\u00a0204')
    expect(formatNumber(1204, 'ar')).toMatch(/^[\d.,\u00a0]+$/)
  })

  it('writes a percent as the language does', () => {
    expect(['Asia/Almaty', 'America/St_Johns', 'UTC'].map((zone) => zoneOffset(Date.UTC(2026, 10, 27), zone))).toEqual([
      'UTC+5',
      'UTC-3:30',
      'UTC+0',
    ])
    expect(['ru', 'en'].map((lng) => [0, 1_047_000, 1_048_400, 18_488_320].map((bytes) => formatFileSize(bytes, lng)))).toEqual([
      ['1\u00a0кБ', '1\u00a0022\u00a0кБ', '1\u00a0МБ', '17,6\u00a0МБ'],
      ['1\u00a0kB', '1,022\u00a0kB', '1\u00a0MB', '17.6\u00a0MB'],
    ])
    expect(['ru', 'en', 'tr', 'ar'].map((lng) => formatPercent(10, lng))).toEqual(['10\u00a0%', '10%', '%10', '10%'])
  })

  it('fills prices up to two places only inside cells', () => {
    expect([
      formatPriceView(2000, 0),
      formatPriceView(2000, 0, true),
      formatPriceView(1500, 0, true),
      formatPriceView(1001, 0, true),
    ]).toEqual(['2', '2.00', '1.50', '1.001'])
    expect(formatPriceView(2500, 1, true)).toBe(formatPriceView(2500, 1))
  })
})
