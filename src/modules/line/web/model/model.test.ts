import { describe, expect, test } from 'vitest'
import { champAddress, gameAddress, leadingId, placeOf, sportOfSlug, sportSlug } from './addresses.ts'
import { cellName } from '../table/names.ts'
import { cellsOf, favouritesOf, groupOrder, knowsDraw } from './columns.ts'
import { flatten, steady } from './flat-list.ts'
import { foldRows, marketRows, orderGroups } from './market-rows.ts'
import { lineText, outcomeName } from './outcome-text.ts'
import { dayStart, hasGroups, readPeriod, segmentsOf } from './periods.ts'
import { commonSide, withoutSide } from './short-names.ts'
import { moveSport, sportSections } from './sport-sections.ts'
import { tipOf } from './tips.ts'
import { trimState } from './trim-state.ts'
import type { LineGame, Outcome } from './types.ts'
import { readGame, readSports } from './wire-rows.ts'

function outcome(t: number, p = 0, more: Partial<Outcome> = {}): Outcome {
  return { key: `9:${t}${p ? `:${p}` : ''}`, gameId: 9, t, p, g: 1, gs: 1, player: null, price: 1850, open: true, main: false, ...more }
}

function game(ci: number, more: Partial<LineGame> = {}): LineGame {
  return {
    i: ci + 1000,
    ci,
    no: ci,
    kind: 3,
    startsAt: 0,
    updatedAt: 0,
    sportId: 1,
    sport: 'Футбол',
    champId: 1,
    champ: 'Лига',
    side1: 'А',
    side2: 'Б',
    side1Id: 0,
    side2Id: 0,
    count: 3,
    outcomes: [],
    groups: [],
    tabs: [],
    subGames: [],
    score: null,
    round: '',
    about: '',
    partName: '',
    mainId: ci + 1000,
    marks: { tracker: false, stats: false, video: false },
    ...more,
  }
}

describe('addresses', () => {
  test('a game has the address that CheckLink gives it', () => {
    const address = gameAddress(
      game(310001745, { champId: 910368, champ: 'Россия. Премьер-лига', side1: 'ЦСКА Москва', side2: 'Динамо Москва' }),
    )
    expect(address).toBe('/line/football/910368-rossiya-premer-liga/310001745-tsska-moskva-dinamo-moskva')
    expect(placeOf(`/ru${address}`)).toEqual({ kind: 3, sportId: 1, champId: 910368, gameId: 310001745 })
  })
  test('names without a single letter still make an address', () => {
    expect(champAddress(1, 4, 7, '!!!')).toBe('/live/tennis/7-championship')
  })
  test.each([
    ['football', 1],
    ['4', 4],
    ['nonsense', null],
  ])('sport of %s', (word, id) => {
    expect(sportOfSlug(word)).toBe(id)
  })
  test('every top sport is found by its own word', () => {
    for (const id of [1, 2, 3, 4, 6, 10, 66, 40]) expect(sportOfSlug(sportSlug(id))).toBe(id)
  })
  test.each([
    ['12-a', 12],
    ['12', 12],
    ['a-12', null],
    ['0-x', null],
    ['99999999999-x', null],
    ['12.bak', null],
    ['12-a.tar.gz', null],
    ['12-a~', null],
    ['12-a_(b)', 12],
    [undefined, null],
  ])('id of %s', (word, id) => {
    expect(leadingId(word)).toBe(id)
  })
  test('pages outside of the line have no place', () => {
    expect(placeOf('/ru/casino')).toBeNull()
    expect(placeOf('/ru/lines/football')).toBeNull()
    expect(placeOf('/ru/live')).toEqual({ kind: 1, sportId: null, champId: null, gameId: null })
  })
})

