import { describe, expect, test } from 'vitest'
import kairos from '../../../../brands/kairos/config.json' with { type: 'json' }
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { feedQuery } from '#modules/line/rules/feed-query.ts'
import { allSports, sportInfo } from '#modules/line/rules/sport-info.ts'
import { addPin, MAX_PINS, movePin, removePin } from '#modules/line/rules/pins.ts'
import { joined, refusalOf, sidesOf, without, type Participant, type Sides } from './duel.ts'
import { champsOfHub, hubState, hubTimes, isOfHub } from './event-hubs.ts'
import { countGenres, GENRES, readGenre, sportsOfGenre } from './genres.ts'
import { narrowed, sectionOfPath, SECTIONS } from './sections.ts'

describe('sections', () => {
  test('every section is found by its own address, with or without a slash at the end, and has a way on that is another page', () => {
    for (const section of SECTIONS) {
      expect(sectionOfPath(section.path)).toBe(section)
      expect(sectionOfPath(`${section.path}/`)).toBe(section)
      expect(section.onward).not.toBe(section.path)
      // Its button is named after the place: a section, live or the line.
      expect(sectionOfPath(section.onward) !== null || /^\/(live|line)\b/.test(section.onward)).toBe(true)
    }
    expect(new Set(SECTIONS.map(({ path }) => path)).size).toBe(SECTIONS.length)
    expect(sectionOfPath('/casino')).toBeNull()
  })
  test('a chip narrows a section and never widens it', () => {
    const marble = sectionOfPath('/marble')!
    const [own] = String(marble.filter['sports']).split(',').map(Number)
    expect(sportInfo(own!).names['en']).toMatch(/^Marble/)
    expect(narrowed(marble, [own!])).toEqual({ ...marble.filter, sports: String(own) })
    // A sport of another section: nothing of it, and not everything.
    for (const path of ['/marble', '/politics']) {
      const section = sectionOfPath(path)!
      const { sports } = feedQuery({ sports: String(narrowed(section, [1])['sports']) }, { lng: 'en', format: 0, countryId: 1 })
      expect([sports.length, sports.map((id) => [...allSports()].find((sport) => sport.id === id))]).toEqual([1, [undefined]])
    }
    expect(narrowed({ filter: { sports: 1, top: true }, chips: 'sports' }, [2])['sports']).not.toBe('2')
    // A section without chips cannot be narrowed, and no address makes it another one.
    for (const path of ['/best', '/ufc']) expect(narrowed(sectionOfPath(path)!, [2])).toBe(sectionOfPath(path)!.filter)
    expect(narrowed(marble, null)).toBe(marble.filter)
    expect(narrowed(sectionOfPath('/cyber')!, [85, 144])).toEqual({ cyberFlag: 1, sports: '85,144' })
  })
})

test('the best of Europe is asked for by its countries', () =>
  expect(sectionOfPath('/best')!.filter).toMatchObject({ sports: 1, europe: true }))
test('what a brand closes with virtual games is closed whole: marble games too', () => {
  for (const path of ['/virtualsports', '/marble', '/marble-live']) expect(sectionOfPath(path)!.feature, path).toBe('virtual')
})

describe('genres of esports', () => {
  test('there are twelve, each with disciplines that are esports, and no discipline stands in two', () => {
    expect(GENRES).toHaveLength(12)
    const all = GENRES.flatMap((genre) => sportsOfGenre(genre))
    for (const genre of GENRES) expect(sportsOfGenre(genre).length, genre).toBeGreaterThan(0)
    expect(all.filter((id) => !sportInfo(id).cyber)).toEqual([])
    expect(new Set(all).size).toBe(all.length)
  })
  test('the count of a genre is the sum of its disciplines', () => {
    const counts = countGenres([
      { id: 85, count: 3 },
      { id: 144, count: 4 },
      { id: 1, count: 99 },
    ])
    expect(counts['sports-simulators']).toBe(7)
    expect(counts['fighting']).toBe(0)
    expect([readGenre('card'), readGenre('chess'), readGenre(null)]).toEqual(['card', null, null])
  })
})

