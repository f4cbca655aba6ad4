/** The request vocabulary (LN-17, RQ-07, RQ-10; specification §3, §5): every parameter changes the answer as documented. */
import { expect, test } from 'vitest'
import { feedQuery, lowerKeys } from '../rules/feed-query.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact, type SampleGame } from '../rules/sample-facts.ts'
import { globalChampionshipId } from '../rules/global-championship.ts'
import { countryIdOf } from '#modules/feeds/rules/countries.ts'
import type { ResolvedGame } from '#modules/feeds/rules/resolved.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { type FeedMethod, feedQuestion } from './answers.ts'
import { createLine } from './line.ts'

const NOW = SAMPLE_START - 3_600_000
const SECOND = SAMPLE_START / 1000
const line = createLine({ clock: { now: () => NOW }, texts: loadTexts(new URL('../../../../locales', import.meta.url).pathname) })

function put(sample: SampleGame, change: (game: ResolvedGame) => void = () => {}, priced = true): ResolvedGame {
  const game = sampleGame(sample)
  game.championship = { ...game.championship }
  change(game)
  line.apply([sampleGameFact(game)])
  if (priced) line.apply([sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(sample.n) }, game.ci)])
  return game
}
const section = (name: 'virtual' | 'simulated' | 'alternative') => (game: ResolvedGame) =>
  void (game.championship.about = { section: name })

const top = put({ n: 1, weight: 500 })
const home = put(
  { n: 2, championshipId: 910_102, weight: 50, startsAt: SAMPLE_START + 60_000 },
  (game) => (game.championship.countryId = 85),
)
const hockey = put(
  { n: 3, sportId: 2, championshipId: 910_201, startsAt: SAMPLE_START + 7_200_000 },
  (game) => (game.championship.countryId = countryIdOf('ES')),
)
const cyber = put({ n: 4, sportId: 40, championshipId: 910_401, weight: 60 }, (game) => {
  game.championship.about = { subSport: { id: 86, names: { en: 'Counter-Strike', ru: 'Counter-Strike' } } }
})
const virtualRace = put({ n: 5, sportId: 211, championshipId: 910_501 })
const virtualFootball = put({ n: 6, championshipId: 910_601, weight: 40 }, section('virtual'))
const simulated = put({ n: 7, championshipId: 910_701, weight: 30 }, section('simulated'))
const alternative = put({ n: 8, championshipId: 910_801, weight: 20 }, section('alternative'))
const outright = put({ n: 9, championshipId: 910_901, weight: 25, type: 'outright' }, (game) => {
  game.about = { title: { en: 'Winner', ru: 'Победитель' } }
  game.sides = Array.from({ length: 4 }, (_, k) => ({ ...game.sides[0]!, id: 72_000 + k, order: k, role: 'runner' as const }))
})
const unpriced = put({ n: 10, championshipId: 910_101, weight: 500, startsAt: SAMPLE_START + 1000 }, () => {}, false)
const live = put({ n: 11, kind: 1 })

function ask(method: FeedMethod, query: Record<string, unknown>, kind: 1 | 3 = 3): any {
  const parsed = feedQuery(lowerKeys(Object.entries(query)), { lng: 'ru', format: 0, countryId: 85 })
  const question = feedQuestion(line.answers, method, kind, parsed, { id: 'test', sportsOrder: [] })
  return (JSON.parse(JSON.stringify(question.build())) as { Value: unknown }).Value
}
const cis = (query: Record<string, unknown>, kind: 1 | 3 = 3): number[] =>
  ask('Get1x2_VZip', query, kind).map(({ CI }: { CI: number }) => CI)
const USUAL = [top, home, outright, hockey, cyber, simulated]

