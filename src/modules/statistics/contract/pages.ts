/** What our own statistics pages read, in our words. Times are unix seconds, names in the asked language. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { NO_TABLE } from '../rules/standings.ts'

const team = z.object({ name: z.string(), country: z.string() })
/** By team id. */
const teams = z.record(z.string(), team)

const game = z.object({
  /** 24 hex digits. */
  id: z.string(),
  /** CI of a game that was or will be played here; 0 for past seasons. */
  ci: z.number(),
  championshipId: z.number(),
  championship: z.string(),
  home: z.number(),
  away: z.number(),
  startsAt: z.number(),
  /** Null while it has not been played. */
  score: z.tuple([z.number(), z.number()]).nullable(),
  periods: z.array(z.tuple([z.number(), z.number()])),
  winner: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  round: z.string(),
  state: z.enum(['scheduled', 'live', 'over', 'abandoned']),
})

const letter = z.enum(['w', 'd', 'l'])

const tally = z.object({
  played: z.number(),
  won: z.number(),
  drawn: z.number(),
  lost: z.number(),
  scored: z.number(),
  conceded: z.number(),
})

const standing = tally.extend({
  place: z.number(),
  teamId: z.number(),
  points: z.number(),
  form: z.array(letter),
})

/** Why the table is empty; null when it is not. */
const noTable = z.enum(NO_TABLE).nullable()
const season = z.object({ id: z.number(), label: z.string() })
/** Whose games they are: "" where nobody has said. */
const origin = z.enum(['real', 'recorded', 'simulated', ''])
const championship = z.object({ id: z.number(), name: z.string(), country: z.string(), sportId: z.number() })
/** Games of past seasons are still being brought: who asks again in a moment is told more. */
const pastComing = z.boolean()
const player = z.object({ id: z.number(), name: z.string(), goals: z.number(), cards: z.number() })

const cricketFigures = z.object({
  playerId: z.number(),
  side: z.union([z.literal(1), z.literal(2)]),
  /** Places in the orders of batting and bowling; 0: did neither. */
  batNo: z.number(),
  bowlNo: z.number(),
  runs: z.number(),
  balls: z.number(),
  fours: z.number(),
  sixes: z.number(),
  /** How he was out; empty while he is not. */
  how: z.string(),
  outBy: z.number(),
  /** Balls of overs, runs given away. */
  bowled: z.number(),
  conceded: z.number(),
  wickets: z.number(),
})
const cricketLine = cricketFigures.extend({ name: z.string(), outByName: z.string() })
const cricketTotals = z.object({
  games: z.number(),
  runs: z.number(),
  balls: z.number(),
  fours: z.number(),
  sixes: z.number(),
  /** Most runs in a match. */
  best: z.number(),
  outs: z.number(),
  bowled: z.number(),
  conceded: z.number(),
  wickets: z.number(),
})

/** How a side has played: a team in the season, a person in the last twelve months (then `season` is empty). */
const profile = z.object({
  season: z.string(),
  home: tally,
  away: tally,
  run: z.object({ letter, games: z.number(), unbeaten: z.number() }).nullable(),
  bestRun: z.number(),
  cleanSheets: z.number(),
  blanks: z.number(),
  bothScored: z.number(),
  periods: z.array(z.object({ code: z.string(), scored: z.number(), conceded: z.number(), games: z.number() })),
})

const incident = z.object({
  type: z.string(),
  minute: z.number(),
  side: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  playerId: z.number(),
  player: z.string(),
})

const gameSide = z.object({
  rating: z.number(),
  form: z.array(letter),
  last: z.array(game),
  next: z.array(game),
  squad: z.array(player),
  /** Up to this game. */
  profile,
})

export const gamePage = z.object({
  game,
  i: z.number(),
  kind: z.union([z.literal(0), z.literal(1), z.literal(3)]),
  championship,
  origin,
  seasonId: z.number(),
  venue: z.string(),
  teams,
  sides: z.tuple([gameSide, gameSide]),
  meetings: z.object({ wins1: z.number(), draws: z.number(), wins2: z.number(), overtimes: z.number(), games: z.array(game) }),
  table: z.array(standing),
  noTable,
  incidents: z.array(incident),
  stats: z.array(z.object({ key: z.string(), values: z.tuple([z.number(), z.number()]) })),
  /** Of cricket only. */
  scorecard: z.array(cricketLine),
  pastComing,
})

