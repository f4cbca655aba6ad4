import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countryCodeOf, countryIdOf, isOfEurope } from './countries.ts'
import type { Fact, Game } from './fact.ts'
import { factKey, makeFact } from './fact-key.ts'
import { Overlay } from './overlay.ts'
import { finalScore, isToldWhole, isUntold, partScore, partsOf, partShape } from './parts.ts'
import { canonicalNumber, canonicalOutcome, canonicalSpec } from './spec.ts'
import { championshipWeight } from './weights.ts'
import { GAME_STATUSES, GAME_TRANSITIONS, gameState, kindOf, mayBecome, shownStatus } from './status.ts'
import { DEFAULT_VALIDITY, firstLate, FOOTBALL_VALIDITY, validity } from './validity.ts'

describe('canonical forms', () => {
  it.each([
    ['2.50', '2.5'],
    ['-0.0', '0'],
    ['+1', '1'],
    ['0.25', '0.25'],
    ['abc', 'abc'],
    ['-1.500', '-1.5'],
  ])('%s is %s', (given, want) => {
    expect(canonicalNumber(given)).toBe(want)
  })

  it('does not care about the order of specifiers and is stable', () => {
    const pair = fc.tuple(
      fc.constantFrom('line', 'n', 'minute', 'from', 'to'),
      fc.integer({ min: -400, max: 400 }).map((x) => String(x / 4)),
    )
    fc.assert(
      fc.property(fc.uniqueArray(pair, { selector: ([key]) => key, minLength: 1 }), fc.nat(), (pairs, turn) => {
        const written = pairs.map(([key, value]) => `${key}=${value}`)
        const turned = [...written.slice(turn % written.length), ...written.slice(0, turn % written.length)]
        const canonical = canonicalSpec(written.join('|'))
        expect(canonicalSpec(turned.join('|'))).toBe(canonical)
        expect(canonicalSpec(canonical)).toBe(canonical)
      }),
    )
  })

  it.each([
    ['7:-1.50', '7:-1.5'],
    ['9:0', '9'],
    ['731:2.001', '731:2.001'],
    ['40@p7', '40:0@p7'],
    ['draw', 'draw'],
  ])('outcome %s is %s', (given, want) => {
    expect(canonicalOutcome(given)).toBe(want)
  })
})

describe('identity of a fact', () => {
  it('depends on the body, never on the order of its keys or on arrival', () => {
    const body = { t: 'model' as const, game: 'g', supremacy: 0.5, total: 2.5 }
    const swapped = { total: 2.5, supremacy: 0.5, game: 'g', t: 'model' as const }
    expect(factKey(body, 1000)).toBe(factKey(swapped, 1000))
    expect(factKey(body, 1000)).not.toBe(factKey(body, 1001))
    expect(factKey(body, 1000)).not.toBe(factKey({ ...body, total: 2.6 }, 1000))
  })
})

describe('statuses', () => {
  it('keeps every transition of the table inside the statuses', () => {
    for (const from of GAME_STATUSES) for (const to of GAME_TRANSITIONS[from]) expect(GAME_STATUSES).toContain(to)
    expect(mayBecome('scheduled', 'live')).toBe(true)
    expect(mayBecome('scheduled', 'ended')).toBe(false)
    expect(mayBecome('closed', 'live')).toBe(false)
  })

  it('shows 1, 2, 3, 4 as the specification says', () => {
    const markets = { active: 3, undecided: 3, cancelled: 0, all: 3 }
    expect(shownStatus(gameState('scheduled', markets))).toBe(1)
    expect(shownStatus(gameState('live', { ...markets, active: 0 }))).toBe(3)
    expect(shownStatus(gameState('ended', { ...markets, active: 0, undecided: 0 }))).toBe(2)
    expect(shownStatus(gameState('abandoned', { active: 0, undecided: 0, cancelled: 3, all: 3 }))).toBe(4)
    expect(kindOf('ended', 1, true)).toBe(1)
    expect(kindOf('live', 3, false)).toBe(1)
    expect(kindOf('suspended', 3, false)).toBe(3)
    expect(kindOf('interrupted', 3, true)).toBe(1)
    expect(kindOf('suspended', 1, false)).toBe(1)
  })
})

