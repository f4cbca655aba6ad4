/** Main feeds with long keys (wire 6.1, 6.2, 6.5, 6.6): bare answers, `ref` in place of `partner`, decimal odds by default. */
import { z } from 'zod'
import { queryOf, sectionOfFeed } from '#modules/line/contract/endpoints.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

const id = z.number().int().nonnegative()

const common = ['lng', 'ref', 'gr', 'groupId', 'country', 'fcountry', 'cfView', 'coefViewId'] as const

/** Common parameters and those of the call; wrong values mean the default. */
export function mainQuery<const K extends string>(...names: K[]) {
  return queryOf<K | (typeof common)[number]>(...common, ...names)
}

export const outcomeV3 = z.object({
  groupId: id.optional(),
  shortGroupId: id.optional(),
  type: id,
  parameter: z.number().optional(),
  cf: z.number().positive(),
  cfView: z.string(),
  isCenter: z.literal(true).optional(),
  blocked: z.literal(true).optional(),
  eventParams: z.object({ params: z.array(z.string()) }).optional(),
  player: z.object({ id, name: z.string() }).optional(),
})
const periodScore = z.object({ period: id, scoreOpp1: id.optional(), scoreOpp2: id.optional(), periodNameFull: z.string().optional() })
const scoresV3 = z.object({
  fullScore: z.string().optional(),
  fullScoreDetail: z.object({ scoreOpp1: id, scoreOpp2: id }).optional(),
  periodScores: z.array(periodScore),
  periodScoresStr: z.string().optional(),
  currentPeriod: id.optional(),
  currentPeriodName: z.string().optional(),
  scoreOpp1: id.optional(),
  scoreOpp2: id.optional(),
  subScore: z.object({ opponent1: z.string().optional(), opponent2: z.string().optional() }).optional(),
  serve: id.optional(),
  timer: z.object({ timeSec: id, timeDirection: z.number().int(), timeRun: z.boolean() }),
  tabloStats: z.record(z.string(), z.array(z.object({ id, s1: z.string(), s2: z.string(), name: z.string() }))).optional(),
  info: z.string().optional(),
  statusLineStr: z.string().optional(),
  isBreak: z.boolean().optional(),
  gameStatus: id.optional(),
  hasCourseOfPlay: z.boolean().optional(),
})
const opponent = z.object({
  fullName: z.string(),
  nameEng: z.string().optional(),
  countryId: id.optional(),
  opps: z.array(z.object({ id, name: z.string(), image: z.string().optional() })).optional(),
})
/** Everything but the ids may be missing: the bonus leg of an express has none of it. */
export const gameV3 = z.object({
  id,
  constId: id.optional(),
  mainGameId: id.optional(),
  mainConstId: id.optional(),
  num: id.optional(),
  kind: id.optional(),
  startTs: id.optional(),
  updateTs: id.optional(),
  sport: z
    .object({
      id,
      name: z.string(),
      nameEng: z.string().optional(),
      timeName: z.string().optional(),
      timesName: z.string().optional(),
    })
    .optional(),
  subSport: z.object({ id, name: z.string() }).optional(),
  liga: z
    .object({
      id,
      name: z.string().optional(),
      countryImage: z.string().optional(),
      image: z.string().optional(),
      cyberType: id.optional(),
    })
    .optional(),
  opponent1: opponent.optional(),
  opponent2: opponent.optional(),
  fullName: z.string().optional(),
  gameTypeName: z.string().optional(),
  gameVidName: z.string().optional(),
  period: id.optional(),
  periodName: z.string().optional(),
  dopInfo: z.string().optional(),
  countryId: id.optional(),
  globalChampId: id.optional(),
  zonePlay: id.optional(),
  video: z.object({ enabled: z.boolean(), id: z.string() }).optional(),
  scores: scoresV3.partial().optional(),
  eventGroups: z.array(z.object({ groupId: id, shortGroupId: id, events: z.array(z.array(outcomeV3)) })).optional(),
  event: outcomeV3.optional(),
  eventsCount: id.optional(),
  eventsCountWithSubGames: id.optional(),
  subGamesForMainGame: z.array(z.looseObject({ id })).optional(),
  statisticInfo: z.object({ gameId: z.string(), stageId: z.string().optional(), stageType: id.optional(), status: id }).optional(),
  winProbability: z.object({ p1: z.number().optional(), px: z.number().optional(), p2: z.number().optional() }).optional(),
  matchInfos: z.record(z.string(), z.string()).optional(),
  nonStarted: z.boolean().optional(),
  isFinal: z.boolean().optional(),
  hasHeadToHead: z.boolean().optional(),
  subscriptionAvailable: z.boolean().optional(),
  isFavoriteAvailable: z.boolean().optional(),
})
const gamesReply = z.object({ games: z.array(gameV3), count: id, page: id })
const champFields = {
  id,
  name: z.string(),
  sportId: id,
  countryId: id.optional(),
  gamesCount: id,
  image: z.string().optional(),
  countryImage: z.string().optional(),
  weight: id.optional(),
  subSport: z.object({ id, name: z.string() }).optional(),
  isTop: z.literal(true).optional(),
}
const champsReply = z.array(z.object({ ...champFields, children: z.array(z.object(champFields)).optional() }))