test.each<[string, Record<string, unknown>, ResolvedGame[]]>([
  ['nothing asked', {}, USUAL],
  ['the default order: played before simulated, then by sport, weight, start', { count: 3 }, [top, home, outright]],
  ['count and page', { count: 2, page: 2 }, [outright, hockey]],
  ['count of rubbish is the default', { count: 'x', page: -1 }, USUAL],
  ['sports', { sports: '2' }, [hockey]],
  ['sports in any order, twice', { sports: '40,2,2,40' }, [hockey, cyber]],
  ['sport and sportId', { sport: 2 }, [hockey]],
  ['filterSports acts as sports', { filterSports: '40' }, [cyber]],
  ['antisports', { antisports: '1,40' }, [hockey]],
  ['champs', { champs: '910102,910201' }, [home, hockey]],
  ['champ', { champ: 910_102 }, [home]],
  ['champId', { champId: 910_102 }, [home]],
  ['games by I', { games: `${top.parts[0]!.i},${alternative.parts[0]!.i}` }, [top, alternative]],
  ['teams', { teams: String(hockey.sides[1]!.id) }, [hockey]],
  ['top', { top: true }, [top, hockey]],
  ['countryOnly', { countryOnly: 1, country: 85 }, [home]],
  ['countryOnly of another country', { countryOnly: 1, fcountry: 225 }, USUAL.filter((game) => game !== home && game !== hockey)],
  ['europe: championships of its countries', { europe: true }, [hockey]],
  ['countryFirst', { countryFirst: true, count: 2 }, [home, top]],
  ['virtualSports', { virtualSports: true }, [top, home, outright, hockey, cyber, virtualRace, virtualFootball, simulated]],
  ['a virtual sport by its id', { sports: 211 }, [virtualRace]],
  ['cyberFlag 1', { cyberFlag: 1 }, [cyber]],
  ['cyberFlag 4', { cyberFlag: 4 }, USUAL.filter((game) => game !== cyber)],
  ['tsFrom', { tsFrom: SECOND + 30 }, [home, hockey]],
  ['tsTo', { tsTo: SECOND + 30 }, USUAL.filter((game) => game !== home && game !== hockey)],
  ['tsFrom and tsTo', { tsFrom: SECOND + 30, tsTo: SECOND + 90 }, [home]],
  ['minOffset', { minOffset: 90 }, [hockey]],
  ['tf', { tf: 61 }, USUAL.filter((game) => game !== hockey)],
  ['tf without a limit', { tf: 1_000_000 }, USUAL],
  ['getEmpty', { getEmpty: true, champs: 910_101 }, [top, unpriced]],
  ['market set 7: long-term bets', { marketType: 7 }, [outright]],
  ['market set 3: alternative games', { marketType: '3' }, [alternative]],
  ['market sets, sorted, once, unknown ones ignored', { marketType: '7,3,7,999,x' }, [outright, alternative]],
  ['other market sets say which markets, not which games', { marketType: '8,1001' }, USUAL],
  ['section', { section: 'simulated' }, [simulated]],
  ['section virtual', { section: 'virtual' }, [virtualFootball]],
  ['section alternative', { section: 'alternative' }, [alternative]],
  ['section long', { section: 'long' }, [outright]],
  ['an unknown section', { section: 'nothing' }, USUAL],
  ['without a product', { without: 'cyber,nothing' }, USUAL.filter((game) => game !== cyber)],
  ['without virtual games, whatever asks for them', { without: 'virtual', sports: 211 }, []],
  ['without virtual games: football of that section', { without: 'virtual', champs: virtualFootball.championship.id }, []],
  ['without a section that is no product', { without: 'simulated' }, USUAL],
  ['subSport', { subSport: 86 }, [cyber]],
  ['filterSubSports is taken and ignored', { filterSubSports: '999' }, USUAL],
  ['globalChampId', { globalChampId: globalChampionshipId(home.championship) }, [home]],
  ['an unknown globalChampId', { globalChampId: 4 }, []],
  ['no regard to case, ignored ones', { COUNT: 1, adult: 1, mobi: 1, geo: 'x', notLogin: 1, unknown: '?' }, [top]],
])('%s', (_name, query, expected) => {
  expect(cis({ lng: 'en', ...query })).toEqual(expected.map(({ ci }) => ci))
})

test('countries without a number of the dictionary have one above a million: it is no less a country', () => {
  const parsed = feedQuery(lowerKeys([['country', 1_001_122]]), { lng: 'ru', format: 0, countryId: 85 })
  expect(parsed.countryId).toBe(1_001_122)
})

test('lng, cfview, mode, kind and what they leave alone', () => {
  const [ru] = ask('Get1x2_VZip', { champs: 910_901 })
  expect([ru.O1, ru.O1E, ru.SN]).toEqual(['Победитель', 'Winner', 'Футбол'])
  const price = (query: Record<string, unknown>) => ask('Get1x2_VZip', { champs: 910_102, ...query })[0].E[0]
  expect(price({ cfview: 2 })).toMatchObject({ C: price({}).C, CV: expect.stringMatching(/^[+-]\d+$/) })
  expect(price({ coefViewId: 2 })).toEqual(price({ cfview: 2 }))
  expect(price({ mode: 6 })).toEqual(price({ mode: 4 }))
  expect(price({ cfview: 77 })).toEqual(price({ cfview: 0 }))
  expect(cis({ lng: 'en' }, 1)).toEqual([live.ci])
})