describe('columns', () => {
  const row = {
    outcomes: [
      outcome(1),
      outcome(3),
      outcome(7, -1.5, { main: true }),
      outcome(8, 1.5, { main: true }),
      outcome(9, 2.5),
      outcome(9, 3, { main: true }),
      outcome(10, 3, { main: true }),
    ],
  }
  test('the draw keeps its column when it is not offered', () => {
    expect(cellsOf(row, 'result', true).cells.map((one) => one?.t ?? null)).toEqual([1, null, 3])
    expect(cellsOf(row, 'result', false).cells.map((one) => one?.t)).toEqual([1, 3])
  })
  test('totals and handicaps show the main line', () => {
    expect(cellsOf(row, 'total', true).line).toBe(3)
    expect(cellsOf(row, 'handicap', true).line).toBe(-1.5)
    expect(cellsOf({ outcomes: [outcome(8, 1.5)] }, 'handicap', true).line).toBe(-1.5)
  })
  test('a winner with overtime stands in the result', () => {
    const { cells } = cellsOf({ outcomes: [outcome(401), outcome(402)] }, 'result', false)
    expect(cells.map((one) => one?.t)).toEqual([401, 402])
  })
  test('the chosen market stands first and none is lost', () => {
    expect(groupOrder('handicap')).toEqual(['handicap', 'result', 'total', 'double'])
    expect(groupOrder('totalAsian')).toEqual(['totalAsian', 'handicapAsian', 'result', 'total'])
    expect(knowsDraw([{ outcomes: [outcome(2)] }])).toBe(true)
  })
  test('Asian lines are a choice of their own, which others do not stand in for', () => {
    const asian = {
      outcomes: [...row.outcomes, outcome(3827, 2.25, { main: true }), outcome(3829, -0.75, { main: true }), outcome(3830, 0.75)],
    }
    expect([cellsOf(asian, 'totalAsian', true).line, cellsOf(asian, 'handicapAsian', true).line]).toEqual([2.25, -0.75])
    expect([cellsOf(asian, 'total', true).line, cellsOf(asian, 'handicap', true).line]).toEqual([3, -1.5])
    expect(cellsOf(row, 'totalAsian', true)).toEqual({ cells: [null, null], line: null })
    const around = { text: ((key: string) => key) as never, game: { side1: 'One', side2: 'Two' }, fullNames: false }
    expect(cellName('handicapAsian', 1, 2, asian.outcomes.at(-1)!, around).label).toBe('market_handicapAsian, Two +0.75')
  })
})

describe('a race', () => {
  const runner = (id: number, price: number) => ({ T: 2637, C: price, G: 26, PL: { I: id, N: `Runner ${id}` } })
  const row = { I: 1, CI: 1, S: 0, O1: 'Race 1', SI: 44, LI: 1, E: [runner(1, 2.5), runner(2, 3), runner(3, 4), runner(4, 9)] }
  test('has its favourites where games have columns', () => {
    const race = readGame(row)
    expect(favouritesOf(race).map(({ player }) => player?.id)).toEqual([1, 2, 3])
    expect(favouritesOf({ ...race, side2: 'B' })).toEqual([])
    expect(flatten([{ id: 'one', games: [race] }], false)[0]).toMatchObject({ sides: false })
    expect(flatten([{ id: 'one', games: [race, game(2)] }], false)[0]).toMatchObject({ sides: true })
  })
  test('travels with them in the first page, a game with its columns only', () => {
    const body = { Value: [row, { ...row, O2: 'B', E: [{ T: 1, C: 2, G: 1 }, runner(1, 2.5)] }] }
    const queries = [{ queryKey: ['/LineFeed/Get1x2_VZip'], state: { data: body } }]
    const sent = JSON.stringify(trimState({ state: { mutations: [], queries } } as never))
    expect(sent.match(/Runner \d/g)).toEqual(['Runner 1', 'Runner 2', 'Runner 3'])
  })
})

describe('the flat list', () => {
  const list = [game(1, { champId: 1 }), game(2, { champId: 2 }), game(3, { champId: 1 })]
  test('games of one championship stand together', () => {
    expect(flatten([{ id: 'one', games: list }], false).map(({ key }) => key)).toEqual(['hone-1', 'g1', 'g3', 'hone-2', 'g2'])
  })
  test('an empty group has no head', () => {
    expect(
      flatten(
        [
          { id: 'soon', games: [] },
          { id: 'later', games: [game(1)] },
        ],
        true,
      ).map(({ key }) => key),
    ).toEqual(['slater', 'hlater-1', 'g1'])
  })
  test('rows keep their places while the reader is inside; new ones wait', () => {
    const next = [game(4), game(3, { count: 99 }), game(1)]
    const held = steady([{ id: 'one', games: list }], [{ id: 'one', games: next }])
    expect(held.segments[0]!.games.map(({ ci }) => ci)).toEqual([1, 2, 3])
    expect(held.segments[0]!.games[2]!.count).toBe(99)
    expect(held.waiting).toBe(1)
  })
  test('a further page is appended and does not wait', () => {
    const held = steady([{ id: 'one', games: list }], [{ id: 'one', games: [...list, game(8), game(9)] }])
    expect(held.segments[0]!.games.map(({ ci }) => ci)).toEqual([1, 2, 3, 8, 9])
    expect(held.waiting).toBe(0)
  })
})

