import { describe, expect, test } from 'vitest'
import { slug } from '#lib/text.ts'
import { pageLink } from './page-link.ts'
import { SAMPLE_START, sampleGame, sampleGameFact } from '../rules/sample-facts.ts'
import { ask, basket, football, line, live, outright, type Row, rows } from './sample-line.ts'
import type { FeedMethod } from './answers.ts'
import { faultsIn, recordedPaths } from './wire-fields.ts'

describe('fields', () => {
  test('every row of every call has only known fields, of the right type, and leaves out what is empty', () => {
    const faults: string[] = []
    for (const kind of [1, 3] as const) {
      const lists: [FeedMethod, Record<string, unknown>][] = [
        ['Get1x2_VZip', { virtualSports: true }],
        ['BestGamesExtVZip', {}],
        ['BestGamesExtZip', {}],
        ['GetTopGamesStatZip', {}],
        ['TopGamesStatDashbord', {}],
        ['GetGamesTeamZip', { teams: `${football.sides[0]!.id},${live.sides[0]!.id}` }],
      ]
      for (const lng of ['en', 'ru']) {
        for (const [method, query] of lists)
          for (const row of rows(method, { ...query, lng, noFilterBlockEvent: 1 }, kind)) faults.push(...faultsIn('Game', row))
        for (const grouped of [true, false]) {
          for (const game of [football, live, basket, outright]) {
            for (const part of game.parts) {
              const row = ask(
                'GetGameZip',
                { id: part.i, GroupEvents: grouped, isSubGames: true, allEventsGroupSubGames: true, isNewBuilder: true, lng },
                kind,
              )
              if (row) faults.push(...faultsIn('Game', row as Row))
            }
          }
        }
        for (const row of rows('GetSportsZip', { lng }, kind)) faults.push(...faultsIn('SportRow', row))
        for (const row of rows('GetSportsShortZip', { lng, sports: 1, champs: football.championship.id, groupChamps: true }, kind))
          faults.push(...faultsIn('SportRow', row))
        for (const method of ['GetChampsZip', 'GetChamps', 'WebGetTopChampsZip'] as const)
          for (const row of rows(method, { lng }, kind)) faults.push(...faultsIn('ChampRow', row))
        const champ = ask('GetChampZip', { champ: football.championship.id, lng }, kind)
        faults.push(...faultsIn('ChampRow', champ as Row))
      }
    }
    expect([...new Set(faults)]).toEqual([])
  })

  test('a game in play has a live zone where the tracker can draw its sport, and none where it cannot', () => {
    const zone = () => (ask('GetGameZip', { id: live.ci, isSubGames: true }, 1) as Row)['ZP']
    const game = line.book.games.get(live.ci)!
    expect(zone()).toBe(live.parts[0]!.i)
    const greyhounds = 68
    const sport = game.sportId
    game.sportId = greyhounds
    expect(zone()).toBeUndefined()
    game.sportId = sport
  })

  test('no path has another type than the recorded bodies', () => {
    const wrong: string[] = []
    const check = (method: string, value: unknown): void => {
      const recorded = recordedPaths[method]!
      walk(value, '$.Value', (path, type) => {
        const seen = recorded[path]?.split('|')
        if (seen && !seen.some((one) => one === type || (one === 'float' && type === 'int') || (one === 'int' && type === 'float')))
          wrong.push(`${method} ${path}: ${type}, recorded ${seen.join()}`)
      })
    }
    check('Get1x2_VZip', ask('Get1x2_VZip', {}, 1))
    check('Get1x2_VZip', ask('Get1x2_VZip'))
    check('GetGameZip', ask('GetGameZip', { id: football.ci, GroupEvents: true, isSubGames: true }))
    check('GetSportsShortZip', ask('GetSportsShortZip', { sports: 1, champs: 910_101 }))
    check('GetTopGamesStatZip', ask('GetTopGamesStatZip'))
    check('WebGetTopChampsZip', ask('WebGetTopChampsZip'))
    check('GetChampZip', ask('GetChampZip', { champ: 910_101 }))
    check('GetSportsZip', ask('GetSportsZip'))
    expect(wrong).toEqual([])
  })
})

function walk(value: unknown, path: string, visit: (path: string, type: string) => void): void {
  if (Array.isArray(value)) {
    visit(path, 'array')
    for (const one of value) walk(one, `${path}[]`, visit)
  } else if (value !== null && typeof value === 'object') {
    visit(path, 'object')
    for (const [key, one] of Object.entries(value)) walk(one, `${path}.${key}`, visit)
  } else {
    visit(
      path,
      value === null
        ? 'null'
        : typeof value === 'number'
          ? Number.isInteger(value)
            ? 'int'
            : 'float'
          : typeof value === 'boolean'
            ? 'bool'
            : 'string',
    )
  }
}