test('sport rows: usual, alternative and long-term games apart, in this order whatever their weight; discipline on the championship', () => {
  const rows = ask('GetSportsShortZip', { lng: 'en', sports: '1,40' })
  expect(rows.map(({ I, MS, C }: any) => [I, MS, C])).toEqual([
    [1, undefined, 3],
    [1, 3, 1],
    [1, 7, 1],
    [2, undefined, 1],
    [40, undefined, 1],
  ])
  expect(rows[4].L[0]).toMatchObject({ SSI: 86, SSN: 'Counter-Strike' })
})

test('a list of championships names those that stand apart as well, each once, and only them when their set is asked for', () => {
  const listOf = (query: Record<string, unknown>, method: FeedMethod = 'GetChampsZip') =>
    ask(method, { lng: 'en', ...query }).map(({ LI, GC }: { LI: number; GC: number }) => [LI, GC])
  const inSports = ask('GetSportsZip', { lng: 'en', sports: '1' }).flatMap(({ L }: any) => L.map(({ LI }: any) => LI))
  const champs = listOf({ sport: 1 })
  expect(champs).toContainEqual([alternative.championship.id, 1])
  expect(champs.map(([id]: [number]) => id).toSorted()).toEqual(inSports.toSorted())
  expect(listOf({ sportId: 1 }, 'GetChamps')).toEqual(champs)
  expect(listOf({ sport: 1, marketType: 3 })).toEqual([[alternative.championship.id, 1]])
})

test('the card tells of statistics, graph and notifications; a title names an outright', () => {
  // Meetings and a table only where the statistics have them.
  for (const mark of ['HHTHS', 'HSRT']) expect(ask('GetGameZip', { id: top.ci })).not.toHaveProperty(mark)
  line.mark({ tables: new Set([top.championship.id]), met: new Set([top.ci]) })
  expect(ask('GetGameZip', { id: top.ci })).toMatchObject({
    HSI: true,
    HHTHS: true,
    HSRT: true,
    IG: true,
    SUBA: true,
    GLI: globalChampionshipId(top.championship),
    SGI: expect.stringMatching(/^6a[0-9a-f]{22}$/),
    STI: expect.stringMatching(/^70[0-9a-f]{22}$/),
  })
  // Its row of a list and the one below its championship say so as well (wire 4.1).
  for (const row of [ask('Get1x2_VZip', { champs: 910_101 })[0], ask('GetChampZip', { champ: 910_101 }).G[0]])
    expect(row).toMatchObject({
      ...{ HSI: true, HHTHS: true, HSRT: true, SUBA: true, GLI: globalChampionshipId(top.championship) },
      ...{ SGI: expect.stringMatching(/^6a[0-9a-f]{22}$/), STI: expect.stringMatching(/^70[0-9a-f]{22}$/) },
    })
  // The market set of a game is that of its row among the sports (wire 4.6).
  expect([ask('GetGameZip', { id: top.ci }).MS, ask('GetGameZip', { id: outright.ci }).MS]).toEqual([[0], [7]])
  expect(ask('GetGameZip', { id: outright.ci, lng: 'en' })).toMatchObject({ O1: 'Winner' })
  expect(ask('GetGameZip', { id: cyber.ci })).toMatchObject({ SSI: 86 })
})

test('the one side of an outright has a number that is no team of others, in every form of its row (wire 4.1, 5.10)', () => {
  const lng = 'en'
  const found = ask('Web_SearchZip', { text: outright.sides[0]!.names['en'], lng }).find(({ CI }: { CI: number }) => CI === outright.ci)
  const forms = [ask('GetGameZip', { id: outright.ci, lng }), ask('Get1x2_VZip', { champs: 910_901, lng })[0], found]
  expect(forms.map(({ O1, O1I, O2I }) => [O1, O1I, O2I])).toEqual(forms.map(() => ['Winner', outright.ci, undefined]))
  expect(found).not.toHaveProperty('O1E')
  expect(ask('GetChampZip', { champ: 910_901 }).G[0]).toMatchObject({ O1I: outright.ci, O1IS: [outright.ci], O1E: 'Winner' })
})

test('a championship of the feed joins its competition', () => {
  const stage = put({ n: 20, championshipId: 920_001 }, (game) => {
    game.championship.about = { global: { id: 777, names: { en: 'World Cup' } } }
  })
  expect(cis({ globalChampId: 777 })).toEqual([stage.ci])
  expect(ask('GetChampZip', { globalChampId: 777 }).G).toHaveLength(1)
})