describe('market rows', () => {
  test('pairs of one length stay pairs', () => {
    const rows = marketRows({
      columns: [
        [outcome(9, 1), outcome(9, 2)],
        [outcome(10, 1), outcome(10, 2)],
      ],
    })
    expect(rows.map((row) => row.map((one) => one?.p))).toEqual([
      [1, 1],
      [2, 2],
    ])
  })
  test('a missing price leaves a gap at its own line', () => {
    const rows = marketRows({ columns: [[outcome(9, 1), outcome(9, 2)], [outcome(10, 2)]] })
    expect(rows.map((row) => row.map((one) => one?.p ?? null))).toEqual([
      [1, null],
      [2, 2],
    ])
  })
  test('handicaps meet by the opposite line', () => {
    const rows = marketRows({
      columns: [
        [outcome(7, -1.5), outcome(7, 1)],
        [outcome(8, 1.5), outcome(8, 0.5), outcome(8, -1)],
      ],
    })
    expect(rows.map((row) => row.map((one) => one?.p ?? null))).toEqual([
      [-1.5, 1.5],
      [null, 0.5],
      [1, -1],
    ])
  })
  test('correct scores are no lines: their columns stand beside each other', () => {
    const rows = marketRows({ columns: [[outcome(731, 1), outcome(731, 2)], [outcome(731, 0)], [outcome(731, 0.001)]] })
    expect(rows.map((row) => row.map((one) => one?.p ?? null))).toEqual([
      [1, 0, 0.001],
      [2, null, null],
    ])
  })
  test('a long list without a main line is cut until it is asked for', () => {
    const rows = Array.from({ length: 30 }, (_, p) => [outcome(731, p)])
    expect([foldRows(rows, false).shown.length, foldRows(rows, false).all]).toEqual([16, 30])
    expect([foldRows(rows, true).shown.length, foldRows(rows, true).all]).toEqual([30, 30])
    expect(foldRows(rows.slice(0, 24), false).all).toBeNull()
  })
  test('the side is said once when every name begins with it', () => {
    expect(commonSide(['Кайрат больше 1', 'Кайрат меньше 1'], ['Кайрат', 'Актобе'])).toBe('Кайрат')
    expect(commonSide(['Кайрат больше 1', 'Актобе меньше 1'], ['Кайрат', 'Актобе'])).toBe('')
    expect(commonSide(['Кайрат (−1)', 'Кайрат (+1)'], ['Кайрат', 'Актобе'])).toBe('')
    // Half and match: the other halves are decided.
    expect(commonSide(['Кайрат / Кайрат', 'Кайрат / ничья'], ['Кайрат', 'Актобе'])).toBe('')
    const arabic = ['\u2068Kairat\u2069 أكثر من 1', '\u2068Kairat\u2069 أقل من 1']
    expect(commonSide(arabic, ['Kairat', 'Aktobe'])).toBe('Kairat')
    expect(withoutSide(arabic[0]!, 'Kairat')).toBe('أكثر من 1')
    expect([withoutSide('Кайрат больше 1', 'Кайрат'), withoutSide('ничья', '')]).toEqual(['Больше 1', 'Ничья'])
  })
  test('the main line and two on each side stand first', () => {
    const rows = [1, 2, 3, 4, 5, 6, 7].map((p) => [outcome(9, p, { main: p === 6 })])
    expect(foldRows(rows, false).shown.map(([one]) => one?.p)).toEqual([3, 4, 5, 6, 7])
    expect(foldRows(rows, false).all).toBe(7)
    expect(foldRows(rows.slice(0, 5), false).all).toBeNull()
    expect(foldRows(rows, true).shown).toHaveLength(7)
  })
  test('pinned groups come first, the others keep the order of the feed', () => {
    expect(orderGroups([{ g: 1 }, { g: 17 }, { g: 2 }], ['2']).map(({ g }) => g)).toEqual([2, 1, 17])
  })
})

