/** Addresses below /{lng}/statisticpopup/ (specification §2): read and written here and nowhere else. */
import { readId, readPastId, readStageId } from './ids.ts'

export const GAME_TABS = ['main', 'h2h', 'table', 'lineups', 'chronology'] as const
export type GameTab = (typeof GAME_TABS)[number]

/** Sports of which the cyber view exists. */
const CYBER_SPORTS: ReadonlySet<number> = new Set([85, 89, 144])

export type StatisticsPlace =
  | { view: 'game'; sportId: number; id: string; tab: GameTab }
  | { view: 'team' | 'player' | 'stage' | 'rating'; sportId: number; id: string }
  | { view: 'tournament' | 'cyber'; sportId: number; id: string; seasonId: number }
  | { view: 'horse'; id: string }
  | { view: 'graph'; id: string; coefficientView: number | null }
export type StatisticsView = StatisticsPlace['view']

/** A parameter that is missing or has the wrong shape, by the name that the specification gives it. */
export interface WrongParameter {
  wrong: { name: string; value: string }
}

const isGame = (text: string) => readId('game', text) !== null || readPastId(text) !== null
const isTeam = (text: string) => readId('team', text) !== null
const isPlayer = (text: string) => readId('player', text) !== null || isTeam(text)
const isTournament = (text: string) => readId('tournament', text) !== null
const isRating = (text: string) => readId('rating', text) !== null || isTournament(text)
const isStage = (text: string) => readStageId(text) !== null
const isSeason = (text: string) => /^\d{1,4}$/.test(text)
/** As far as the calls of the pages go: beyond it the window stood open and empty. */
const MOST_SPORT = 100_000
const isSport = (text: string) => /^[1-9]\d{0,5}$/.test(text) && Number(text) <= MOST_SPORT
const isCyberSport = (text: string) => isSport(text) && CYBER_SPORTS.has(Number(text))
const isTab = (text: string) => (GAME_TABS as readonly string[]).includes(text)
const isCoefficientView = (text: string) => /^[0-6]$/.test(text)

type Parameter = [name: string, fits: (text: string) => boolean, otherwise?: string]

const PARAMETERS: Readonly<Record<StatisticsView, readonly Parameter[]>> = {
  game: [
    ['sportId', isSport],
    ['gameId', isGame],
    ['tab', isTab, 'main'],
  ],
  team: [
    ['sportId', isSport],
    ['teamId', isTeam],
  ],
  player: [
    ['sportId', isSport],
    ['playerId', isPlayer],
  ],
  stage: [
    ['sportId', isSport],
    ['stageId', isStage],
  ],
  tournament: [
    ['sportId', isSport],
    ['tournamentId', isTournament],
    ['seasonId', isSeason],
  ],
  rating: [
    ['sportId', isSport],
    ['ratingId', isRating],
  ],
  horse: [['horseId', isTeam]],
  graph: [
    ['gameId', isGame],
    ['coefficientView', isCoefficientView, ''],
  ],
  cyber: [
    ['sportId', isCyberSport],
    ['tournId', isTournament],
    ['seasonId', isSeason],
  ],
}

const SHOWN = 60

/** `rest` is what stands behind statisticpopup/, without the query. */
export function readPlace(rest: string): StatisticsPlace | WrongParameter {
  const [first = '', ...given] = rest.split('/').map(decoded)
  if (!Object.hasOwn(PARAMETERS, first)) return { wrong: { name: 'view', value: first.slice(0, SHOWN) } }
  const view = first as StatisticsView
  const values: string[] = []
  for (const [index, [name, fits, otherwise]] of PARAMETERS[view].entries()) {
    const value = given[index] ?? ''
    const left = value === '' && otherwise !== undefined
    if (!left && !fits(value)) return { wrong: { name, value: value.slice(0, SHOWN) } }
    values.push(left ? otherwise : value)
  }
  return placeOf(view, values)
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}

function placeOf(view: StatisticsView, [a = '', b = '', c = '']: readonly string[]): StatisticsPlace {
  switch (view) {
    case 'game':
      return { view, sportId: Number(a), id: b, tab: c as GameTab }
    case 'team':
    case 'player':
    case 'stage':
    case 'rating':
      return { view, sportId: Number(a), id: b }
    case 'tournament':
    case 'cyber':
      return { view, sportId: Number(a), id: b, seasonId: Number(c) }
    case 'horse':
      return { view, id: a }
    case 'graph':
      return { view, id: a, coefficientView: b === '' ? null : Number(b) }
  }
}

/** What stands behind statisticpopup/ for a place. */
export function pathOf(place: StatisticsPlace): string {
  switch (place.view) {
    case 'game':
      return `game/${place.sportId}/${place.id}/${place.tab}`
    case 'team':
    case 'player':
    case 'stage':
    case 'rating':
      return `${place.view}/${place.sportId}/${place.id}`
    case 'tournament':
    case 'cyber':
      return `${place.view}/${place.sportId}/${place.id}/${place.seasonId}`
    case 'horse':
      return `horse/${place.id}`
    case 'graph':
      return place.coefficientView === null ? `graph/${place.id}` : `graph/${place.id}/${place.coefficientView}`
  }
}