describe('parts and countries', () => {
  it('gives football its halves, corners and cards with the numbers of the wire', () => {
    expect(partsOf(1, 'match').map(({ part, p, ti }) => [part, p, ti])).toEqual([
      ['full', 0, 0],
      ['h1', 1, 0],
      ['h2', 2, 0],
      ['corners', 0, 201],
      ['cards', 0, 202],
    ])
    expect(partsOf(3, 'match').find(({ part }) => part === 'h2')).toMatchObject({ p: 12 })
    expect(partsOf(4, 'match', { bestOf: 5 })).toHaveLength(6)
    expect(partsOf(44, 'race')).toHaveLength(1)
    expect(
      partsOf(1, 'match', { statistics: true })
        .map(({ part }) => part)
        .slice(5),
    ).toEqual(['shots', 'fouls', 'offsides', 'corners-h1', 'corners-h2'])
    expect(partShape(1, 'set7')).toMatchObject({ p: 7 })
  })

  it('reads its own country ids back', () => {
    for (const code of ['GB-ENG', 'GB', 'US', 'XK', 'AZ', 'ZZ']) expect(countryCodeOf(countryIdOf(code))).toBe(code)
    expect(countryIdOf('EUROPE')).toBe(223)
    expect(countryIdOf('005')).toBe(225)
  })

  it('knows what plays for the cups of Europe', () => {
    for (const code of ['EUROPE', 'GB-ENG', 'ES', 'XK', 'KZ', 'IL', 'TR']) expect(isOfEurope(countryIdOf(code)), code).toBe(true)
    for (const code of ['BR', 'US', 'SAMERICA', 'WORLD', 'ZZ']) expect(isOfEurope(countryIdOf(code)), code).toBe(false)
    expect(isOfEurope(undefined)).toBe(false)
  })
})

describe('order of championships', () => {
  it.each([
    [1, 'GB-ENG', 'England. Premier League', 980],
    [1, 'ES', 'La Liga', 970],
    [1, 'IT', 'Italy. Serie A', 960],
    [2, 'US', 'USA. NHL', 900],
    [3, 'US', 'USA. NBA', 900],
    [1, 'KZ', 'Kazakhstan. Premier League', 98],
    [1, 'ZM', 'Zambia. Super League', 96],
    [1, 'DE', 'Germany. 2. Bundesliga', 97],
    [1, 'ES', 'Spain. Segunda División', 97],
    [1, 'PT', 'Portugal. Segunda Liga', 93],
    [1, 'AT', 'Austria. 2. Liga', 93],
    [1, 'DK', 'Denmark. 1. Division', 93],
    [1, 'IL', 'Israel. National League', 93],
    [2, 'CH', 'Switzerland. National League', 96],
    [66, 'AU', 'Australia. Discipline Cup', 96],
  ])('sport %i, %s: %s weighs %i', (sportId, country, name, weight) => {
    expect(championshipWeight(sportId, country, 'league', name)).toBe(weight)
  })
})

describe('acts of persons', () => {
  const live = (at: number, score: [number, number]): Fact =>
    makeFact('world', 'world', at, {
      t: 'live',
      state: { game: 'g', phase: 'h1', score, periods: [{ no: 1, code: 'h1', score }], stats: {} },
    })

  const game = {
    kind: 'game' as const,
    ref: 'g',
    championship: 'c',
    type: 'match' as const,
    sides: [],
    startsAt: 0,
    startConfirmed: true,
    status: 'ended' as const,
    liveCoverage: true,
    origin: 'simulated' as const,
  }

  it('keeps an added goal on the board and an ended game ended', () => {
    const overlay = new Overlay()
    const act = { score: [1, 0], period: 'h1' }
    overlay.note(
      makeFact('trader', 'trader', 50, {
        t: 'live',
        state: { game: 'g', phase: 'h1', score: [1, 0], periods: [], stats: {} },
        incidents: [{ game: 'g', seq: 0.001, clockSec: 1, type: 'goal', side: 'home', detail: { act } }],
      }),
    )
    expect(overlay.apply(live(40, [0, 0]))).toMatchObject({ state: { score: [0, 0] } })
    expect(overlay.apply(live(60, [0, 1]))).toMatchObject({ state: { score: [1, 1], periods: [{ score: [1, 1] }] } })
    overlay.note(makeFact('trader', 'trader', 70, { t: 'game', game, reason: 'status' }))
    expect(overlay.apply(live(80, [0, 1]))).toBeNull()
  })

  it.each([
    ['ended', true],
    ['closed', true],
    ['abandoned', false],
    ['cancelled', false],
  ] as const)('of a game that a person has made %s the provider says that it is closed: %s', (status, isHeard) => {
    const overlay = new Overlay()
    overlay.note(makeFact('trader', 'trader', 70, { t: 'game', game: { ...game, status }, reason: 'status' }))
    const told = (next: Game['status']) =>
      overlay.apply(makeFact('world', 'world', 80, { t: 'game', game: { ...game, status: next }, reason: 'status' }))
    expect(told('ended')).toBeNull()
    expect(told('closed') !== null).toBe(isHeard)
  })

  it('after a restart even the older facts of a provider do not reopen what a person has ended', () => {
    const overlay = new Overlay()
    overlay.note(makeFact('trader', 'trader', 70, { t: 'game', game, reason: 'status' }), true)
    expect(overlay.apply(live(40, [0, 0]))).toBeNull()
  })
})