describe('kinds and ids', () => {
  test('each root serves its kind only; I and CI both name a game, also a part', () => {
    expect(rows('Get1x2_VZip').map((row) => row['KI'])).not.toContain(1)
    expect(rows('Get1x2_VZip', {}, 1).map((row) => row['I'])).toEqual([live.parts[0]!.i])
    for (const id of [football.ci, football.parts[0]!.i]) expect(ask('GetGameZip', { id })).toMatchObject({ CI: football.ci })
    expect(ask('GetGameZip', { id: live.ci })).toBeNull()
    expect(ask('GetGameZip', { id: football.ci }, 1)).toBeNull()
    expect(ask('GetGameZip', { id: 5 })).toBeNull()
    const [main, half, , corners] = football.parts
    const sub = ask('GetGameZip', { id: half!.ci, GroupEvents: 1 }) as Row
    expect(sub).toMatchObject({ I: half!.i, MG: main!.i, CMG: main!.ci, P: 1, PN: '1st half', TG: '' })
    expect((sub['BIG'] as Row[]).map(({ I, TI }) => [I, TI])).toEqual([
      [half!.i, undefined],
      [corners!.i, 201],
    ])
  })

  test('a page with a constant id leads to the right place', () => {
    expect(pageLink(line.answers, football.ci, 'en')).toEqual({
      I: football.parts[0]!.i,
      CI: football.ci,
      KI: 3,
      SI: 1,
      LI: 910_101,
      U: `/line/football/910101-lowland-division-910101/${football.ci}-vale-city-north-city`,
    })
    expect(pageLink(line.answers, 5, 'en')).toBeNull()
    // What is over keeps its page, which tells how it ended.
    const ended = sampleGame({ n: 7077 })
    line.apply([sampleGameFact(ended), sampleGameFact({ ...ended, status: 'ended' }, { sentAt: SAMPLE_START })])
    expect(pageLink(line.answers, ended.ci, 'en')).toMatchObject({ KI: 0, U: expect.stringMatching(`^/line/football/.*/${ended.ci}-`) })
    // A field is called as its page and its row are, not by the first two of its runners.
    const { O1 } = ask('GetGameZip', { id: outright.ci }) as { O1: string }
    expect(pageLink(line.answers, outright.ci, 'ru')!.U).toMatch(new RegExp(`/${outright.ci}-${slug(O1)}$`))
  })
})

