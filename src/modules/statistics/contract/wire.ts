/** Calls of wire §11.1–11.4 under their own names and keys. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const loose = z.unknown().optional()
/** A number or 24 hex digits: anything else is a parameter of the wrong kind (wire 8.9). */
const idText = z.coerce
  .string()
  .regex(/^(\d{1,10}|[0-9a-f]{24})$/i)
  .optional()
const count = z.coerce.number().int().min(1).max(50).catch(10)
const common = { lng: loose, ref: loose, fcountry: loose, gr: loose }

const id24 = z.string().regex(/^[0-9a-f]{24}$/)

const wireTeam = z.object({
  id: id24,
  countryId: z.string(),
  title: z.string(),
  subTeams: z.array(z.object({ title: z.string(), image: z.string() })),
  teamType: z.literal(1),
  clId: z.number(),
  image: z.string(),
  country: z.object({ id: z.number(), title: z.string(), logoId: z.number(), image: z.string() }),
})

const wireShort = z.object({
  id: id24,
  stageId: id24,
  team1: id24,
  team2: id24,
  dateStart: z.number(),
  score1: z.number(),
  score2: z.number(),
  subScore1: z.number(),
  subScore2: z.number(),
  countRedCards1: z.number(),
  countRedCards2: z.number(),
  winner: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  status: z.number(),
  subStatus: z.number(),
  periods: z.array(z.object({ score1: z.number(), score2: z.number(), type: z.number() })),
  result: z.number(),
  gameId: z.number(),
  constId: z.number(),
  tournamentTitle: z.string(),
  description: z.string(),
  countryId: z.number(),
  countryImage: z.string(),
  stageTitle: z.string(),
})

export type WireTeam = z.output<typeof wireTeam>
export type WireShort = z.output<typeof wireShort>

const FEED = '/service-api/statisticfeed/api/v1'
const SITE = '/service-api/SiteService'

function wireCall<const E extends 'A' | 'B', const P extends string, const Q extends z.ZodRawShape, const R extends z.ZodType>(
  envelope: E,
  path: P,
  query: Q,
  reply: R,
  summary: string,
) {
  return {
    method: 'GET',
    path,
    serviceRoot: true,
    wire: true,
    auth: 'none',
    envelope,
    query: z.object({ ...common, ...query }),
    reply,
    summary,
  } as const
}

/** Closed with the section and the window. */
const STATISTICS = { feature: 'statistics' } as const

const feedCall = <const P extends string, const Q extends z.ZodRawShape, const R extends z.ZodType>(
  path: P,
  query: Q,
  reply: R,
  summary: string,
) => endpoint({ ...wireCall('B', `${FEED}/${path}` as const, query, reply, summary), ...STATISTICS })
/** What pages of the line and of races are made of as well: a ground, players, a card. */
const siteCall = <const P extends string, const Q extends z.ZodRawShape, const R extends z.ZodType>(
  path: P,
  query: Q,
  reply: R,
  summary: string,
) => endpoint(wireCall('A', `${SITE}/${path}` as const, query, reply.nullable(), summary))
const tableCall = <const P extends string, const Q extends z.ZodRawShape, const R extends z.ZodType>(
  path: P,
  query: Q,
  reply: R,
  summary: string,
) => endpoint({ ...siteCall(path, query, reply, summary), ...STATISTICS })

export const gameH2h = feedCall(
  'Game/h2h',
  { id: idText },
  z.object({
    teams: z.array(wireTeam),
    gameShorts: z.array(wireShort),
    sportId: z.number(),
    subSportId: z.number(),
    entity: z.object({
      winCount1: z.number(),
      drowCount: z.number(),
      winCount2: z.number(),
      overtimeCount: z.number(),
      gameIds: z.array(id24),
      team1GameIds: z.array(id24),
      team2GameIds: z.array(id24),
      team1FutureGames: z.array(id24),
      team2FutureGames: z.array(id24),
    }),
  }),
  'Meetings and last games of both sides (wire 11.1)',
)

export const teamLastGames = feedCall(
  'TeamLastGames',
  { id: idText, teamId: idText, count },
  z.object({ teams: z.array(wireTeam), gameShorts: z.array(wireShort), team1GameIds: z.array(id24), team2GameIds: z.array(id24) }),
  'Last games of a team or of both sides (wire 11.2)',
)

const wirePlayer = z.object({
  id: id24,
  name: z.string(),
  shortName: z.string(),
  number: z.number(),
  position: z.string(),
  line: z.number(),
  image: z.string(),
  isSub: z.boolean(),
  isOut: z.boolean(),
  inMinute: z.number(),
  outMinute: z.number(),
})

export const lineUps = feedCall(
  'LineUps',
  { id: idText },
  z.object({
    isConfirmed: z.boolean(),
    teams: z.array(
      z.object({
        id: id24,
        clId: z.number(),
        title: z.string(),
        formation: z.string(),
        coach: z.object({ id: z.string(), name: z.string() }),
        players: z.array(wirePlayer),
      }),
    ),
  }),
  'Players of both sides, as far as they are known (wire 11.3)',
)

