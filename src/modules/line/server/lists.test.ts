import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { feedQuery } from '../rules/feed-query.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '../rules/sample-facts.ts'
import { feedQuestion, USUAL_ROWS } from './answers.ts'
import { createLine } from './line.ts'
import { modelChunk, modelMap } from './names-model.ts'
import { ask, basket, cup, football, live, outright, type Row, rows } from './sample-line.ts'

describe('lists', () => {
  test('order: sports of the brand, weight, start; filters narrow it', () => {
    expect(rows('Get1x2_VZip').map((row) => row['CI'])).toEqual([football.ci, outright.ci, cup.ci, basket.ci])
    expect(rows('Get1x2_VZip', { ANTISPORTS: '1' }).map((row) => row['CI'])).toEqual([basket.ci])
    expect(rows('Get1x2_VZip', { tf: 60 }).map((row) => row['CI'])).toEqual([football.ci, outright.ci, basket.ci])
    expect(rows('Get1x2_VZip', { count: 1, page: 2 }).map((row) => row['CI'])).toEqual([outright.ci])
    expect(rows('Get1x2_VZip', { sports: 999 })).toEqual([])
    expect(rows('Get1x2_VZip', { count: 'x', tf: '-5', sports: 'q,,1', teams: '' })).toHaveLength(3)
  })

  test('sports: short opens what is asked, long-term bets have a row of their own', () => {
    const short = rows('GetSportsShortZip', { sports: '1', champs: '910101' })
    expect(short.map(({ I, MS, C }) => [I, MS, C])).toEqual([
      [1, undefined, 2],
      [1, 7, 1],
      [3, undefined, 1],
    ])
    expect((short[0]!['L'] as Row[]).map(({ LI, G }) => [LI, (G as Row[] | undefined)?.length])).toEqual([
      [910_101, 1],
      [910_102, undefined],
    ])
    expect(short[2]!['L']).toBeUndefined()
    const nested = rows('GetSportsShortZip', { sports: '1', groupChamps: 'true' })[0]!
    expect(nested['L']).toMatchObject([{ CSC: 2, GC: 2, L: 'World', SC: [{ LI: 910_101 }, { LI: 910_102 }] }])
    expect(rows('GetSportsZip')[0]).toMatchObject({ I: 1, E: 'Football', L: [{ LI: 910_101 }, { LI: 910_102 }] })
  })

  test('top championships, favourites and search', () => {
    expect(rows('WebGetTopChampsZip', { sports: 1 }).map(({ Pos, LI, MSs }) => [Pos, LI, MSs])).toEqual([
      [1, 910_101, null],
      [2, 910_900, null],
    ])
    const favourite = ask('GetFavoritesZip', {
      games: `${football.parts[0]!.i},77`,
      champs: '910301',
      teams: `${cup.sides[0]!.id}`,
    }) as Row
    expect((favourite['G'] as Row[]).map(({ CI }) => CI).toSorted()).toEqual([football.ci, cup.ci, basket.ci].toSorted())
    expect(favourite).toMatchObject({ X: [77], C: [{ LI: 910_301, GC: 1 }], TM: [{ I: cup.sides[0]!.id, GC: 1 }] })
    const two = ask('GetFavoritesZip', { games: `${football.parts[0]!.i},${cup.parts[0]!.i}`, champs: '910301', count: 2 }) as Row
    expect(two['G']).toHaveLength(2)
    // What a championship has is no matter of how many rows are asked.
    expect(two['C']).toMatchObject([{ LI: 910_301, GC: 1 }])
    expect(rows('Web_SearchZip', { text: 'vale city' }).map(({ CI }) => CI)).toEqual([football.ci])
    expect(rows('Web_SearchZip', { text: 'v' })).toEqual([])
  })
})

test('a marked game that is not known is gone only when the whole line has been told', () => {
  const query = feedQuery({ games: '77' }, { lng: 'en', format: 0, countryId: 1 })
  const { answers } = createLine({ clock: { now: () => SAMPLE_START }, texts: { text: (_lng, key) => key } })
  const told = (isFilling: boolean) => {
    const { build } = feedQuestion({ ...answers, filling: () => isFilling }, 'GetFavoritesZip', 3, query, { id: 'test', sportsOrder: [] })
    return (JSON.parse(JSON.stringify(build())) as { Value: unknown }).Value
  }
  expect([told(true), told(false)]).toEqual([{}, { X: [77] }])
})