/** A race in place of a match: who runs, and who came in when it is over. */
export const racePage = z.object({
  ci: z.number(),
  sportId: z.number(),
  name: z.string(),
  startsAt: z.number(),
  state: z.enum(['scheduled', 'live', 'over']),
  track: z.string(),
  distanceM: z.number(),
  going: z.string(),
  raceClass: z.number(),
  prize: z.string(),
  runners: z.array(
    z.object({
      id: z.number(),
      no: z.number(),
      name: z.string(),
      stall: z.number(),
      jockey: z.string(),
      trainer: z.string(),
      age: z.number(),
      weightKg: z.number(),
      form: z.string(),
      rating: z.number(),
      out: z.boolean(),
      /** 0: not known, or did not finish. */
      place: z.number(),
    }),
  ),
})

export const teamPage = z.object({
  teamId: z.number(),
  sportId: z.number(),
  person: z.boolean(),
  teams,
  form: z.array(letter),
  last: z.array(game),
  next: z.array(game),
  seasons: z.array(
    z.object({
      championship,
      season,
      row: standing,
    }),
  ),
  squad: z.array(player),
  rating: z.object({ championshipId: z.number(), value: z.number(), place: z.number(), of: z.number() }).nullable(),
  profile,
  pastComing,
})

export const playerPage = z.object({
  playerId: z.number(),
  sportId: z.number(),
  name: z.string(),
  teamId: z.number(),
  goals: z.number(),
  cards: z.number(),
  games: z.array(z.object({ game, goals: z.number(), cards: z.number(), cricket: cricketFigures.optional() })),
  /** Of a cricketer: everything added up, and the next games of his side. */
  cricket: cricketTotals.optional(),
  next: z.array(game).optional(),
  /** Of a person who plays alone; null for a player of a team. */
  profile: profile.nullable(),
  form: z.array(letter),
  teams,
  pastComing,
})

const cricketer = cricketTotals.extend({ id: z.number(), name: z.string(), teamId: z.number() })

export const cricketersPage = z.object({
  championship: z.string(),
  teams,
  batters: z.array(cricketer),
  bowlers: z.array(cricketer),
})

export const stagePage = z.object({
  championship,
  origin,
  stageId: z.string(),
  season,
  seasons: z.array(season),
  side: z.enum(['all', 'home', 'away']),
  table: z.array(standing),
  noTable,
  last: z.array(game),
  next: z.array(game),
  teams,
  pastComing,
})

export const tournamentPage = z.object({
  championship,
  origin,
  season,
  seasons: z.array(season),
  cup: z.boolean(),
  played: z.number(),
  /** Goals or points a game, shares of the outcomes in percent. */
  average: z.number(),
  homeWins: z.number(),
  draws: z.number(),
  awayWins: z.number(),
  table: z.array(standing),
  noTable,
  /** The newest edition first: a cup may be played several times in a season. */
  editions: z.array(
    z.object({
      /** First and last game, Unix seconds. */
      from: z.number(),
      to: z.number(),
      rounds: z.array(
        z.object({
          name: z.string(),
          /** 0 is the final, 1 the semifinals, 3 the ties of 1/8; 0.5 the game for the third place. */
          stage: z.number(),
          /** Null while nobody is known; `joined`: its winner stands in the tie of the next round at half its place. */
          ties: z.array(
            z.object({ home: z.number(), away: z.number(), winner: z.number(), joined: z.boolean(), games: z.array(game) }).nullable(),
          ),
        }),
      ),
    }),
  ),
  scorers: z.array(z.object({ id: z.number(), name: z.string(), teamId: z.number(), goals: z.number(), games: z.number() })),
  last: z.array(game),
  next: z.array(game),
  teams,
  pastComing,
})

/** What the section of statistics lists: sports and championships of which two sides play matches. */
export const championshipsPage = z.object({ sports: z.array(z.number()), championships: z.array(z.number()) })