export const gameStatus = feedCall(
  'Status',
  { id: idText },
  z.object({
    id: id24,
    status: z.number(),
    subStatus: z.number(),
    period: z.number(),
    score1: z.number(),
    score2: z.number(),
    dateStart: z.number(),
    lineUps: z.boolean(),
    courseOfPlay: z.boolean(),
    table: z.boolean(),
    h2h: z.boolean(),
  }),
  'State of a game and which statistics exist (wire 11.3)',
)

const tableRow = z.object({
  Pos: z.number(),
  TI: id24,
  N: z.string(),
  IMG: z.string(),
  GP: z.number(),
  W: z.number(),
  D: z.number(),
  L: z.number(),
  GF: z.number(),
  GA: z.number(),
  PT: z.number(),
  F: z.array(z.number()),
  C: z.string(),
})

export const stageTable = tableCall(
  'StageTable',
  { gameId: idText, stageId: idText, tt: z.coerce.number().int().min(0).max(2).catch(0) },
  z.object({ SI: z.number(), ST: id24, N: z.string(), G: z.array(z.object({ N: z.string(), R: z.array(tableRow) })) }),
  'Table of the stage of a game (wire 11.4)',
)

const sitePlayer = z.object({
  I: z.number(),
  N: z.string(),
  NUM: z.number(),
  PS: z.string(),
  LN: z.number(),
  IMG: z.string(),
  SB: z.boolean(),
  IN: z.number(),
  OUT: z.number(),
})
const siteTeam = z.object({
  TI: id24,
  N: z.string(),
  FM: z.string(),
  CO: z.object({ I: z.number(), N: z.string() }),
  P: z.array(sitePlayer),
})

export const lineUps2 = tableCall(
  'LineUps2',
  { gameId: idText },
  z.object({ CF: z.boolean(), T1: siteTeam, T2: siteTeam }),
  'Players of both sides, short keys (wire 11.4)',
)

export const stadiumForGame = siteCall(
  'GetStadiumForGame_2',
  { gameId: idText },
  z.object({
    I: z.number(),
    N: z.string(),
    CT: z.string(),
    CN: z.string(),
    CAP: z.number(),
    Y: z.number(),
    IMG: z.string(),
    GEO: z.array(z.number()),
    SF: z.string(),
  }),
  'Where the game is played (wire 11.4)',
)

const siteGame = z.object({
  I: z.union([z.number(), z.string()]),
  S: z.number(),
  O1: z.string(),
  O2: z.string(),
  S1: z.number(),
  S2: z.number(),
  L: z.string(),
})

export const headToHead = tableCall(
  'HeadToHead',
  { gameId: idText, count },
  z.object({ W1: z.number(), D: z.number(), W2: z.number(), G: z.array(siteGame), L1: z.array(siteGame), L2: z.array(siteGame) }),
  'Meetings, short keys (wire 11.4)',
)

export const shortPlayersInfo = siteCall(
  'ShortPlayersInfo',
  { players: z.coerce.string().max(600).optional().catch(undefined), own: z.stringbool().catch(false) },
  z.array(
    z.object({
      I: z.number(),
      N: z.string(),
      NUM: z.number(),
      PS: z.string(),
      IMG: z.string(),
      CO: z.number(),
      CN: z.string().optional(),
      BD: z.string(),
      H: z.number(),
      W: z.number(),
      TI: z.string(),
      TN: z.string().optional(),
    }),
  ),
  'Players by id (wire 11.4); `own`: with the names of their country and team',
)

export const horsesRace = siteCall(
  'HorsesRace',
  { raceid: idText },
  z.object({
    I: z.number(),
    N: z.string(),
    S: z.number(),
    TR: z.string(),
    DS: z.number(),
    GO: z.string(),
    PR: z.string(),
    CL: z.string(),
    H: z.array(
      z.object({
        I: z.number(),
        NO: z.number(),
        N: z.string(),
        ST: z.number(),
        J: z.string(),
        TN: z.string(),
        AG: z.number(),
        WT: z.number(),
        F: z.string(),
        SLK: z.string(),
        OR: z.number(),
        NR: z.boolean(),
        T: z.number(),
      }),
    ),
  }),
  'Card of a race (wire 11.4)',
)

/** Colours of a stable as a picture; the name says what is drawn, so it never changes. */
export const silksPicture = endpoint({
  method: 'GET',
  path: '/sfiles/silks/:file',
  auth: 'none',
  envelope: 'none',
  params: z.object({ file: z.string().max(40) }),
  summary: "Picture of a runner's colours (wire 11.4, SLK)",
})

export const horseRaces = tableCall(
  'Horse/race',
  { id: idText },
  z.object({
    I: z.number(),
    N: z.string(),
    AG: z.number(),
    SX: z.string(),
    C: z.string(),
    SR: z.string(),
    DM: z.string(),
    OW: z.string(),
    R: z.array(z.object({ S: z.number(), TR: z.string(), DS: z.number(), PL: z.number(), OF: z.number(), J: z.string(), SP: z.number() })),
  }),
  'A horse and its races (wire 11.4)',
)