describe('hubs of dated events', () => {
  const dates = { from: '2026-06-11', to: '2026-07-19' }
  test('before, during, after: the first and the last day count whole', () => {
    const at = (text: string) => hubState(dates, Date.parse(text))
    expect(at('2026-06-10T23:59:59Z')).toBe('coming')
    expect(at('2026-06-11T00:00:00Z')).toBe('open')
    expect(at('2026-07-19T23:59:59Z')).toBe('open')
    expect(at('2026-07-20T00:00:00Z')).toBe('archive')
    expect(hubState({}, Date.parse('2030-01-01'))).toBe('open')
  })
  test('the games of a dated hub begin on its days: the season before a final stands elsewhere', () => {
    expect(hubTimes(dates)).toEqual({ tsFrom: Date.parse('2026-06-11T00:00:00Z') / 1000, tsTo: Date.parse('2026-07-20T00:00:00Z') / 1000 })
    expect(hubTimes({})).toEqual({})
  })
  test('the finals of a brand have dates: until then their hubs are to come', () => {
    for (const { betting } of [polosa.config, kairos.config]) {
      for (const id of ['scf', 'nhl-finals', 'nba-finals']) {
        const hub = betting.hubs.find((one) => one.id === id)!
        expect(hubState(hub, Date.parse('2026-12-01')), id).toBe('coming')
        expect(hubState(hub, Date.parse('2027-06-10')), id).toBe('open')
        // The bets on the winner stand in it meanwhile: they end within its dates (seed/world-questions.json).
        expect(hubTimes(hub).tsFrom, id).toBeLessThan(Date.parse('2027-06-15') / 1000)
        expect(hubTimes(hub).tsTo, id).toBeGreaterThan(Date.parse('2027-06-19') / 1000)
      }
    }
  })
  test('a championship belongs to a hub by a word of its English name', () => {
    const hub = { champs: ['England. Premier'] }
    expect(isOfHub(hub, 'England. Premier League')).toBe(true)
    expect(isOfHub(hub, 'Russia. Premier League')).toBe(false)
  })
  test('what computers play under the name of a championship is no part of its hub', () => {
    const row = (id: number, english: string) => ({ id, english })
    const srl = row(7, 'England. Premier League SRL')
    const all = [
      srl,
      row(5, 'England. Premier League'),
      row(3, 'England. Premier League. Long-term'),
      row(5, 'England. Premier League'),
      row(9, 'Other'),
    ]
    expect(champsOfHub({ champs: ['England. Premier'] }, all, [srl])).toEqual([3, 5])
  })
})

describe('pinned games', () => {
  const full = Array.from({ length: MAX_PINS }, (_, index) => index + 1)
  test('twenty fit, the 21st is refused and nothing is dropped', () => {
    expect(addPin(full.slice(0, 19), 20)).toEqual({ done: true, pins: full })
    expect(addPin(full, 21)).toEqual({ done: false, reason: 'full' })
    expect(addPin(full, 3)).toEqual({ done: false, reason: 'known' })
    expect(removePin(full, 1)).toHaveLength(19)
  })
  test('a game moves to its place, past an end it stops there', () => {
    expect(movePin([1, 2, 3, 4], 1, 2)).toEqual([2, 3, 1, 4])
    expect(movePin([1, 2, 3, 4], 4, 0)).toEqual([4, 1, 2, 3])
    expect(movePin([1, 2, 3], 2, 99)).toEqual([1, 3, 2])
    expect(movePin([1, 2, 3], 2, -5)).toEqual([2, 1, 3])
    expect(movePin([1, 2, 3], 9, 0)).toEqual([1, 2, 3])
  })
})

describe('duels', () => {
  const one = (id: number, match: number, sportId = 1): Participant => ({ id, match, sportId, name: String(id) })
  const empty: Sides = [[], []]
  test('opponents of a match may meet, but not stand on one side; nobody stands twice', () => {
    const sides = joined(empty, 0, one(1, 10))
    expect(refusalOf(sides, 0, one(2, 10))).toBe('opponents')
    expect(refusalOf(sides, 1, one(2, 10))).toBeNull()
    expect(refusalOf(sides, 1, one(1, 10))).toBe('twice')
    expect(refusalOf(sides, 1, one(3, 11, 4))).toBe('sport')
  })
  test('five stand on a side', () => {
    const sides = [1, 2, 3, 4, 5].reduce<Sides>((all, id) => joined(all, 0, one(id, id)), empty)
    expect(refusalOf(sides, 0, one(6, 6))).toBe('full')
    expect(without(sides, 3)[0].map(({ id }) => id)).toEqual([1, 2, 4, 5])
  })
  test('sides of an address are those that could be put together by hand', () => {
    const known = new Map([one(1, 10), one(2, 10), one(3, 11), one(4, 12, 4)].map((each) => [each.id, each]))
    const of = (first: number[], second: number[]) => sidesOf([first, second], known).map((side) => side.map(({ id }) => id))
    expect(of([1, 3], [2])).toEqual([[1, 3], [2]])
    // An opponent of his own side, another sport, one who stands already, nobody.
    expect(of([1, 2], [4, 1, 99, Number.NaN])).toEqual([[1], []])
  })
})
