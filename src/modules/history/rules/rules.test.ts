import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DAY } from '#lib/time.ts'
import { typeFilterOf } from './bet-types.ts'
import { addSums, byDay, knownZone, NO_SUMS, profitMinor, runningMinor } from './day-sums.ts'
import { asBooked } from './moves.ts'
import { neededOf, readScore } from './needed.ts'
import { foldedPattern } from './search-pattern.ts'
import { tableFormOf, tableLine } from './table-text.ts'
import { usualDays, windowOf } from './window.ts'

it('kinds: Vid or the old code', () => {
  expect(typeFilterOf(2)).toEqual({ vid: 2, size: null, legs: null })
  expect(typeFilterOf(20_203)).toEqual({ vid: 2, size: 2, legs: 3 })
  expect(typeFilterOf(10_005)).toEqual({ vid: 1, size: null, legs: 5 })
  expect(typeFilterOf(110_000)).toEqual({ vid: 11, size: null, legs: null })
})

it.each([
  ['x', 7],
  ['', 7],
  [null, 7],
  [0, 7],
  [-3, 7],
  [Number.NaN, 7],
  ['30', 30],
  [14.9, 14],
  [365, 90],
])('a configuration of %s days means %i', (configured, days) => {
  expect(usualDays(configured)).toBe(days)
})

it('windows end at 90 days and never run backwards', () => {
  const now = 1_788_264_000_000
  expect(windowOf({}, now, 'x')).toEqual({ fromMs: now + 1000 - 7 * DAY, toMs: now + 1000 })
  expect(windowOf({ from: 100, to: 100 + 90 * 86_400 }, now, 7)).toEqual({ fromMs: 100_000, toMs: 100_000 + 90 * DAY })
  expect(windowOf({ from: 100, to: 101 + 90 * 86_400 }, now, 7)).toBe('bad_dates')
  expect(windowOf({ from: 200, to: 100 }, now, 7)).toBe('bad_order')
})

describe('moves of one moment follow their balances', () => {
  const move = (name: string, amountMinor: bigint, balanceMinor: bigint | null, at = 1) => ({
    name,
    amountMinor,
    balanceMinor,
    at: new Date(at),
  })
  const order = (...moves: ReturnType<typeof move>[]) => asBooked(moves).map(({ name }) => name)

  it.each([
    // As a correction books: the reversals, then what is paid anew.
    [
      'correction',
      [move('bonus', 50n, 1650n), move('payout', 600n, 1600n), move('bonus back', -100n, 1900n), move('payout back', -900n, 1000n)],
      'bonus back, payout back, payout, bonus',
    ],
    // As a sale books: the sum, then its tax.
    ['sale', [move('tax', -10n, 1090n), move('sale', 100n, 1100n)], 'sale, tax'],
    ['two at one moment that have nothing in common', [move('b', 5n, 25n), move('c', 5n, 30n), move('a', 5n, 5n)], 'b, c, a'],
    ['without balances as they were given', [move('b', 5n, null), move('a', 5n, null)], 'b, a'],
    ['a circle as it was given', [move('back', -5n, 0n), move('again', 5n, 5n)], 'back, again'],
  ])('%s', (_name, moves, names) => expect(order(...moves).join(', ')).toBe(names))

  it('time comes first', () => expect(order(move('a', 5n, 10n, 1), move('b', -5n, 5n, 2), move('c', 5n, 5n, 3))).toEqual(['a', 'b', 'c']))
})