describe('outcomes', () => {
  test('a row has the main lines in E and the further lines of the same groups in AE, without GS', () => {
    const row = rows('Get1x2_VZip', { games: football.parts[0]!.i })[0]!
    const E = row['E'] as Row[]
    expect(E.map(({ T, P }) => [T, P])).toEqual([
      [1, undefined],
      [2, undefined],
      [3, undefined],
      [4, undefined],
      [5, undefined],
      [6, undefined],
      [7, undefined],
      [8, undefined],
      [9, 2.5],
      [10, 2.5],
      [11, 1.5],
      [12, 1.5],
      [13, 1.5],
      [14, 1.5],
      [180, undefined],
      [181, undefined],
    ])
    expect(E.find(({ T }) => T === 9)).toEqual({ T: 9, P: 2.5, C: 2, CV: '2', G: 17, CE: 1 })
    const totals = (row['AE'] as Row[]).find(({ G }) => G === 17)!['ME'] as Row[]
    expect(totals.map(({ T, P }) => [T, P])).toEqual([
      [9, 0.5],
      [9, 1.5],
      [9, 3.5],
      [9, 4.5],
      [10, 0.5],
      [10, 1.5],
      [10, 3.5],
      [10, 4.5],
    ])
    expect(E.some((one) => 'GS' in one)).toBe(false)
  })

  test('columns keep pairs in one row and the scores of the away side by away goals', () => {
    const card = ask('GetGameZip', { id: football.ci, GroupEvents: true }) as Row
    const column = (g: number) => (card['GE'] as Row[]).find(({ G }) => G === g)!['E'] as Row[][]
    const [first, second] = column(2)
    expect(first!.map(({ P }) => P ?? 0)).toEqual([-1.5, -1, 0, 1, 1.5])
    expect(second!.map(({ P }) => P ?? 0)).toEqual([1.5, 1, 0, -1, -1.5])
    expect(column(136).map((list) => list.map(({ T, P }) => (T === 731 ? (P ?? 0) : T)))).toEqual([
      [1, 2, 2.001, 3],
      [0, 1.001, 2.002, 3786],
      [0.001, 0.002, 1.002, 0.003],
    ])
    expect((card['GE'] as Row[]).map(({ G }) => G).slice(0, 4)).toEqual([1, 8, 17, 2])
  })

  test('counters: EC, EGC and every tab; a tab filters the groups and not the counters', () => {
    const all = ask('GetGameZip', { id: football.ci, GroupEvents: true, countevents: 1000 }) as Row
    const total = (all['GE'] as Row[]).reduce((sum, group) => sum + (group['E'] as Row[][]).flat().length, 0)
    expect(all['EC']).toBe(total)
    expect(all['EGC']).toBe((all['GE'] as Row[]).length)
    expect((all['MEC'] as Row[]).map(({ MT }) => MT)).toEqual([2, 3, 4, 5, 6, 7, 8, 12, 13, 19, 1])
    expect((all['MEC'] as Row[]).at(-1)).toEqual({ MT: 1, EC: total, N: 'All' })
    const handicap = ask('GetGameZip', { id: football.ci, GroupEvents: true, marketType: 4 }) as Row
    expect((handicap['GE'] as Row[]).map(({ G }) => G)).toEqual([2])
    expect(handicap['EC']).toBe(total)
    const first = ask('GetGameZip', { id: football.ci, GroupEvents: true, topGroups: '136,2' }) as Row
    expect((first['GE'] as Row[]).map(({ G }) => G).slice(0, 2)).toEqual([136, 2])
  })

  test('countevents is the most outcomes of the answer, in whole rows; EGC counts its groups, EC all outcomes', () => {
    const all = ask('GetGameZip', { id: football.ci, GroupEvents: true, countevents: 1000 }) as Row
    const cut = (countevents: number, more: Row = {}) => {
      const { GE = [], EGC, EC } = ask('GetGameZip', { id: football.ci, GroupEvents: true, countevents, ...more }) as Row
      const groups = GE as { G: number; E: Row[][] }[]
      expect([countevents, EGC ?? 0, EC]).toEqual([countevents, groups.length, all['EC']])
      return groups.map(({ G, E }) => [G, ...E.map((column) => column.length)])
    }
    for (let most = 1; most < 20; most += 1)
      expect(cut(most).reduce((sum, [, ...sizes]) => sum + sizes.reduce((a, b) => a + b), 0)).toBeLessThanOrEqual(most)
    expect(cut(2)).toEqual([])
    expect(cut(6)).toEqual([
      [1, 1, 1, 1],
      [8, 1, 1, 1],
    ])
    // One outcome more than two groups have is no pair of the third.
    expect(cut(7)).toEqual(cut(6))
    expect(cut(8).at(-1)).toEqual([17, 1, 1])
    expect(ask('GetGameZip', { id: football.ci, countevents: 7 })).toMatchObject({ E: { length: 7 } })
  })

  test('a sub-game whose card is still empty leaves out what it has none of', () => {
    const game = line.book.games.get(football.ci)!
    const half = football.parts.find(({ part }) => part === 'h2')!
    game.sizes = { h2: 12 }
    const card = ask('GetGameZip', { id: football.ci, GroupEvents: true, isSubGames: true, allEventsGroupSubGames: true }) as Row
    delete game.sizes
    const sub = (card['SG'] as Row[]).find(({ I }) => I === half.i)!
    expect(sub).toMatchObject({ CI: half.ci, PN: '2nd half' })
    expect(sub).not.toHaveProperty('EC')
    expect(sub).not.toHaveProperty('GE')
    expect(faultsIn('Game', card)).toEqual([])
  })

  test('blocked outcomes stay in the card and leave lists unless asked for', () => {
    const blocked = (row: Row): unknown[] => ((row['E'] ?? []) as Row[]).filter(({ B }) => B).map(({ T }) => T)
    expect(blocked(ask('GetGameZip', { id: basket.ci }) as Row)).toEqual([7, 8])
    expect(rows('Get1x2_VZip', { sports: 3 })[0]!['E'] as Row[]).toHaveLength(4)
    expect(blocked(rows('Get1x2_VZip', { sports: 3, noFilterBlockEvent: 'true' })[0]!)).toEqual([7, 8])
  })

  test('runners carry their names, a row only the favourites', () => {
    const row = rows('Get1x2_VZip', { champs: 910_900 })[0]!
    expect((row['E'] as Row[]).map(({ PL }) => (PL as Row)['N'])).toEqual([
      'Runner 0',
      'Runner 1',
      'Runner 2',
      'Runner 3',
      'Runner 4',
      'Runner 5',
    ])
    const [others] = row['AE'] as { G: number; ME: Row[] }[]
    expect([others!.G, others!.ME.map(({ PL }) => (PL as Row)['N'])]).toEqual([26, ['Runner 6', 'Runner 7']])
    expect(faultsIn('Game', row)).toEqual([])
    expect(row['O2']).toBeUndefined()
    expect((ask('GetGameZip', { id: outright.ci }) as Row)['E']).toHaveLength(8)
  })

  test('CV follows cfview, C does not', () => {
    const first = (view: number) => (rows('Get1x2_VZip', { champs: 910_101, cfview: view })[0]!['E'] as Row[])[0]!
    expect([0, 1, 2, 4, 6].map((view) => first(view)['CV'])).toEqual(['2.15', '23/20', '+115', '1.15', '-0.87'])
    expect(first(2)['C']).toBe(2.15)
  })
})
