/** Results by sport, championship and date (wire 7); live results, whole championships and settled markets are ours. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const ROOT = '/service-api/result/web/api'
/** Rows of a page when the call does not say how many. */
export const PAGE_ROWS = 100
const id = z.number().int().nonnegative()
const whole = (max: number) => z.coerce.number().int().min(0).max(max)
const time = whole(2 ** 33)
const texts = z.string().max(8000).optional().catch(undefined)
const lng = z.string().max(20).optional().catch(undefined)
const ref = z.string().max(20).optional().catch(undefined)
const page = whole(10_000).min(1).catch(1)
const pageCount = whole(500).min(1).catch(PAGE_ROWS)
const flag = whole(99).default(0).catch(0)

const common = { method: 'GET', serviceRoot: true, wire: true, auth: 'none', envelope: 'B' } as const
const listed = <T extends z.ZodType>(row: T) => z.object({ count: id, items: z.array(row).optional() })

export const resultSports = endpoint({
  ...common,
  path: `${ROOT}/v2/sports`,
  query: z.object({ dateFrom: time, dateTo: time, lng, ref, cyberFlag: flag }),
  reply: listed(z.object({ id, name: z.string(), gamesCount: id })),
  summary: 'Sports with results in the time (wire 7.1)',
})

export const resultChamps = endpoint({
  ...common,
  path: `${ROOT}/v2/champs`,
  query: z.object({ dateFrom: time, dateTo: time, sportIds: texts, lng, ref, cyberFlag: flag }),
  reply: listed(
    z.object({ id, name: z.string(), sportId: id, gamesCount: id, image: z.string().optional(), countryImage: z.string().optional() }),
  ),
  summary: 'Championships with results in the time (wire 7.2)',
})

const gameRow = z.object({
  id,
  /** Ours always has it, recorded answers of others do not. */
  constId: id.optional(),
  sportId: id,
  champId: id,
  champName: z.string(),
  opp1: z.string(),
  opp2: z.string().optional(),
  opp1Ids: z.array(id),
  opp2Ids: z.array(id),
  opp1Images: z.array(z.string()).optional(),
  opp2Images: z.array(z.string()).optional(),
  score: z.string().optional(),
  /** Ours: the score that was told before it was put right. */
  scoreBefore: z.string().optional(),
  dopInfo: z.string(),
  hasSubGame: z.literal(true).optional(),
  subGame: z.array(z.object({ title: z.string(), score: z.string() })).optional(),
  matchInfos: z.record(z.string(), z.string()).optional(),
  videos: z.array(z.string()).optional(),
  dateStart: id.optional(),
  stadiumId: id.optional(),
  champCountry: id.optional(),
  gameTypeName: z.string().optional(),
  gameVidName: z.string().optional(),
  isCyber: z.literal(true).optional(),
})

export const resultGames = endpoint({
  ...common,
  path: `${ROOT}/v3/games`,
  query: z.object({
    champId: whole(2 ** 31 - 1)
      .optional()
      .catch(undefined),
    dateFrom: time,
    dateTo: time,
    sportIds: texts,
    lng,
    ref,
    cyberFlag: flag,
    /** Ours. Who asks for no page of a championship gets all of it, as the wire knows no pages. */
    page: page.optional(),
    pageCount: pageCount.optional(),
  }),
  reply: listed(gameRow),
  summary: 'Results of a championship, or of sports, in the time (wire 7.3)',
})

export const champResults = endpoint({
  ...common,
  path: `${ROOT}/v3/champResults`,
  query: z.object({ champId: whole(2 ** 31 - 1), lng, ref, page: page.default(1), pageCount: pageCount.default(PAGE_ROWS) }),
  reply: listed(gameRow),
  summary: 'All results of a championship, the newest first',
})

export const liveResults = endpoint({
  ...common,
  path: `${ROOT}/v3/liveResults`,
  query: z.object({ sportIds: texts, lng, ref, cyberFlag: flag }),
  reply: listed(gameRow.extend({ live: z.literal(true), periodName: z.string().optional(), timeSec: id.optional() })),
  summary: 'Games that are played now with their scores',
})

const ending = z.enum(['won', 'lost', 'void', 'half_won', 'half_lost', 'open'])

export const gameResult = endpoint({
  ...common,
  path: `${ROOT}/v3/gameResult`,
  query: z.object({ id: whole(2 ** 31 - 1), lng, ref }),
  reply: z.object({
    id,
    constId: id,
    sportId: id,
    champId: id,
    champName: z.string(),
    opp1: z.string(),
    opp2: z.string().optional(),
    dateStart: id,
    score: z.string().optional(),
    /** The score that was told before it was put right. */
    scoreBefore: z.string().optional(),
    /** Words for an end that is not the usual one: abandoned, cancelled, won without play. */
    status: z.string().optional(),
    /** Who told the last result, in words, and when (unix seconds); left out while nothing was told. */
    told: z.object({ source: z.string(), at: id }).optional(),
    markets: z.array(
      z.object({
        g: id,
        gs: id,
        part: z.string(),
        partName: z.string(),
        outcomes: z.array(
          z.object({
            t: id,
            p: z.number(),
            playerId: id.optional(),
            playerName: z.string().optional(),
            result: ending,
            cf: z.number().optional(),
            /** Corrections of the result, the latest last: when (unix seconds), by whom in words, from what to what. */
            changes: z.array(z.object({ at: id, source: z.string(), from: ending, to: ending })).optional(),
          }),
        ),
      }),
    ),
  }),
  summary: 'How every market of a game ended',
})