test('best games are ten unless a call says how many; on the board they are twenty at most', () => {
  const own = createLine({ clock: { now: () => SAMPLE_START }, texts: { text: (_lng, key) => key } })
  for (let n = 0; n < 40; n += 1) {
    const game = sampleGame({ n, weight: 950 })
    own.apply([sampleGameFact(game), sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets() }, game.ci)])
  }
  const sizeOf = (method: 'GetTopGamesStatZip' | 'TopGamesStatDashbord', limit?: string) => {
    const raw = limit === undefined ? {} : { limit }
    const query = feedQuery(raw, { lng: 'en', format: 0, countryId: 1, ...USUAL_ROWS[method] })
    const value = feedQuestion(own.answers, method, 3, query, { id: 'test', sportsOrder: [] }).build() as { Value: unknown[] }
    return value.Value.length
  }
  expect([sizeOf('GetTopGamesStatZip'), sizeOf('GetTopGamesStatZip', '25'), sizeOf('GetTopGamesStatZip', '3')]).toEqual([10, 25, 3])
  expect(['5', '20', '30'].map((limit) => sizeOf('TopGamesStatDashbord', limit))).toEqual([5, 20, 20])
  // What says no number is as if it were not there (wire rule 19).
  for (const none of ['', 'abc', '0', '-3'])
    expect([sizeOf('GetTopGamesStatZip', none), sizeOf('TopGamesStatDashbord', none)], none).toEqual([10, 20])
})

describe('live', () => {
  test('score, clock, board and status, in the asked language', () => {
    const row = rows('Get1x2_VZip', { lng: 'ru' }, 1)[0]!
    expect(row).toMatchObject({ KI: 1, SS: 3, INS: true, O1: 'Ридж Сити' })
    expect(row).not.toHaveProperty('B')
    expect(row['SC']).toEqual({
      FS: { S1: 1 },
      PS: [
        { Key: 1, Value: { S1: 1, NF: '1-й тайм' } },
        { Key: 2, Value: { NF: '2-й тайм' } },
      ],
      CP: 2,
      CPS: '2-й тайм',
      TS: 3240,
      S: [],
      I: '',
      ST: [
        {
          Key: 0,
          Value: [
            { ID: 29, N: 'Угловые', S1: '4', S2: '2' },
            { ID: 20, N: 'Владение мячом, %', S1: '54', S2: '46' },
          ],
        },
      ],
      SLS: 'Идёт сейчас',
    })
  })

  test('chronology, newest first', () => {
    expect(ask('GetChronoOfPlay', { id: live.parts[0]!.i }, 1)).toMatchObject({
      I: live.parts[0]!.i,
      H: [
        { Id: 2, P: 1, K: 12, N: 'End: 1st half' },
        { Id: 1, K: 1, TM: 1, TS: 1260, N: 'Goal' },
      ],
    })
    expect(ask('GetChronoOfPlay', { id: football.parts[0]!.i }, 1)).toBeNull()
    // The word of the feed is in no table of the wire: our own tracker asks for it.
    const words = (own: boolean) => (ask('GetChronoOfPlay', { id: live.parts[0]!.i, own }, 1) as { H: Row[] }).H.map(({ IT }) => IT)
    expect([words(false), words(true)]).toEqual([
      [undefined, undefined],
      ['period_end', 'goal'],
    ])
    // Only cards take the constant id (wire rule 3).
    expect(ask('GetChronoOfPlay', { id: live.ci }, 1)).toBeNull()
  })
})

test('names of outcomes cover every type of the market book, in two languages', () => {
  const book = JSON.parse(readFileSync(new URL('../../../../seed/market-book.json', import.meta.url), 'utf8')) as {
    keys: Record<string, { g: number; outcomes: [number][] }>
  }
  const map = modelMap('full', 'ru')
  for (const { g, outcomes } of Object.values(book.keys)) {
    const chunk = Object.keys(map).find((one) => map[one]![0] <= g && g <= map[one]![1])!
    const group = modelChunk('full', 'ru', Number(chunk))![chunk]![g]!
    for (const [t] of outcomes) expect(group.M[t]?.N, `${g} ${t}`).toBeTruthy()
  }
  expect(modelChunk('full', 'en', 0)!['0']![17]).toEqual({ N: 'Total', M: { 9: { N: 'Over ()' }, 10: { N: 'Under ()' } } })
  expect(modelChunk('short', 'fr', 0)!['0']![4]!.N).toBe('Total')
  expect(modelChunk('full', 'en', 999_999)).toBeNull()
  // Every outcome has a short group, and its names under it, in all languages.
  expect(modelMap('short', 'ru')['0']![0]).toBeGreaterThan(0)
  const booked = (lng: string) => modelChunk('short', lng, 1000)!['1000']![1_000_004]
  expect(booked('en')).toEqual({ N: 'Player is booked', M: { 4533: { N: '[] is booked' } } })
  expect([booked('ru')!.N, booked('ar')!.N]).toEqual(['Карточка игроку', 'حصول لاعب على بطاقة'])
})