describe('search', () => {
  const finds = (search: string, text: string) => new RegExp(foldedPattern(search), 'u').test(text)

  it.each([
    ['челси', 'Челси'],
    ['ЧЕЛСИ', 'Челси – Арсенал'],
    ['ёлкин', 'Ёлкин'],
    ['əliyev', 'ƏLİYEV'],
    ['istanbul', 'İSTANBUL'],
    ['ολυμπιακοσ', 'ΟΛΥΜΠΙΑΚΟΣ ολυμπιακος'],
    ['straße', 'Straße'],
    ['الهلال', 'الهلال'],
    ['(u-21) 1.5+ [a]', 'Team (U-21) 1.5+ [A]'],
  ])('%s finds %s', (search, text) => expect(finds(search, text)).toBe(true))

  it.each([
    ['.', 'abc'],
    ['a*', 'aaa'],
    ['\\d', '1'],
    ['челсин', 'Челси'],
  ])('%s does not find %s', (search, text) => expect(finds(search, text)).toBe(false))
})

describe('sums', () => {
  const sums = fc.record({
    count: fc.nat(1000),
    stakeMinor: fc.bigInt(0n, 10n ** 12n),
    promoMinor: fc.constant(0n),
    uncoveredMinor: fc.constant(0n),
    premiumMinor: fc.bigInt(0n, 1000n),
    backMinor: fc.bigInt(0n, 10n ** 12n),
    stakeTaxMinor: fc.constant(0n),
    payoutTaxMinor: fc.constant(0n),
    bonusMinor: fc.constant(0n),
    openCount: fc.nat(10),
    openStakeMinor: fc.constant(0n),
    openPromoMinor: fc.constant(0n),
    openUncoveredMinor: fc.constant(0n),
  })

  it('days add up to the whole, whatever the zone', () => {
    const slots = fc.array(fc.record({ at: fc.nat(3_000).map((i) => i * 900_000), sums }), { maxLength: 40 })
    fc.assert(
      fc.property(slots, fc.constantFrom('UTC', 'Asia/Kathmandu', 'America/St_Johns', 'Pacific/Kiritimati'), (list, zone) => {
        const days = byDay(list, zone)
        const total = list.reduce((a, { sums: b }) => addSums(a, b), NO_SUMS)
        expect(days.reduce((a, { sums: b }) => addSums(a, b), NO_SUMS)).toEqual(total)
        expect(days.reduce((a, { sums: b }) => a + profitMinor(b), 0n)).toBe(profitMinor(total))
        expect(days.map(({ day }) => day)).toEqual([...new Set(days.map(({ day }) => day))].sort())
      }),
    )
  })

  it('what is shown beside stakes and payouts leads to the result', () => {
    const one = {
      ...NO_SUMS,
      stakeMinor: 1200n,
      promoMinor: 300n,
      openStakeMinor: 500n,
      openPromoMinor: 300n,
      premiumMinor: 80n,
      backMinor: 950n,
    }
    expect([runningMinor(one), profitMinor(one)]).toEqual([200n, 950n - (1200n - 300n - 200n) - 80n])
  })

  it('a day ends at the midnight of the reader', () => {
    const at = Date.UTC(2026, 8, 1, 18, 15)
    expect(byDay([{ at, sums: NO_SUMS }], 'Asia/Kathmandu')[0]!.day).toBe('2026-09-02')
    expect(byDay([{ at: at - 900_000, sums: NO_SUMS }], 'Asia/Kathmandu')[0]!.day).toBe('2026-09-01')
    expect([knownZone('Nowhere/Never'), knownZone(''), knownZone('Asia/Almaty')]).toEqual(['UTC', 'UTC', 'Asia/Almaty'])
  })
})

