/** Ready-made offers: expresses of the day, the Asian view, global championships, duels (wire 5.13, 5.14, 5.16, 6.3, 8.8). */
import { z } from 'zod'
import { common, feed, queryOf } from '#modules/line/contract/endpoints.ts'
import { champSchema, envelopeA, gameSchema, outcomeSchema, scoreSchema } from '#modules/line/contract/schemas.ts'
import { gameV3, mainCall, mainQuery } from '#modules/main-feed/contract.ts'
import { endpoint } from '#platform/shared/endpoint.ts'

const id = z.number().int().nonnegative()

/** A leg of an express: a game with one outcome, or the bonus leg, which has nothing else. */
const leg = gameSchema.partial().extend({ I: id, E: z.array(outcomeSchema.partial({ G: true })).length(1) })
const expressReply = envelopeA(
  z.array(z.object({ I: id, EI: id, C: z.number().positive(), CV: z.string(), CT: id.optional(), G: z.array(leg) })),
)

const lines = z.array(z.object({ P: z.number().optional(), A: outcomeSchema, B: outcomeSchema })).optional()
const asiaLines = z.object({
  I: id.optional(),
  H: lines,
  T: lines,
  X: z.array(outcomeSchema).optional(),
  OE: z.array(outcomeSchema).optional(),
})
const asiaGame = z.object({
  I: id,
  CI: id,
  S: id,
  O1: z.string(),
  O2: z.string().optional(),
  O1I: id.optional(),
  O2I: id.optional(),
  KI: id,
  SC: scoreSchema.optional(),
  FT: asiaLines.optional(),
  HT: asiaLines.optional(),
})

const globalRow = {
  GLI: id,
  L: z.string(),
  LE: z.string().optional(),
  SI: id,
  IMG: z.string().optional(),
  GC: id,
  CC: id,
}

export const offerEndpoints = {
  GetExpressDayZip: feed('GetExpressDayZip', 'Expresses of the day (wire 5.13)', queryOf(...common), expressReply),
  GetExpressCyberZip: feed('GetExpressCyberZip', 'Expresses of cyber games (wire 5.13)', queryOf(...common), expressReply, 'cyber'),
  AsiaGetSports: feed(
    'AsiaGetSports',
    'Sports with Asian lines (wire 5.14)',
    queryOf(...common, 'tz'),
    envelopeA(z.array(z.object({ I: id, N: z.string(), C: id, LC: id, EC: id }))),
  ),
  AsiaGetLeagues: feed(
    'AsiaGetLeagues',
    'Championships with Asian lines (wire 5.14)',
    queryOf(...common, 'sport', 'period', 'tz'),
    envelopeA(z.array(z.object({ LI: id, L: z.string(), CI: id.optional(), GC: id }))),
  ),
  AsiaGetGames: feed(
    'AsiaGetGames',
    'Games with their Asian lines (wire 5.14)',
    queryOf(...common, 'sport', 'champs', 'count', 'page', 'period', 'tz'),
    envelopeA(z.array(z.object({ LI: id, L: z.string(), G: z.array(asiaGame) }))),
  ),
  AsiaGetGame: feed('AsiaGetGame', 'One game with all Asian lines (wire 5.14)', queryOf(...common, 'id'), envelopeA(asiaGame.nullable())),
  GetGlobalChampsZip: feed(
    'GetGlobalChampsZip',
    'Global championships (wire 5.16)',
    queryOf(...common, 'sports', 'count'),
    envelopeA(z.array(z.object(globalRow))),
  ),
  GetGlobalChampZip: feed(
    'GetGlobalChampZip',
    'A global championship with its games (wire 5.16)',
    queryOf(...common, 'globalChampId'),
    envelopeA(z.object({ ...globalRow, C: z.array(champSchema), G: z.array(gameSchema) }).nullable()),
  ),
}

export const expressDay = mainCall(
  ['v1/expressDay'],
  'Expresses of the day, long keys (wire 6.3)',
  mainQuery('cyberFlag'),
  z.array(
    z.object({
      id,
      expressId: id,
      cf: z.number().positive(),
      cfView: z.string(),
      expressCategory: id.optional(),
      events: z.array(gameV3.extend({ scores: z.looseObject({}).optional() })),
    }),
  ),
)

export const GetAvailablePlayersForDuel = endpoint({
  method: 'GET',
  path: '/service-api/LineFeed/GetAvailablePlayersForDuel',
  feature: 'line',
  serviceRoot: true,
  wire: true,
  auth: 'none',
  envelope: 'A',
  query: queryOf(...common, 'sports'),
  reply: envelopeA(
    z.array(
      z.object({
        I: id,
        CI: id,
        S: id,
        SI: id,
        LI: id,
        L: z.string(),
        O1: z.string(),
        O2: z.string(),
        ST: id,
        P: z.array(z.object({ I: id, N: z.string(), IMG: z.string().optional(), SD: id, AV: z.number(), B: z.literal(true).optional() })),
      }),
    ),
  ),
  summary: 'Matches whose sides can be put into a duel (wire 8.8.1)',
})

const team = z
  .array(
    z.coerce
      .number()
      .int()
      .positive()
      .max(2 ** 31 - 1),
  )
  .max(50)

export const BuildDuel = endpoint({
  method: 'POST',
  path: '/service-api/LineFeed/BuildDuel',
  feature: 'line',
  serviceRoot: true,
  wire: true,
  auth: 'none',
  // Nothing is kept and no account is touched.
  csrf: false,
  envelope: 'A',
  body: z.object({
    team1Ids: team,
    team2Ids: team,
    Lng: z.string().max(10).optional().catch(undefined),
    CfView: z.coerce.number().int().optional().catch(undefined),
  }),
  reply: envelopeA(gameSchema.extend({ PlayersDuel: z.array(z.object({ Team: id, PlayerIds: z.array(id) })) })),
  summary: 'Prices of a duel between two virtual teams (wire 8.8.2)',
})
