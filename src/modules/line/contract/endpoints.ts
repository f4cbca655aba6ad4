/** Feed calls of wire §5, §11.5, §11.6 and the name dictionaries of §18.3. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { cardReply, champReply, champsReply, chronoReply, favoritesReply, listReply, sportsReply } from './schemas.ts'

/** Wrong values mean the default (wire rule 19), so nothing here can refuse a request. */
const loose = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.unknown())])
  .optional()
  .catch(undefined)

/** Parameters by name; none of them can refuse a request. */
export function queryOf<const K extends string>(...names: K[]) {
  return z.object(Object.fromEntries(names.map((name) => [name, loose])) as Record<K, typeof loose>)
}

/** `coefViewId` and `groupId` are the specification's names of `cfview` and `gr` (specification §7). */
export const common = ['lng', 'country', 'fcountry', 'partner', 'gr', 'groupId', 'mode', 'cfview', 'coefViewId'] as const
const filters = [
  'sports',
  'sport',
  'sportId',
  'antisports',
  'without',
  'champs',
  'champ',
  'champId',
  'games',
  'subGames',
  'teams',
  'count',
  'page',
  'top',
  'tf',
  'tz',
  'tsFrom',
  'tsTo',
  'minOffset',
  'cyberFlag',
  // Adds virtual sports; cyber sports need no flag, as in the recorded lists.
  'virtualSports',
  'getEmpty',
  'noFilterBlockEvent',
  'countryFirst',
  'countryOnly',
  'europe',
  'filterSports',
  'marketType',
  'globalChampId',
  'section',
  'subSport',
  'filterSubSports',
] as const
const listQuery = queryOf(...common, ...filters, 'groupChamps', 'limit')
const cardQuery = queryOf(
  ...common,
  'id',
  'GroupEvents',
  'isSubGames',
  'allEventsGroupSubGames',
  'countevents',
  'grMode',
  'marketType',
  'topGroups',
  'isNewBuilder',
  'supportedSpecialType',
  'mainevents',
)

const LIVE_ROOT = /\/(livefeed|main-live-feed|mainfeedlive)\//i

/** The section that an address of the feeds belongs to: its root says so (wire rule 4). */
export function sectionOfFeed(url: string): 'line' | 'live' {
  return LIVE_ROOT.test(url.split('?', 1)[0]!) ? 'live' : 'line'
}

/** A call of both feeds, with and without the prefix (wire §5); that of a section or a feature which the brand has switched off is 404. */
export function feed<const M extends string, const R extends z.ZodType, const Q extends z.ZodType>(
  method: M,
  summary: string,
  query: Q,
  reply: R,
  feature?: string,
) {
  return endpoint({
    method: 'GET',
    path: [`/service-api/LineFeed/${method}`, `/service-api/LiveFeed/${method}`],
    serviceRoot: true,
    wire: true,
    auth: 'none',
    envelope: 'A',
    ...(feature === undefined ? {} : { feature }),
    featureOf: sectionOfFeed,
    query,
    reply,
    summary,
  })
}