/** A call of both roots, with and without the prefix. */
export function mainCall<const P extends string, const R extends z.ZodType, const Q extends z.ZodType>(
  name: readonly P[],
  summary: string,
  query: Q,
  reply: R,
) {
  return endpoint({
    method: 'GET',
    path: [
      ...name.map((one) => `/service-api/main-line-feed/${one}` as const),
      ...name.map((one) => `/service-api/main-live-feed/${one}` as const),
    ],
    serviceRoot: true,
    wire: true,
    auth: 'none',
    envelope: 'B',
    featureOf: sectionOfFeed,
    query,
    reply,
    summary,
  })
}

const section = <const N extends string>(name: N) => [`sportSection/v1/${name}`] as const
const gameQuery = mainQuery('gameId', 'countEvents', 'grMode', 'marketType', 'supportedSpecialType', 'topGroups')

export const mainFeedEndpoints = {
  gameEvents: mainCall(['v1/gameEvents', 'v3/gameEvents'], 'One game with its outcomes, long keys (wire 6.1)', gameQuery, gameV3),
  gameInfo: mainCall(['v1/gameInfo', 'v3/gameInfo'], 'One game without outcomes, long keys (wire 6.2)', gameQuery, gameV3),
  champsBySport: mainCall(section('champsBySport'), 'Championships of a sport by country (wire 6.5)', mainQuery('sportId'), champsReply),
  topChamps: mainCall(section('topChamps'), 'Top championships (wire 6.5)', mainQuery('sportId', 'sports', 'count'), champsReply),
  gamesByChamp: mainCall(
    section('gamesByChamp'),
    'Games of a championship (wire 6.5)',
    mainQuery('champId', 'champs', 'count', 'page'),
    gamesReply,
  ),
  gamesByOpp: mainCall(section('gamesByOpp'), 'Games of teams (wire 6.5)', mainQuery('oppId', 'count', 'page'), gamesReply),
  sport1x2: mainCall(
    section('sport1x2'),
    'Games of a sport with row markets (wire 6.5)',
    mainQuery(
      'sportId',
      'count',
      'page',
      'tsFrom',
      'tsTo',
      'minOffset',
      'top',
      'countryFirst',
      'countryOnly',
      'virtualSports',
      'cyberFlag',
    ),
    gamesReply,
  ),
  search: mainCall(section('search'), 'Search by names (wire 6.5)', mainQuery('text', 'limit', 'strict'), gamesReply),
  StageTableWhoWins: mainCall(
    ['v1/StageTableWhoWins'],
    'The standing of a championship with the bets on its winner (wire 6.4)',
    mainQuery('champId'),
    z.object({
      champId: id,
      gameId: id.optional(),
      groups: z.array(
        z.object({
          name: z.string(),
          rows: z.array(
            z.object({
              place: id,
              teamId: id,
              name: z.string(),
              image: z.string().optional(),
              games: id,
              wins: id,
              draws: id,
              losses: id,
              goalsFor: id,
              goalsAgainst: id,
              points: z.number().int(),
              event: outcomeV3.optional(),
            }),
          ),
        }),
      ),
    }),
  ),
  sliderGames: mainCall(
    ['personalise/v1/sliderGames'],
    'Games chosen for the visitor (wire 6.6)',
    mainQuery('userId', 'count', 'sports'),
    z.object({ games: z.array(gameV3), title: z.string() }),
  ),
}

export const externalTopChamps = endpoint({
  method: 'GET',
  path: '/api/external/web/sportSection/v1/topChamps',
  feature: 'line',
  wire: true,
  auth: 'none',
  envelope: 'B',
  query: mainQuery('sportId', 'sports', 'count'),
  reply: champsReply,
  summary: 'Top championships of the line for other sites (wire 6.5)',
})