describe('how a part ended', () => {
  const one = (code: string, home: number, away: number) => ({ code, score: [home, away] as [number, number] })
  const quarters = [one('q1', 20, 18), one('q2', 15, 22), one('q3', 30, 10), one('q4', 8, 9)]
  const end = (periods: typeof quarters, more: object = {}) => ({
    score: [73, 59] as [number, number],
    periods,
    stats: { yellow: [1, 2] as [number, number] },
    status: 'ended',
    note: null,
    ...more,
  })

  it('is its own score, or that of the parts that it is made of', () => {
    expect(['full', 'q2', 'h1', 'h2', 'cards', 'players'].map((part) => partScore(part, end(quarters)))).toEqual([
      [73, 59],
      [15, 22],
      [35, 40],
      [38, 19],
      [1, 2],
      undefined,
    ])
    expect(['h1', 'h2'].map((part) => partScore(part, end(quarters.slice(0, 3))))).toEqual([[35, 40], undefined])
  })

  it('is untold where the game was played to its end and the part is not there', () => {
    const first = end([one('h1', 1, 0)])
    expect(['full', 'h1', 'h2', 'cards', 'corners-h2'].map((part) => isUntold(1, part, first))).toEqual([false, false, true, true, true])
    expect(finalScore(1, 'cards', first)).toBeUndefined()
    for (const more of [{ status: 'abandoned' }, { note: 'walkover' }]) expect(isUntold(1, 'h2', end([], more))).toBe(false)
    // A third set need not be played.
    expect(isUntold(4, 'set3', end([one('set1', 6, 4), one('set2', 6, 4)]))).toBe(false)
  })

  it('a game is told whole with all parts that are always played', () => {
    expect(isToldWhole(1, [])).toBe(false)
    expect(isToldWhole(3, quarters)).toBe(true)
    expect(isToldWhole(3, quarters.slice(0, 3))).toBe(false)
    expect(isToldWhole(4, [one('set1', 6, 4)])).toBe(true)
    expect(isToldWhole(5, [one('inn1', 0, 0)])).toBe(true)
  })
})

describe('bets around the real start (rules 3.5)', () => {
  const BEGAN = 1_000_000
  it.each([
    ['line', BEGAN - 1, 'STANDS'],
    ['line', BEGAN, 'STANDS'],
    ['line', BEGAN + 1, 'VOID'],
    ['line', BEGAN + 120_000, 'VOID'],
    ['live', BEGAN + 1, 'STANDS'],
    ['live', BEGAN + 120_000, 'STANDS'],
  ] as const)('taken of the %s at %i: %s', (kind, at, wanted) => {
    for (const rules of [DEFAULT_VALIDITY, FOOTBALL_VALIDITY]) {
      for (const decided of [false, true]) {
        expect(validity(rules, { live: kind === 'live', decided, placedSecondsAfterStart: (at - BEGAN) / 1000 })).toBe(wanted)
      }
    }
    expect(kind === 'line' && at >= firstLate(BEGAN)).toBe(wanted === 'VOID')
  })
})
