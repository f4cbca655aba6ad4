/** What the pack gives to play: calendar rows and carousel recordings as games, and the catalog around them. */
import { DAY, HOUR, MINUTE, type Millis } from '#lib/time.ts'
import type { Entity } from '#modules/feeds/rules/fact.ts'
import { countryNames, displayNames, leagueNames } from '#modules/feeds/rules/names/display.ts'
import { localToUtc, type MovedRow } from '../rules/calendar.ts'
import type { Showing } from '../rules/carousel.ts'
import { drawnScore, type KnownMatch, recordingOf } from '../rules/minutes.ts'
import type { ReplayGame } from '../rules/play.ts'
import { footballModel, NEUTRAL_GROUND, sportModel, type Strengths } from '../rules/prior.ts'
import { recordedChampionship, recordedSide } from '../rules/recorded-names.ts'
import { SPORT_IDS } from '../rules/recording.ts'
import { stepsOf } from '../rules/steps.ts'
import { textHash } from '#modules/feeds/rules/fact-key.ts'
import { type IndexRow, minuteKey, parseMinutes, readRecording, type Tournament } from './pack.ts'

export interface Named {
  entities: Entity[]
  game: ReplayGame
}
export interface PlaySettings {
  speed: number
  horizonDays: number
  redraw: boolean
}

/** A match of football takes this long when nobody has counted its added time yet. */
const USUAL_MS = 118 * MINUTE
const ANNOUNCED_MS = 6 * HOUR

function memo<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => (made ??= { value: make() }).value
}

/** A competitor is (sport, country, name), never a name alone (feeds 12). */
export function teamRef(sport: string, country: string, name: string): string {
  return `t:${sport}:${country}:${name}`.slice(0, 200)
}

function common(sport: string, country: string): Entity[] {
  return [
    { kind: 'sport', ref: `s:${sport}`, sportId: SPORT_IDS[sport]! },
    { kind: 'country', ref: `c:${country}`, code: country, names: countryNames(country) },
  ]
}

function team(sport: string, country: string, name: string, names = displayNames(name, country, 'club'), person = false): Entity {
  return {
    kind: 'competitor',
    ref: teamRef(sport, country, name),
    sport: `s:${sport}`,
    country: `c:${country}`,
    type: person ? 'player' : 'team',
    names,
  }
}

function parsedScore(text: string): [number, number] | undefined {
  const match = /^(\d{1,2})-(\d{1,2})$/.exec(text)
  return match ? [Number(match[1]), Number(match[2])] : undefined
}

export function calendarGame(
  row: MovedRow,
  tournament: Tournament | undefined,
  minutes: ReadonlyMap<string, string>,
  strengths: Strengths,
  settings: PlaySettings,
): Named {
  const country = tournament?.country ?? row.homeCountry
  const startsAt = localToUtc(row.movedDate, row.time, tournament?.tz ?? 'UTC')
  const championship = `l:${row.tournamentId}`
  const model = footballModel(strengths, row.tournamentId, row.home, row.away)
  const id = `${row.seasonId}|${row.date}|${row.home}|${row.away}`
  const ref = `r:${textHash(`${id}|${row.movedDays}`)}`
  const steps = memo(() => stepsOf(recordingOf(knownMatch(id, row, minutes, model, settings))))
  return {
    entities: [
      ...common('football', country),
      ...common('football', row.homeCountry),
      ...common('football', row.awayCountry),
      {
        kind: 'championship',
        ref: championship,
        sport: 's:football',
        country: `c:${country}`,
        tz: tournament?.tz ?? 'UTC',
        type: tournament?.type === 'league' || tournament === undefined ? 'league' : 'cup',
        names: leagueNames(row.tournamentId, country, tournament?.name ?? row.tournamentId),
      },
      team('football', row.homeCountry, row.home),
      team('football', row.awayCountry, row.away),
    ],
    game: {
      game: {
        kind: 'game',
        ref,
        championship,
        type: 'match',
        startsAt,
        startConfirmed: true,
        status: 'scheduled',
        liveCoverage: true,
        origin: 'recorded',
        sides: [
          { competitor: teamRef('football', row.homeCountry, row.home), role: 'home', order: 1 },
          { competitor: teamRef('football', row.awayCountry, row.away), role: 'away', order: 2 },
        ],
        ...(row.round ? { round: row.round.slice(0, 100) } : {}),
      },
      publishAt: startsAt - settings.horizonDays * DAY,
      startsAt,
      endsAt: startsAt + Math.round(USUAL_MS / settings.speed),
      model,
      steps,
    },
  }
}

/** The timeline by the minute, else the score alone, else a score drawn from the model. */
function knownMatch(
  id: string,
  row: MovedRow,
  minutes: ReadonlyMap<string, string>,
  model: { supremacy: number; total: number },
  settings: PlaySettings,
): KnownMatch {
  const head = { id, home: row.home, away: row.away, tournament: row.tournamentId }
  const line = settings.redraw ? undefined : minutes.get(minuteKey(row.seasonId, row.date, row.home, row.away))
  if (line !== undefined) return { ...head, ...parseMinutes(line) }
  const score = settings.redraw ? undefined : parsedScore(row.ft)
  if (!score) return { ...head, score: drawnScore(`${id}|${row.movedDays}`, model.supremacy, model.total) }
  const ht = parsedScore(row.ht)
  return { ...head, score, ...(ht ? { ht } : {}) }
}

const PERSONS = new Set(['badminton'])

export function carouselGame(dir: string, row: IndexRow, showing: Showing, strengths: Strengths): Named {
  const told = recordedChampionship(row.sport, row.tournament, row.season)
  const { country, names, league } = told
  const championship = `k:${row.sport}:${row.tournament}:${row.season}`.slice(0, 200)
  const person = PERSONS.has(row.sport)
  const sides = [row.home, row.away].map((name) => ({ name, ...recordedSide(name, told, person) }))
  const bestOf = row.sport === 'badminton' ? 3 : row.sport === 'volleyball' ? 5 : undefined
  return {
    entities: [
      ...common(row.sport, country),
      {
        kind: 'championship',
        ref: championship,
        sport: `s:${row.sport}`,
        country: `c:${country}`,
        tz: 'UTC',
        type: 'league',
        names,
        about: { recorded: told.season },
      },
      ...sides.flatMap((side) => [...common(row.sport, side.country), team(row.sport, side.country, side.name, side.names, person)]),
    ],
    game: {
      game: {
        kind: 'game',
        ref: `k:${row.id}:${showing.startsAt}`,
        championship,
        type: 'match',
        startsAt: showing.startsAt,
        startConfirmed: true,
        status: 'scheduled',
        liveCoverage: true,
        origin: 'recorded',
        sides: sides.map((side, n) => ({
          competitor: teamRef(row.sport, side.country, side.name),
          role: n === 0 ? 'home' : 'away',
          order: n + 1,
        })),
        ...(bestOf ? { format: { bestOf } } : {}),
      },
      publishAt: showing.startsAt - ANNOUNCED_MS,
      startsAt: showing.startsAt,
      endsAt: showing.endsAt,
      model:
        row.sport === 'football'
          ? footballModel(league ? strengths : NEUTRAL_GROUND, league ?? row.tournament, row.home, row.away)
          : sportModel(row.sport, row.home, row.away, bestOf ?? 3),
      steps: memo(() => stepsOf(readRecording(dir, row))),
    },
  }
}

/** How long a recording takes on the wall, speed counted in. */
export function showLengthMs(row: IndexRow, settings: PlaySettings): Millis {
  return Math.round((row.length_s * 1000) / settings.speed)
}