describe('tables', () => {
  /** Reads a line as a spreadsheet does. */
  function read(line: string, separator: string): string[] {
    const cells: string[] = []
    let at = 0
    while (at <= line.length) {
      if (line[at] === '"') {
        const end = /^"((?:[^"]|"")*)"/.exec(line.slice(at))!
        cells.push(end[1]!.replaceAll('""', '"'))
        at += end[0].length + 1
      } else {
        const next = line.indexOf(separator, at)
        cells.push(line.slice(at, next < 0 ? undefined : next))
        at = next < 0 ? line.length + 1 : next + 1
      }
    }
    return cells
  }

  it('every text comes back as it was, and none is a formula', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 6 }), fc.constantFrom('en', 'de'), (texts, lng) => {
        const form = tableFormOf(lng)
        const line = tableLine(texts, form)
        expect(line.endsWith('\r\n')).toBe(true)
        const cells = read(line.slice(0, -2), form.separator)
        expect(cells.map((cell) => cell.replace(/^'(?=[=+\-@\t\r])/, ''))).toEqual(texts)
        for (const cell of cells) expect(/^[=+\-@]/.test(cell)).toBe(false)
      }),
    )
  })

  it('numbers stand in the habit of the language; a minus is a number, not a formula', () => {
    expect(tableLine([{ number: '-12.50' }, 'a,b'], tableFormOf('en'))).toBe('-12.50,"a,b"\r\n')
    expect(tableLine([{ number: '-12.50' }, 'a;b'], tableFormOf('ru'))).toBe('-12,50;"a;b"\r\n')
    expect(tableFormOf('no such language')).toEqual({ decimal: '.', separator: ',' })
  })
})

describe('what a leg still needs', () => {
  it.each([
    ['over 2.5 at 1:0', 9, 2.5, [1, 0], { now: 'losing', more: 2 }],
    ['over 2.5 at 2:1', 9, 2.5, [2, 1], { now: 'sure' }],
    ['over 2 at 1:1', 9, 2, [1, 1], { now: 'returned' }],
    ['under 2.5 at 1:0', 10, 2.5, [1, 0], { now: 'winning', spare: 1 }],
    ['under 2.5 at 2:1', 10, 2.5, [2, 1], { now: 'gone' }],
    ['over 1.5 of side 2 at 3:1', 13, 1.5, [3, 1], { now: 'losing', more: 1 }],
    ['side 1 at 0:1', 1, 0, [0, 1], { now: 'losing', more: 2 }],
    ['side 1 at 0:0', 1, 0, [0, 0], { now: 'losing', more: 1 }],
    ['side 2 at 0:1', 3, 0, [0, 1], { now: 'winning', spare: null }],
    ['draw at 2:0', 2, 0, [2, 0], { now: 'losing', more: 2 }],
    ['1X at 0:1', 4, 0, [0, 1], { now: 'losing', more: 1 }],
    ['12 at 1:1', 5, 0, [1, 1], { now: 'losing', more: 1 }],
    ['handicap 1 −1 at 1:0', 7, -1, [1, 0], { now: 'returned' }],
    ['handicap 1 −1.5 at 1:0', 7, -1.5, [1, 0], { now: 'losing', more: 1 }],
    ['handicap 2 +1.5 at 1:0', 8, 1.5, [1, 0], { now: 'winning', spare: null }],
    ['both score at 0:2', 180, 0, [0, 2], { now: 'losing', more: 1 }],
    ['not both at 1:2', 181, 0, [1, 2], { now: 'gone' }],
    ['something else', 731, 2.001, [1, 2], null],
  ] as const)('%s', (_name, type, param, score, needed) => {
    expect(neededOf({ type, param, score })).toEqual(needed)
  })

  it('what a total over still needs is enough, and one less is not', () => {
    fc.assert(
      fc.property(fc.nat(12), fc.nat(12), fc.integer({ min: 1, max: 60 }), (home, away, quarters) => {
        const needed = neededOf({ type: 9, param: quarters / 4, score: [home, away] })!
        if (needed.now !== 'losing') return
        expect(neededOf({ type: 9, param: quarters / 4, score: [home + needed.more, away] })).toEqual({ now: 'sure' })
        expect(neededOf({ type: 9, param: quarters / 4, score: [home + needed.more - 1, away] })).not.toEqual({ now: 'sure' })
      }),
    )
  })

  it('reads a score', () => {
    expect([readScore('2:1'), readScore('0:0 (0:0)'), readScore(''), readScore('x:1')]).toEqual([[2, 1], null, null, null])
  })
})