describe('names', () => {
  const model = {
    2: { N: 'Фора', M: { 7: { N: '^1^ ()' } } },
    17: { N: 'Тотал', M: { 9: { N: 'Больше ()' } } },
    136: { N: 'Точный счёт', M: { 731: { N: 'Счёт ()-()' } } },
    309: { N: 'Тотал к минуте', M: { 1197: { N: 'Больше () к () мин' } } },
    96: { N: 'Гол до минуты', M: { 812: { N: 'Гол () до () мин: да' } } },
    1: { N: 'Победитель', M: { 2637: { N: '[]' } } },
  }
  const sides = { side1: 'Кайрат', side2: 'Актобе' }
  test.each([
    [{ g: 2, t: 7, p: -1.5, player: null }, 'Кайрат (−1.5)'],
    [{ g: 2, t: 7, p: 1, player: null }, 'Кайрат (+1)'],
    [{ g: 17, t: 9, p: 2.5, player: null }, 'Больше 2.5'],
    [{ g: 136, t: 731, p: 2.001, player: null }, 'Счёт 2-1'],
    [{ g: 309, t: 1197, p: 150.06, player: null }, 'Больше 1.5 к 60 мин'],
    [{ g: 96, t: 812, p: 30.002, player: null }, 'Гол 2 до 30 мин: да'],
    [{ g: 1, t: 2637, p: 0, player: { id: 5, name: 'Иванов' } }, 'Иванов'],
    [{ g: 999, t: 1, p: 0, player: null }, ''],
  ])('%o', (one, name) => {
    expect(outcomeName(model, one, sides)).toBe(name)
  })
  test('a line of zero has no sign', () => {
    expect([lineText(0, true), lineText(-0, true), lineText(-0.25, false), lineText(2, false)]).toEqual(['0', '0', '−0.25', '2'])
  })
  test('tips say what a whole and a quarter line return', () => {
    const match = { ...sides, i: 1, mainId: 1, sportId: 3, partName: '' }
    const text = (key: string, params?: Record<string, unknown>) => `${key}${params ? JSON.stringify(params) : ''}`
    expect(tipOf(outcome(9, 2), match, text as never)).toContain('tip_line_back')
    expect(tipOf(outcome(3827, 2.25), match, text as never)).toContain('tip_line_half_lost{"line":"2"}')
    expect(tipOf(outcome(3827, 2.75), match, text as never)).toContain('tip_line_half_won{"line":"3"}')
    expect(tipOf(outcome(3828, 2.25), match, text as never)).toContain('tip_line_half_won{"line":"2"}')
    expect(tipOf(outcome(3829, -1.25), match, text as never)).toContain('tip_handicap_half_lost{"line":"−1"}')
    expect(tipOf(outcome(3829, -0.75), match, text as never)).toContain('tip_handicap_half_won{"line":"−1"}')
    expect(tipOf(outcome(3830, 1.25), match, text as never)).toContain('tip_handicap_half_won{"line":"+1"}')
    expect(tipOf(outcome(7, -1.5), match, text as never)).not.toContain('half')
    expect(tipOf(outcome(9, 2.5), match, text as never)).not.toContain('tip_line')
    expect(tipOf(outcome(7777), match, text as never)).toBe('')
  })
})

