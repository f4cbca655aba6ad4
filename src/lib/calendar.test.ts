import { describe, expect, test } from 'vitest'
import {
  addDays,
  addMonths,
  clampDay,
  dayFault,
  isDayText,
  readDay,
  startOfWeek,
  typedDate,
  typedDay,
  weekdayOf,
  weeksOf,
} from './calendar.ts'

describe('days', () => {
  test('exist or not', () => {
    expect(['2024-02-29', '2023-02-29', '2026-02-30', '2026-13-01', '1900-02-29', '2000-02-29', 'x'].map(isDayText)).toEqual([
      true,
      false,
      false,
      false,
      false,
      true,
      false,
    ])
  })

  test('are moved over months and years, to the last one where the same does not exist', () => {
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect([addMonths('2026-01-31', 1), addMonths('2024-01-31', 1), addMonths('2026-03-31', -1)]).toEqual([
      '2026-02-28',
      '2024-02-29',
      '2026-02-28',
    ])
    expect([addMonths('2026-12-15', 1), addMonths('2026-01-15', -12), addMonths('2024-02-29', 12)]).toEqual([
      '2027-01-15',
      '2025-01-15',
      '2025-02-28',
    ])
    expect(clampDay('2026-11-21', '2026-11-22', undefined)).toBe('2026-11-22')
    expect(clampDay('2026-11-21', undefined, '2026-11-01')).toBe('2026-11-01')
  })
})

describe('a month in weeks', () => {
  test.each([
    [0, '2026-11-01', 'Sunday, as in the USA'],
    [1, '2026-10-26', 'Monday, as in Britain'],
    [6, '2026-10-31', 'Saturday, as in Egypt'],
  ])('starting on %i begins %s (%s)', (weekStart, first) => {
    const weeks = weeksOf('2026-11-21', weekStart)
    expect(weeks).toHaveLength(6)
    expect(weeks[0]![0]).toBe(first)
    expect(weeks.flat().every((day, index, all) => index === 0 || day === addDays(all[index - 1]!, 1))).toBe(true)
    expect(weeks.every(([start]) => weekdayOf(start!) === weekStart)).toBe(true)
    expect(weeks.flat()).toContain('2026-11-30')
    expect(startOfWeek('2026-11-21', weekStart)).toBe(weeks.find((week) => week.includes('2026-11-21'))![0])
  })
})

test('what is typed is read, and nothing else', () => {
  expect(['17.05.1990', '7-5-1990', '1990-05-17', '31.02.1990', '17051990', ''].map(readDay)).toEqual([
    '1990-05-17',
    '1990-05-07',
    '1990-05-17',
    null,
    null,
    null,
  ])
  expect([typedDay('1990-05-17'), typedDay('')]).toEqual(['17.05.1990', ''])
  expect(['17051990', '17.05.19', '1705', '17.051', '1990-05-17', '1a7'].map((typed) => typedDate(typed))).toEqual([
    '17.05.1990',
    '17.05.19',
    '17.05',
    '17.05.1',
    '17.05.1990',
    '17',
  ])
})

test.each([
  ['١٧٠٥١٩٩٠', 'Arabic'],
  ['۱۷٫۰۵٫۱۹۹۰', 'Persian, with its comma'],
  ['۱۷.۰۵.۱۹۹۰', 'Persian'],
  ['１７．０５．１９９０', 'full width'],
  ['１７－０５－１９９０', 'full width, with hyphens'],
  ['١٩٩٠-٠٥-١٧', 'Arabic, the year first'],
])('digits of another script are a date too: %s (%s)', (typed) => {
  expect(readDay(typedDate(typed))).toBe('1990-05-17')
})

test('a shorter date is kept as it is, in our digits', () => {
  expect([typedDate('1705.1990', '17.05.1990'), typedDate('١٧', '17.05.1990')]).toEqual(['1705.1990', '17'])
})

test('what is typed or pasted over a longer date is cleaned like any other', () => {
  const over = (typed: string) => typedDate(typed, '17.05.1990')
  expect(['abc', '0101', '21.3', ' 2026-11-21 ', '17.x'].map(over)).toEqual(['', '01.01', '21.3', '21.11.2026', '17.'])
})

test.each([
  ['1.6.1999', 'date_min'],
  ['31.12.1999', 'date_min'],
  ['02.01.2001', 'date_max'],
  ['01.01.2001', null],
  ['01.01.2000', null],
  ['99.99.9999', 'date_invalid'],
  ['31.02.2000', 'date_invalid'],
  ['1.1.2099', 'date_max'],
  ['31.12.199', null],
  ['', null],
])('bounds of %s', (text, fault) => expect(dayFault(text, { min: '2000-01-01', max: '2001-01-01' })).toBe(fault))

test('what was left unfinished is no date', () => {
  expect(['1.12', '1.1.2000', ''].map((typed) => dayFault(typed, { isLeft: true }))).toEqual(['date_invalid', null, null])
})