export const ratingPage = z.object({
  championship: championship.nullable(),
  sportId: z.number(),
  rows: z.array(
    z.object({
      place: z.number(),
      teamId: z.number(),
      rating: z.number(),
      change: z.number(),
      games: z.number(),
      form: z.array(letter),
    }),
  ),
  teams,
  pastComing,
})

export const horsePage = z.object({
  horseId: z.number(),
  sportId: z.number(),
  name: z.string(),
  starts: z.number(),
  wins: z.number(),
  placed: z.number(),
  age: z.number(),
  sex: z.string(),
  rating: z.number(),
  jockey: z.string(),
  trainer: z.string(),
  /** Places of the last races, the oldest first: '2-1-5'. */
  form: z.string(),
  races: z.array(
    z.object({
      ci: z.number(),
      startsAt: z.number(),
      name: z.string(),
      track: z.string(),
      distanceM: z.number(),
      going: z.string(),
      no: z.number(),
      /** 0: did not finish. */
      place: z.number(),
      of: z.number(),
      jockey: z.string(),
    }),
  ),
  next: z.array(z.object({ ci: z.number(), startsAt: z.number(), name: z.string() })),
})

export type GameRow = z.output<typeof game>
export type StandingRow = z.output<typeof standing>
export type Teams = z.output<typeof teams>
export type SeasonName = z.output<typeof season>
export type ChampionshipName = z.output<typeof championship>
export type GamePage = z.output<typeof gamePage>
export type RacePage = z.output<typeof racePage>
export type TeamPage = z.output<typeof teamPage>
export type PlayerPage = z.output<typeof playerPage>
export type CricketLine = z.output<typeof cricketLine>
export type CricketTotals = z.output<typeof cricketTotals>
export type CricketersPage = z.output<typeof cricketersPage>
export type StagePage = z.output<typeof stagePage>
export type TournamentPage = z.output<typeof tournamentPage>
export type ChampionshipsPage = z.output<typeof championshipsPage>
export type RatingPage = z.output<typeof ratingPage>
export type HorsePage = z.output<typeof horsePage>
export type Letter = z.output<typeof letter>
export type ProfilePage = z.output<typeof profile>

const idText = z.coerce.string().min(1).max(40)
const sportId = z.coerce.number().int().min(1).max(100_000)
const lng = z
  .string()
  .regex(/^[a-z]{2,3}(-[a-z]{2,8})?$/i)
  .optional()
  .catch(undefined)

function page<const P extends string, const Q extends z.ZodRawShape, const R extends z.ZodType>(
  path: P,
  query: Q,
  reply: R,
  summary: string,
) {
  return endpoint({
    method: 'GET',
    path: `/service-api/statistics/v1/${path}` as const,
    feature: 'statistics',
    auth: 'none',
    envelope: 'B',
    query: z.object({ lng, ...query }),
    reply,
    summary,
  })
}

export const gameView = page('game', { sportId, id: idText }, z.union([gamePage, racePage]), 'Statistics of a match, or the card of a race')
export const teamView = page('team', { sportId, id: idText }, teamPage, 'Statistics of a team or a person who plays alone')
export const playerView = page('player', { sportId, id: idText }, playerPage, 'Statistics of a player')
export const cricketersView = page('cricketers', { id: idText }, cricketersPage, 'Cricketers of a championship, the best first')
export const stageView = page(
  'stage',
  { sportId, id: idText, tt: z.coerce.number().int().min(0).max(2).catch(0) },
  stagePage,
  'Table of a stage: tt 0 all, 1 home, 2 away',
)
export const tournamentView = page(
  'tournament',
  { sportId, id: idText, seasonId: z.coerce.number().int().min(0).max(9999) },
  tournamentPage,
  'A championship in one season; season 0 is the newest',
)
export const ratingView = page('rating', { sportId, id: idText }, ratingPage, 'Strengths of a championship; id 0 is the whole sport')
export const championshipsView = page(
  'championships',
  { sportId },
  championshipsPage,
  'Sports of matches, and championships of one of them',
)
export const horseView = page('horse', { id: idText }, horsePage, 'A horse and its races')