describe('periods', () => {
  test('whatever the address says, a period comes out', () => {
    expect([readPeriod(null), readPeriod('3h'), readPeriod('d3'), readPeriod('d9'), readPeriod('x')]).toEqual([
      'all',
      '3h',
      'd3',
      'all',
      'all',
    ])
    expect(['48h', '49h', '0h', '07h', '2026-11-25', '2026-02-30', '2026-13-01'].map(readPeriod)).toEqual([
      '48h',
      'all',
      'all',
      'all',
      '2026-11-25',
      'all',
      'all',
    ])
  })
  test('a number of hours is cut into the same groups, and its last group ends with it', () => {
    expect(segmentsOf('1h', 0)).toEqual([{ id: 'soon', query: { tf: 60 } }])
    expect(segmentsOf('30h', 0).map(({ query }) => query)).toEqual([{ tf: 120 }, { minOffset: 120, tf: 240 }, { minOffset: 240, tf: 1800 }])
    expect(['1h', '3h', '30h', 'today', 'd2'].map((period) => hasGroups(readPeriod(period)))).toEqual([false, true, true, true, false])
  })
  test('a date of the calendar is the day of the reader', () => {
    const [only] = segmentsOf('2026-11-25', 0)
    expect(only?.query).toEqual({
      tsFrom: new Date(2026, 10, 25).getTime() / 1000,
      tsTo: new Date(2026, 10, 26).getTime() / 1000 - 1,
    })
  })
  test('the hours 0–2, 2–4 and later follow each other without a gap', () => {
    expect(segmentsOf('all', 0).map(({ query }) => query)).toEqual([{ tf: 120 }, { minOffset: 120, tf: 240 }, { minOffset: 240 }])
    const now = Date.UTC(2026, 10, 21, 12)
    expect(segmentsOf('today', now).every(({ query }) => query['tsTo'] === dayStart(now, 1) - 1)).toBe(true)
  })
})

describe('sports of the tree', () => {
  const node = (id: number) => ({ id, name: String(id), count: 1, champs: [] })
  const shown = (sports: readonly number[], order: readonly number[]) =>
    sportSections(sports.map(node), order).map(({ id, sports: inside }) => [id, inside.map((sport) => sport.id)])
  test('stand in sections: top, the others, what is played; an own order rules inside a section only', () => {
    expect(shown([1, 2, 8, 40, 4], [])).toEqual([
      ['top', [1, 2, 4]],
      ['sports', [8]],
      ['play', [40]],
    ])
    expect(shown([1, 2, 8, 40, 4], [40, 4])).toEqual([
      ['top', [4, 1, 2]],
      ['sports', [8]],
      ['play', [40]],
    ])
  })
  test('a move changes places with the neighbour and stops at the ends', () => {
    const sections = sportSections([1, 2, 4, 8].map(node), [])
    expect(shown([1, 2, 4, 8], moveSport(sections, [], 4, -1))[0]).toEqual(['top', [1, 4, 2]])
    expect(moveSport(sections, [], 1, -1)).toEqual([])
    expect(moveSport(sections, [], 99, 1)).toEqual([])
  })
})

describe('reading the wire', () => {
  test('an absent member is zero, false or nothing', () => {
    const row = readGame({
      I: 5,
      S: 10,
      O1: 'А',
      SI: 1,
      LI: 2,
      E: [
        { T: 1, C: 1.85, G: 1 },
        { T: 9, P: 2.5, C: 2, G: 17, B: true, CE: 1 },
      ],
      SC: { FS: { S2: 1 } },
    })
    expect(row).toMatchObject({ ci: 5, kind: 3, side2: '', count: 0 })
    expect(row.score?.total).toEqual([0, 1])
    expect(row.outcomes.map(({ key, price, open, main }) => [key, price, open, main])).toEqual([
      ['5:1', 1850, true, false],
      ['5:9:2.5', 2000, false, true],
    ])
  })
  test('a player is part of the key', () => {
    const [one] = readGame({ I: 5, S: 0, O1: 'А', SI: 1, LI: 2, E: [{ T: 2637, C: 3, G: 26, PL: { I: 77, N: 'Б' } }] }).outcomes
    expect(one?.key).toBe('5:2637:0@77')
  })
  test('rows of one sport are one node of the tree', () => {
    const nodes = readSports({
      Value: [
        { I: 1, N: 'Футбол', C: 3 },
        { I: 1, N: 'Футбол', C: 2, MS: 7 },
        { I: 4, N: 'Теннис', C: 1 },
      ],
    })
    expect(nodes?.map(({ id, count }) => [id, count])).toEqual([
      [1, 5],
      [4, 1],
    ])
  })
  test('a tree that is still coming is none; that of a closed section is empty', () => {
    const coming = { Id: 0, Success: true, Error: '', ErrorCode: 0, Guid: '', Value: null }
    expect(readSports(coming)).toBeNull()
    expect(readSports({ ...coming, Value: [] })).toEqual([])
    expect(readSports({ Value: null })).toEqual([])
  })
})