export const feedEndpoints = {
  Get1x2_VZip: feed('Get1x2_VZip', 'Games with row markets (wire 5.1)', listQuery, listReply),
  BestGamesExtVZip: feed('BestGamesExtVZip', 'Top games (wire 5.2)', listQuery, listReply),
  BestGamesExtZip: feed('BestGamesExtZip', 'Top games (wire 5.2)', listQuery, listReply),
  GetTopGamesStatZip: feed('GetTopGamesStatZip', 'Top games with all names (wire 5.3)', listQuery, listReply),
  TopGamesStatDashbord: feed('TopGamesStatDashbord', 'Games of the dashboard (wire 5.3)', listQuery, listReply),
  GetGameZip: feed('GetGameZip', 'One game or sub-game (wire 5.4)', cardQuery, cardReply),
  GetSportsZip: feed('GetSportsZip', 'Sports with all championships (wire 5.5)', listQuery, sportsReply),
  GetSportsShortZip: feed(
    'GetSportsShortZip',
    'Sports, opened by need (wire 5.6)',
    queryOf(...common, ...filters, 'groupChamps', 'limit', 'whole'),
    sportsReply.extend({ Value: sportsReply.shape.Value.nullable() }),
  ),
  GetChampsZip: feed('GetChampsZip', 'Championships of a sport (wire 5.7)', listQuery, champsReply),
  GetChamps: feed('GetChamps', 'Championships of a sport (wire 5.7)', listQuery, champsReply),
  GetChampZip: feed('GetChampZip', 'A championship with its games (wire 5.8)', listQuery, champReply),
  WebGetTopChampsZip: feed('WebGetTopChampsZip', 'Top championships (wire 5.9)', listQuery, champsReply),
  Web_SearchZip: feed(
    'Web_SearchZip',
    'Search by names (wire 5.10)',
    queryOf(...common, 'text', 'limit', 'strict', 'userId', 'sports'),
    listReply,
  ),
  GetFavoritesZip: feed('GetFavoritesZip', 'Games, championships and teams by id (wire 5.11)', listQuery, favoritesReply),
  GetGamesTeamZip: feed('GetGamesTeamZip', 'Games of teams (wire 5.12)', listQuery, listReply),
  GetChronoOfPlay: endpoint({
    method: 'GET',
    path: '/service-api/LiveFeed/GetChronoOfPlay',
    feature: 'live',
    serviceRoot: true,
    wire: true,
    auth: 'none',
    envelope: 'A',
    query: queryOf(...common, 'id', 'own'),
    reply: chronoReply,
    summary: 'Incidents of a live game, newest first (wire 5.15)',
  }),
}

/** Nothing written is no id. */
const whole = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)

export const findMainLiveByLineId = endpoint({
  method: 'GET',
  path: '/service-api/RefGameService/FindMainLiveByLineId',
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'A',
  query: z.object({ gameId: whole.optional().catch(undefined) }),
  reply: z.object({ GameId: z.number(), ConstId: z.number(), SportId: z.number(), ChampId: z.number(), Kind: z.number() }).nullable(),
  summary: 'Live game of a line game that is gone (wire 11.5)',
})

const webRoot = '/service-api/RestCore/api/external/v1/Web'
const webQuery = z.object({ lng: loose, ref: loose, gr: loose, fcountry: loose })

export const getCountries = endpoint({
  method: 'GET',
  path: `${webRoot}/GetCountries`,
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'A',
  query: webQuery,
  reply: z.array(z.object({ I: z.number(), N: z.string(), E: z.string(), A2: z.string(), IMG: z.string().optional() })),
  summary: 'Countries by our ids (wire 11.6)',
})
export const getWebSports = endpoint({
  method: 'GET',
  path: `${webRoot}/Sports`,
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'A',
  query: webQuery,
  reply: z.array(
    z.object({
      I: z.number(),
      N: z.string(),
      E: z.string(),
      T: z.string(),
      TS: z.string(),
      IMG: z.string().optional(),
      CID: z.number(),
    }),
  ),
  summary: 'Sports with the words for their parts (wire 11.6)',
})
export const getSportInfo = endpoint({
  method: 'GET',
  path: `${webRoot}/SportInfo`,
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'A',
  query: webQuery,
  reply: z.array(z.object({ id: z.number(), name: z.string(), nameEng: z.string(), timeName: z.string(), timesName: z.string() })),
  summary: 'Sports, long keys (wire 11.6)',
})
export const checkLink = endpoint({
  method: 'GET',
  path: `${webRoot}/CheckLink`,
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'A',
  query: z.object({ permanentId: whole.optional().catch(undefined), lng: loose }),
  reply: z.object({ I: z.number(), CI: z.number(), KI: z.number(), SI: z.number(), LI: z.number(), U: z.string() }).nullable(),
  summary: 'Where a page with a constant id leads (wire 11.6)',
})

/** `bets_model_full_ru_0.json`, `bets_model_map_short_en.json` (wire 18.3); also below a version folder. */
export const betsModel = endpoint({
  method: 'GET',
  path: ['/genfiles/cms/betstemplates/:file', '/genfiles/:version/cms/betstemplates/:file'],
  auth: 'none',
  envelope: 'bytes',
  params: z.object({ file: z.string().max(80), version: z.string().max(40).optional() }),
  summary: 'Names of market groups and outcomes (wire 18.3)',
})
