import { expect, test } from 'vitest'
import type { ApiRequest } from '#platform/shared/visit.ts'
import { loaderArgs, thrown } from '../../../../test/support/loader-args.ts'
import type { HubData } from './hub-loader.ts'
import { loader as champ } from './champ.screen.tsx'
import { loader as cricket } from './cricket.screen.tsx'
import { loader as races } from './races.screen.tsx'
import { loader as teams } from './teams.screen.tsx'

const FOOTBALL_GAME = {
  I: 1,
  CI: 2,
  SI: 1,
  LI: 911_355,
  L: 'Premier League',
  KI: 3,
  O1: 'Vale',
  O1I: 31,
  O2: 'North',
  O2I: 32,
  S: 1_790_000_000,
}
const RACE = { ...FOOTBALL_GAME, I: 3, CI: 4, SI: 44, LI: 50, L: 'Ascot' }
const GAMES = [FOOTBALL_GAME, RACE]
const CHAMPS = [
  { LI: 911_355, L: 'Premier League', SI: 1 },
  { LI: 66_001, L: 'Test Series', SI: 66 },
]

/** A line with one football game, one race and an idle cricket championship; what ended stands in the results. */
function answer({ path, query = {} }: ApiRequest): unknown {
  const of = (id: unknown) => Number(id)
  const isLine = path.includes('/LineFeed/')
  switch (path.split('/').at(-1)) {
    case 'Get1x2_VZip':
      return { ErrorCode: 0, Value: isLine ? GAMES.filter(({ LI }) => LI === of(query['champs'])) : [] }
    case 'GetGamesTeamZip':
      return { ErrorCode: 0, Value: isLine ? GAMES.filter(({ O1I, O2I }) => [O1I, O2I].includes(of(query['teams']))) : [] }
    case 'GetGameZip':
      return { ErrorCode: 0, Value: (isLine && GAMES.find(({ CI }) => CI === query['id'])) || null }
    case 'GetChampZip':
      return { ErrorCode: 0, Value: CHAMPS.find(({ LI }) => LI === query['champ']) ?? null }
    case 'TeamLastGames':
      return { teams: query['teamId'] === 40 ? [{ clId: 40, title: 'Idle Team' }] : [] }
    case 'ShortPlayersInfo':
      return {
        Value: [
          { I: 70, N: 'Ann Bat' },
          { I: 71, N: 'Bo Keeper' },
        ].filter(({ I }) => I === of(query['players'])),
      }
    case 'player':
      return query['id'] === 70 ? { games: [], teams: {} } : undefined
    case 'gameResult':
      if (query['id'] === 90) return { champId: 50, sportId: 44, champName: 'Ascot', opp1: 'Ascot', constId: 90 }
      return query['id'] === 91 ? { champId: 66_001, sportId: 66, champName: 'Test Series', opp1: 'A', opp2: 'B', constId: 91 } : undefined
    case 'CheckLink':
      return { Value: null }
    default:
      return { ErrorCode: 0, Value: [] }
  }
}

type Loader = (args: never) => Promise<unknown>

/** Title of a page, or the status that its loader refuses with. */
async function opened(loader: Loader, address: string, params: Record<string, string>): Promise<string | number> {
  try {
    return ((await loader(loaderArgs({ address, params, answer }).args)) as HubData).title
  } catch (error) {
    const { status, location } = thrown(error)
    return location ?? status
  }
}

test('championships and players of cricket are called by their names; those of other sports and of nobody are not found', async () => {
  const at = (page: string, id: string) => opened(cricket as Loader, `/en/cricket/${page}/${id}`, { page, id })
  expect(await at('champ', '66001-test-series')).toBe('Test Series')
  expect(await at('champ', '911355-x')).toBe(404)
  expect(await at('champ', '99999999')).toBe(404)
  expect(await at('player', '70-ann-bat')).toBe('Ann Bat')
  expect(await at('player', '71')).toBe(404)
  expect(await at('player', '999999')).toBe(404)
})

test('a match of a cricketer leads to its page also when the line has forgotten it', async () => {
  const at = (id: string) => opened(cricket as Loader, `/en/cricket/game/${id}`, { page: 'game', id })
  expect(await at('91')).toBe('/en/line/cricket/66001-test-series/91-a-b')
  expect(await at('92')).toBe(404)
})

test('a race card is drawn of races only; one that is over leads to its result', async () => {
  const at = (race: string) => opened(races as Loader, `/en/races/${race}`, { race })
  expect(await at('2')).toBe(404)
  expect(await at('99999999')).toBe(404)
  expect(await at('91')).toBe(404)
  expect([await at('4'), await at('90')]).toEqual(['', '/en/line/horse-racing/50-ascot/90-ascot'])
})

test('a team has a page while a game or a result names it', async () => {
  const at = (team: string) => opened(teams as Loader, `/en/team/${team}`, { team })
  expect([await at('31'), await at('32-north'), await at('40')]).toEqual(['Vale', 'North', 'Idle Team'])
  expect(await at('99999999')).toBe(404)
})

test('a championship has a page while the line knows it', async () => {
  const at = (id: string) => opened(champ as Loader, `/en/champ/${id}`, { champ: id })
  expect([await at('911355'), await at('66001')]).toEqual(['Premier League', 'Test Series'])
  expect(await at('99999999')).toBe(404)
})
