/** What the pack gives to play: calendar rows and carousel recordings as games, and the catalog around them. */
import { DAY, HOUR, MINUTE, type Millis } from '#lib/time.ts'
import type { Entity, Game } from '#modules/feeds/rules/fact.ts'
import { countryNames, displayNames, leagueNames } from '#modules/feeds/rules/names/display.ts'
import { localToUtc, type MovedRow } from '../rules/calendar.ts'
import type { Showing } from '../rules/carousel.ts'
import { type KnownMatch, recordingOf } from '../rules/minutes.ts'
import type { ReplayGame } from '../rules/play.ts'
import { footballModel, NEUTRAL_GROUND, sportModel, type Strengths } from '../rules/prior.ts'
import { recordedChampionship, recordedSide } from '../rules/recorded-names.ts'
import { SPORT_IDS } from '../rules/recording.ts'
import { drawnLengthMs, drawnSteps, usualLengthMs } from '../rules/redraw.ts'
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
  /** Results are drawn anew by the seed, not what was recorded. */
  redraw: boolean
  seed: string
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
  const home = { name: row.home, country: row.homeCountry }
  const away = { name: row.away, country: row.awayCountry }
  const model = footballModel(strengths, row.tournamentId, home, away)
  const id = `${row.seasonId}|${row.date}|${row.home}|${row.away}`
  const ref = `r:${textHash(`${id}|${row.movedDays}`)}`
  // A match of which no result is known is drawn in any case.
  const steps = memo(() => {
    const known = settings.redraw ? null : knownMatch(id, row, minutes)
    return known ? stepsOf(recordingOf(known)) : drawnSteps({ seed: settings.seed, ref, sport: 'football', model })
  })
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
        origin: originOf(settings),
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

/** The timeline by the minute, else the score alone; null when neither is known. */
function knownMatch(id: string, row: MovedRow, minutes: ReadonlyMap<string, string>): KnownMatch | null {
  const head = { id, home: row.home, away: row.away, tournament: row.tournamentId }
  const line = minutes.get(minuteKey(row.seasonId, row.date, row.home, row.away))
  if (line !== undefined) return { ...head, ...parseMinutes(line) }
  const score = parsedScore(row.ft)
  if (!score) return null
  const ht = parsedScore(row.ht)
  return { ...head, score, ...(ht ? { ht } : {}) }
}

const PERSONS = new Set(['badminton'])
const FORMATS: Readonly<Record<string, NonNullable<Game['format']>>> = {
  badminton: { bestOf: 3 },
  volleyball: { bestOf: 5 },
  // All that is recorded of it is the NBA's.
  basketball: { periodMin: 12 },
}

export function carouselGame(dir: string, row: IndexRow, showing: Showing, strengths: Strengths, settings: PlaySettings): Named {
  const told = recordedChampionship(row.sport, row.tournament, row.season)
  const { country, names, league } = told
  const championship = `k:${row.sport}:${row.tournament}:${row.season}`.slice(0, 200)
  const person = PERSONS.has(row.sport)
  const sides = [row.home, row.away].map((name) => ({ name, ...recordedSide(name, told, person) }))
  const format = FORMATS[row.sport]
  const ref = `k:${row.id}:${showing.startsAt}`
  const model =
    row.sport === 'football'
      ? footballModel(league ? strengths : NEUTRAL_GROUND, league ?? row.tournament, sides[0]!, sides[1]!)
      : sportModel(row.sport, row.home, row.away, format?.bestOf ?? 3)
  const drawn = { seed: settings.seed, ref, sport: row.sport, model, ...(format ? { format } : {}) }
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
        ref,
        championship,
        type: 'match',
        startsAt: showing.startsAt,
        startConfirmed: true,
        status: 'scheduled',
        liveCoverage: true,
        origin: originOf(settings),
        sides: sides.map((side, n) => ({
          competitor: teamRef(row.sport, side.country, side.name),
          role: n === 0 ? 'home' : 'away',
          order: n + 1,
        })),
        ...(format ? { format } : {}),
      },
      publishAt: showing.startsAt - ANNOUNCED_MS,
      startsAt: showing.startsAt,
      endsAt: settings.redraw ? showing.startsAt + Math.round(drawnLengthMs(drawn) / settings.speed) : showing.endsAt,
      model,
      steps: memo(() => (settings.redraw ? drawnSteps(drawn) : stepsOf(readRecording(dir, row)))),
    },
  }
}

/** Where the course of a game comes from (feeds 0 rule 5). */
function originOf({ redraw }: PlaySettings): Game['origin'] {
  return redraw ? 'simulated' : 'recorded'
}

/** How long the carousel waits for a game, speed counted in. */
export function showLengthMs(row: IndexRow, { speed, redraw }: PlaySettings): Millis {
  return Math.round((redraw ? usualLengthMs(row.sport) : row.length_s * 1000) / speed)
}
