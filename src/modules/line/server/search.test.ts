import { beforeAll, describe, expect, test } from 'vitest'
import { applyFact } from '../rules/apply-fact.ts'
import type { ResolvedGame } from '#modules/feeds/rules/resolved.ts'
import { type Book, emptyBook } from '../rules/book.ts'
import { SAMPLE_START, sampleGame, sampleGameFact } from '../rules/sample-facts.ts'
import { createSearch, type SearchIndex } from './search.ts'

const teams: [string, string][] = [
  ['Spartak Moscow', 'Спартак Москва'],
  ['CSKA Moscow', 'ЦСКА Москва'],
  ['Real Madrid', 'Реал Мадрид'],
  ['Manchester United', 'Манчестер Юнайтед'],
  ['Malmö FF', 'Мальмё'],
  ['Paris Saint-Germain', 'Пари Сен-Жермен'],
]
let book: Book
let search: SearchIndex

beforeAll(() => {
  book = emptyBook()
  search = createSearch(book)
  for (let n = 0; n < 5000; n += 1) {
    const [en, ru] = teams[n] ?? []
    const game = sampleGame({
      n,
      championshipId: 910_000 + (n % 200),
      ...(en
        ? {
            names: [
              { en, ru: ru! },
              { en: `Guest ${n}`, ru: `Гость ${n}` },
            ],
          }
        : {}),
    })
    applyFact(book, sampleGameFact(game))
    search.put(book.games.get(game.ci)!)
  }
})

const find = (text: string, strict = false, limit = 50): string[] =>
  search.find(text, strict, () => true, limit).map((ci) => book.games.get(ci)!.sides[0]!.names['en']!)

describe('search', () => {
  const added = (games: ResolvedGame[]) => {
    for (const game of games) {
      applyFact(book, sampleGameFact(game))
      search.put(book.games.get(game.ci)!)
    }
    return () => games.forEach(({ ci }) => search.remove(ci))
  }

  test('a side that is called so stands before longer names, and before the games of a league that is called so', () => {
    const league = { en: 'Regionalliga Kellau', ru: 'Региональная лига. Келлау' }
    const named = (n: number, en: string, ru: string, startsAt: number) =>
      sampleGame({ n, championshipId: 990_010 + n, names: [{ en, ru }, { en: `Guest ${n}` }], startsAt: SAMPLE_START + startsAt })
    const inLeague = named(6110, 'Augsburg II', 'Аугсбург II', 60_000)
    const games = [
      { ...inLeague, championship: { ...inLeague.championship, names: league } },
      named(6111, 'Kellau Alzenau', 'Келлау Алценау', 120_000),
      named(6112, 'Kellau', 'Келлау', 180_000),
    ]
    const remove = added(games)
    for (const text of ['келлау', 'kellau', 'kel']) {
      const first = text === 'kel' ? ['Kellau Alzenau', 'Kellau', 'Augsburg II'] : ['Kellau', 'Kellau Alzenau', 'Augsburg II']
      expect([text, find(text)]).toEqual([text, first])
    }
    expect(find('kellua')).toHaveLength(3)
    remove()
  })

  test('the match itself stands before its imitation and before computers, which begin sooner', () => {
    const names: [Record<string, string>, Record<string, string>] = [{ en: 'Torvale Rangers' }, { en: 'Guest 6100' }]
    const real = sampleGame({ n: 6100, names, startsAt: SAMPLE_START + 7_200_000 })
    const like = sampleGame({ n: 6101, championshipId: 990_001, names })
    const imitation = { ...like, championship: { ...like.championship, about: { section: 'simulated' as const } } }
    const computers = sampleGame({ n: 6102, championshipId: 990_002, sportId: 85, names })
    const remove = added([imitation, computers, real])
    for (const strict of [false, true]) {
      const found = search.find('torvale', strict, () => true, 5)
      expect([found[0], found.length]).toEqual([real.ci, 3])
    }
    remove()
  })

  test('words are meant of one name before they are meant of two', () => {
    const apart = sampleGame({ n: 6103, names: [{ en: 'Linfell City' }, { en: 'Mansford Town' }] })
    const one = sampleGame({
      n: 6104,
      names: [{ en: 'Guest 6104' }, { en: 'Manfell City', ru: 'Манфелл Сити' }],
      startsAt: SAMPLE_START + 7_200_000,
    })
    const remove = added([apart, one])
    for (const text of ['man city', 'city man', 'ман сити']) expect(search.find(text, false, () => true, 5)[0], text).toBe(one.ci)
    expect(search.find('man city', false, () => true, 5)).toContain(apart.ci)
    remove()
  })

  test('a letter is forgiven only where nobody is called so', () => {
    // "Malmo" is one letter from "Malma"; whoever types the first means it.
    const other = sampleGame({ n: 6000, names: [{ en: 'Malma City' }, { en: 'Guest 6000' }] })
    applyFact(book, sampleGameFact(other))
    search.put(book.games.get(other.ci)!)
    expect(find('malmo')).toEqual(['Malmö FF'])
    expect(find('malmi')).toEqual(expect.arrayContaining(['Malmö FF', 'Malma City']))
    search.remove(other.ci)
  })

  test.each([
    ['spartak', 'Spartak Moscow'],
    ['спартак', 'Spartak Moscow'],
    ['Спартак мос', 'Spartak Moscow'],
    ['spartka', 'Spartak Moscow'],
    ['spatrak', 'Spartak Moscow'],
    ['реал', 'Real Madrid'],
    ['real madird', 'Real Madrid'],
    ['manu', 'Manchester United'],
    ['mu', 'Manchester United'],
    ['манчестер юнайтет', 'Manchester United'],
    ['malmo', 'Malmö FF'],
    ['МАЛЬМЕ', 'Malmö FF'],
    ['psg', 'Paris Saint-Germain'],
    ['saint germain', 'Paris Saint-Germain'],
    ['cska', 'CSKA Moscow'],
    ['цска москва', 'CSKA Moscow'],
    ['tsska', 'CSKA Moscow'],
  ])('%s finds %s', (text, team) => {
    if (text === 'manu') expect(find(text)).not.toContain('Real Madrid')
    else expect(find(text)).toContain(team)
  })

  test('every word must match; the whole phrase when strict', () => {
    expect(find('spartak madrid')).toEqual([])
    expect(find('moscow spartak')).toContain('Spartak Moscow')
    expect(find('moscow spartak', true)).toEqual([])
    expect(find('spartak mos', true)).toEqual(['Spartak Moscow'])
    expect(find('спартак мос', true)).toEqual(['Spartak Moscow'])
    // Not from the middle of a word, as "real" in Montreal, and signs alone are no phrase.
    expect(find('partak mos', true)).toEqual([])
    for (const nothing of ['', '  ', '%%', '___']) expect(find(nothing, true)).toEqual([])
  })

  test('the limit holds, and names that are gone are not found', () => {
    expect(find('lowland', false, 7)).toHaveLength(7)
    const game = [...book.games.values()].find((one) => one.sides[0]!.names['en'] === 'Real Madrid')!
    search.remove(game.ci)
    expect(find('real madrid')).toEqual([])
    search.put(game)
    expect(find('real madrid')).toEqual(['Real Madrid'])
  })

  test('regular signs and emptiness are harmless', () => {
    for (const text of ['', '   ', '(', '\\', '%_', "'; drop", '🙂🙂']) expect(Array.isArray(find(text))).toBe(true)
  })
})
