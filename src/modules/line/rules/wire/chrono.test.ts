import { readdirSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { loadTexts } from '#platform/server/texts.ts'
import type { Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { fixturesBetween, modelOfFixture, worldGame } from '#modules/world/rules/calendar.ts'
import { worldCatalogue, type WorldChampionship } from '#modules/world/rules/catalogue.ts'
import { timelineOf } from '#modules/world/rules/engines.ts'
import { incidentOf, stateAt } from '#modules/world/rules/state.ts'
import type { Timeline } from '#modules/world/rules/types.ts'
import { emptyBook, type BookGame } from '../book.ts'
import { wireChrono } from './chrono.ts'
import type { View } from './view.ts'

const LANGUAGES = ['ru', 'en', 'ar'] as const
const texts = loadTexts(new URL('../../../../../locales', import.meta.url).pathname)
const viewOf = (lng: string): View => ({
  lng,
  format: 0 as View['format'],
  now: 0,
  text: (key, params) => {
    // A text that the language lacks would come from another one.
    const own = texts.has(lng, `line:${key}`) || texts.has(lng, `line:${key}_ordinal_other`)
    return own ? texts.text(lng, `line:${key}`, params) : `${key} is missing`
  },
})

interface Row {
  Id: number
  P?: number
  K: number
  TM?: 1 | 2
  S1?: number
  S2?: number
  IT: string
  N: string
  C?: true
}

function gameOf(more: Partial<BookGame>): BookGame {
  return {
    ci: 1,
    ref: 'g',
    provider: 'world',
    origin: 'simulated',
    championshipId: 1,
    sportId: 1,
    type: 'match',
    sides: ['One', 'Two'].map((en, k) => ({ id: k + 1, names: { en, ru: en, ar: en }, countryId: 0, countryCode: '' })),
    startsAt: 0,
    status: 'live',
    kind: 1,
    incidents: [],
    liveCoverage: true,
    sentAt: {},
    version: 1,
    updatedAt: 0,
    parts: new Map(),
    ...more,
  }
}

function incidents(...list: (Partial<Incident> & { type: string })[]): Incident[] {
  return list.map((one, k) => ({ game: 'g', seq: k + 1, clockSec: 0, ...one }))
}

const said = (game: BookGame, lng = 'en') => (wireChrono(emptyBook(), game, viewOf(lng), true) as { U: number; H: Row[] } | null)!
/** Oldest first. */
const rowsOf = (game: BookGame, lng = 'en') => said(game, lng).H.toReversed()
const wordsOf = (game: BookGame, lng = 'en') => rowsOf(game, lng).map(({ N }) => N)
const scoreOf = ({ S1 = 0, S2 = 0 }: Row) => `${S1}:${S2}`

const live = (more: Partial<LiveState>): LiveState => ({ game: 'g', phase: '', score: [0, 0], periods: [], stats: {}, ...more })
const periods = (...codes: string[]) => codes.map((code, k) => ({ no: k + 1, code, score: [0, 0] as [number, number] }))

interface Played {
  c: WorldChampionship
  timeline: Timeline
  game: BookGame
}

const NOW = Date.UTC(2026, 10, 21, 13)
const DAYS = 20 * 86_400_000
const GAMES_EACH = 2

function playedBy(c: WorldChampionship): Played[] {
  return fixturesBetween('chrono', c, NOW, NOW + DAYS)
    .slice(0, GAMES_EACH)
    .map((fixture) => {
      const world = worldGame('chrono', fixture, modelOfFixture('chrono', fixture), true)
      const timeline = timelineOf('chrono', world)
      const told = timeline.items.filter(({ kind }) => kind === 'incident' || kind === 'rider')
      const game = gameOf({
        sportId: c.sportId,
        type: world.engine === 'field' ? 'race' : 'match',
        sides: fixture.sides.map(({ names }, k) => ({ id: k + 1, names, countryId: 0, countryCode: '' })),
        incidents: told.map((item) => incidentOf(fixture.ref, item)),
        live: stateAt(timeline, Infinity),
      })
      return { c, timeline, game }
    })
}

/** Every word that the world's engines may tell an incident by, as it stands in their source. */
function typesOfEngines(): string[] {
  const dir = new URL('../../../world/rules/', import.meta.url)
  const source = readdirSync(dir)
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, dir), 'utf8'))
    .join('\n')
  const calls = source.match(/\b(?:incident|rider|phantom)\([^{;]*/g) ?? []
  return [...new Set(calls.flatMap((call) => [...call.matchAll(/'([a-z]+(?:_[a-z]+)*)'/g)].map(([, word]) => word!)))]
}

/** Words of engines that are no incidents: variants, and what takes back another row. */
const NO_ROWS = new Set(['retract', 'darts'])

describe('games of the world', () => {
  let played: Played[] = []
  beforeAll(() => {
    played = worldCatalogue('chrono').flatMap(playedBy)
  })

  test('every sport is among them', () => {
    const sports = new Set(worldCatalogue('chrono').map(({ sportId }) => sportId))
    expect(new Set(played.map(({ c }) => c.sportId)).size).toBeGreaterThanOrEqual(sports.size - 1)
    expect(played.length).toBeGreaterThan(sports.size)
  })

  test.each(LANGUAGES)('no row in %s shows a placeholder, lacks its words or is a mere event', (lng) => {
    const bad = new Set<string>()
    for (const { c, game } of played) {
      for (const { IT, N } of rowsOf(game, lng)) {
        const mere = N === texts.text(lng, 'line:incident_text')
        if (N === '' || /\{\{|undefined|is missing|:\s*$/.test(N) || mere) bad.add(`${c.key} ${IT}: ${N}`)
      }
    }
    expect([...bad]).toEqual([])
  })

  test('a ball is kicked in football and thrown elsewhere', () => {
    const shot = (sportId: number) => wordsOf({ ...gameOf({ sportId }), incidents: incidents({ type: 'shot', side: 'home' }) }, 'ru')
    expect([shot(1), shot(2)]).toEqual([['Удар'], ['Бросок']])
  })

  test('every incident that an engine can tell has words in each language', () => {
    const seen = new Map(played.flatMap(({ game }) => game.incidents.map((one) => [one.type, { game, one }] as const)))
    const types = [...new Set([...typesOfEngines(), ...seen.keys(), 'abandoned'])].filter((type) => !NO_ROWS.has(type))
    expect(types.length).toBeGreaterThan(40)
    const without = types.flatMap((type) => {
      const { game, one } = seen.get(type) ?? { game: gameOf({}), one: incidents({ type, side: 'home' })[0]! }
      const told = { ...game, incidents: [one] }
      return LANGUAGES.filter(
        (lng) => /is missing|\{\{/.test(wordsOf(told, lng)[0]!) || wordsOf(told, lng)[0] === viewOf(lng).text('incident_text'),
      ).map((lng) => `${type} ${lng}`)
    })
    expect(without).toEqual([])
  })

  test('the score is carried to the end and the period stands in every row', () => {
    const bad: string[] = []
    for (const { c, game } of played) {
      const rows = rowsOf(game)
      const last = scoreOf(rows.at(-1)!)
      if (last !== game.live!.score.join(':')) bad.push(`${c.key}: ${last} for ${game.live!.score.join(':')}`)
      const from = rows.findIndex(({ K }) => K === 11)
      const without = rows.slice(from).find(({ P }) => !P)
      if (without) bad.push(`${c.key}: no period at ${without.IT}`)
      if (rows.at(-1)!.P !== game.live!.periods.length) bad.push(`${c.key}: ends in period ${rows.at(-1)!.P}`)
    }
    expect(bad).toEqual([])
  })

  test('of a long game that is known from its middle the rows say what those of the whole game say', () => {
    const one = new Map(played.map((each) => [each.c.sportId, each]))
    const wrong = [...one.values()].flatMap(({ c, game }) => {
      const whole = new Map(rowsOf(game).map((row) => [row.Id, row]))
      const half = game.incidents.slice(Math.floor(game.incidents.length / 2))
      // What was taken back has been told before: the rest of the list does not hold it.
      if (half.some(({ retracts }) => retracts !== undefined)) return []
      return rowsOf({ ...game, incidents: half }).flatMap((row) => {
        const same = whole.get(row.Id)
        return !same || (scoreOf(row) === scoreOf(same) && row.P === same.P) ? [] : [`${c.key} ${row.IT}`]
      })
    })
    expect(wrong.slice(0, 5)).toEqual([])
  })
})

describe('words', () => {
  const inRace = { phase: 'race', periods: periods('race') }

  test('a pair of runners: how much is run, without a leader and without the name of a state', () => {
    const list = incidents(
      { type: 'period_start', detail: { period: 'race' } },
      { type: 'lap', detail: { lap: 3, laps: 18 } },
      { type: 'frame_end', side: 'home', detail: { period: 'race', score: [1, 0] } },
      { type: 'match_end' },
    )
    const duel = gameOf({ sportId: 41, incidents: list, live: live({ ...inRace, score: [1, 0] }) })
    expect(wordsOf(duel)).toEqual(['Start', '3 of 18 done', 'End', 'Game finished'])
    expect(wordsOf(duel, 'ru')).toEqual(['Начало', 'Пройдено 3 из 18', 'Конец', 'Игра закончена'])
  })

  test('a race names who leads, drops out and wins, and is silent about a runner that it does not know', () => {
    const list = incidents(
      { type: 'lap', detail: { lap: 1, laps: 4, order: [2, 1] } },
      { type: 'retired', detail: { order: 1 } },
      { type: 'fastest_lap', detail: { order: 9 } },
      { type: 'race_end', detail: {} },
      { type: 'lap' },
    )
    const race = gameOf({ sportId: 26, type: 'race', incidents: list, live: live(inRace) })
    expect(wordsOf(race)).toEqual(['1 of 4 done, Two leads', 'Out: One', 'Fastest lap', 'Finish', 'Event'])
    expect(wordsOf(gameOf({ sportId: 4, incidents: incidents({ type: 'retired', side: 'away' }) }))).toEqual(['Retired'])
  })

  test('rounds of a map have their numbers and end nothing', () => {
    const list = incidents(
      { type: 'period_start', detail: { period: 'map2' } },
      { type: 'round', side: 'home', detail: { period: 'map2', no: 9 } },
      { type: 'frame_end', side: 'home', detail: { period: 'map2', score: [1, 1] } },
    )
    const game = gameOf({ sportId: 40, incidents: list, live: live({ periods: periods('map1', 'map2'), score: [1, 1] }) })
    expect(rowsOf(game).map(({ K, N, P }) => [K, N, P])).toEqual([
      [11, 'Start: 2nd map', 2],
      [99, 'Round 9', 2],
      [12, 'End: 2nd map', 2],
    ])
    expect([wordsOf(game, 'ru')[1], wordsOf(game, 'ar')[1]]).toEqual(['Раунд 9', 'الجولة 9'])
  })

  test.each([1, 2, 89, 144, 109])('a goal is a goal in sport %i', (sportId) => {
    const [row] = rowsOf(gameOf({ sportId, incidents: incidents({ type: 'goal', side: 'home' }) }))
    expect(row).toMatchObject({ K: 1, TM: 1, S1: 1, N: 'Goal' })
    expect(wordsOf(gameOf({ sportId, incidents: incidents({ type: 'score', side: 'home', detail: { points: 2 } }) }))).toEqual(['Points'])
  })

  test('extra time and shoot-outs begin and end by their names; the shoot-out has a score of its own', () => {
    const list = incidents(
      { type: 'period_start', detail: { period: 'et' } },
      { type: 'period_end', detail: { period: 'et' } },
      { type: 'period_start', detail: { period: 'so' } },
      { type: 'shootout_goal', side: 'home', detail: { score: [1, 0] } },
      { type: 'shootout_miss', side: 'away', detail: { score: [1, 0] } },
    )
    const game = gameOf({ incidents: list, live: live({ periods: periods('h1', 'h2', 'et', 'so'), score: [2, 2] }) })
    expect(wordsOf(game)).toEqual(['Start: Extra time', 'End: Extra time', 'Start: Shoot-out', 'Penalty goal, 1:0', 'Penalty missed, 1:0'])
    expect(new Set(rowsOf(game).map(scoreOf))).toEqual(new Set(['2:2']))
  })

  test('the end of an innings is told once, with its runs; without a word of the feed the running part is meant', () => {
    const list = incidents(
      { type: 'period_start', side: 'away', detail: { period: 'inn1' } },
      { type: 'ball', side: 'away', detail: { runs: 4 } },
      { type: 'innings_end', side: 'away', detail: { period: 'inn1', runs: 154, wickets: 7 } },
      { type: 'period_end', detail: { period: 'inn1' } },
    )
    const game = gameOf({ sportId: 66, incidents: list, live: live({ periods: periods('inn1'), score: [0, 4] }) })
    expect(wordsOf(game)).toEqual(['Start: 1st innings', 'Ball bowled', 'End: 1st innings, 154/7'])
    const sets = incidents(
      { type: 'period_start', detail: { period: 'set1' } },
      { type: 'set_end', side: 'home', detail: { score: [25, 21] } },
    )
    const volleyball = gameOf({ sportId: 6, incidents: sets, live: live({ periods: periods('set1'), score: [1, 0] }) })
    expect(rowsOf(volleyball).at(-1)).toMatchObject({ K: 12, P: 1, S1: 1, N: 'End: 1st set, 25:21' })
  })
})

describe('rows', () => {
  test('period and score go through the list; what was taken back counts until it was', () => {
    const list = incidents(
      { type: 'period_start', detail: { period: 'h1' } },
      { type: 'goal', side: 'home', detail: { score: [1, 0] } },
      { type: 'corner', side: 'away' },
      { type: 'goal', side: 'away' },
      { type: 'retract', retracts: 4 },
      { type: 'period_end', detail: { period: 'h1' } },
      { type: 'period_start', detail: { period: 'h2' } },
      { type: 'yellow_card', side: 'away' },
    )
    const game = gameOf({ incidents: list, live: live({ periods: periods('h1', 'h2'), score: [1, 0] }) })
    expect(rowsOf(game).map(({ Id, P, S1, S2, C }) => [Id, P, S1, S2, C])).toEqual([
      [1, 1, undefined, undefined, undefined],
      [2, 1, 1, undefined, undefined],
      [3, 1, 1, undefined, undefined],
      [4, 1, 1, 1, true],
      [6, 1, 1, undefined, undefined],
      [7, 2, 1, undefined, undefined],
      [8, 2, 1, undefined, undefined],
    ])
  })

  test('a part that the score does not count leaves the running one in its place', () => {
    const list = incidents(
      { type: 'period_start', detail: { period: 'h1' } },
      { type: 'timeout', detail: { period: 'x' } },
      { type: 'corner' },
    )
    expect(rowsOf(gameOf({ incidents: list, live: live({ periods: periods('h1') }) })).map(({ P }) => P)).toEqual([1, 1, 1])
  })

  test('half innings belong to the innings that the score counts', () => {
    const list = incidents({ type: 'period_start', detail: { period: 'inn5b' } }, { type: 'run', side: 'home', detail: { runs: 2 } })
    const game = gameOf({
      sportId: 5,
      incidents: list,
      live: live({ periods: periods('inn1', 'inn2', 'inn3', 'inn4', 'inn5'), score: [6, 3] }),
    })
    expect(rowsOf(game).map(({ P, S1, S2 }) => [P, S1, S2])).toEqual([
      [5, 4, 3],
      [5, 6, 3],
    ])
  })

  test('U is the time at which the last row was told, whatever became of prices since', () => {
    const list = incidents({ type: 'corner', side: 'home' })
    const game = gameOf({ incidents: list, updatedAt: 90_000, sentAt: { world: 60_000, 'world/head': 80_000 } })
    expect(said(game).U).toBe(60)
    expect(said(gameOf({ incidents: list, updatedAt: 90_000 })).U).toBe(90)
    expect(wireChrono(emptyBook(), gameOf({}), viewOf('en'))).toBeNull()
  })
})
