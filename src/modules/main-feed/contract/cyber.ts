/** Cyber games with long keys (wire 6.7): the same rows below a root of their own, and the menus of the cyber section. */
import { z } from 'zod'
import { sectionOfFeed } from '#modules/line/contract/endpoints.ts'
import { endpoint } from '#platform/shared/endpoint.ts'
import { gameV3, mainQuery } from '../contract.ts'

const id = z.number().int().nonnegative()
const ROOTS = ['/cyber-api/mainfeedlive/web/cyber/v3', '/cyber-api/mainfeedline/web/cyber/v3'] as const

function cyber<const N extends string, const R extends z.ZodType, const Q extends z.ZodType>(name: N, summary: string, query: Q, reply: R) {
  return endpoint({
    method: 'GET',
    path: ROOTS.map((root) => `${root}/${name}` as const),
    wire: true,
    auth: 'none',
    envelope: 'B',
    feature: 'cyber',
    featureOf: sectionOfFeed,
    query,
    reply,
    summary,
  })
}

const games = z.object({ games: z.array(gameV3) })
const menu = z.array(
  z.object({
    id,
    name: z.string(),
    image: z.string().optional(),
    gamesCount: id,
    champs: z.array(z.object({ id, name: z.string(), gamesCount: id })),
  }),
)
const gameQuery = mainQuery('gameId', 'countEvents', 'grMode', 'marketType', 'topGroups')

export const cyberEndpoints = {
  gamesByChamp: cyber('gamesByChamp', 'Games of a cyber championship (wire 6.7)', mainQuery('champId'), games),
  gamesBySport: cyber('gamesBySport/real', 'Games of a discipline (wire 6.7)', mainQuery('sportId', 'count', 'page'), games),
  gameEvents: cyber('gameEvents', 'A cyber game with its outcomes (wire 6.7)', gameQuery, gameV3),
  gameInfo: cyber('gameInfo', 'A cyber game without outcomes (wire 6.7)', gameQuery, gameV3),
  menuReal: cyber('leftmenu/real', 'Disciplines with their championships (wire 6.7)', mainQuery(), menu),
  menuVirtual: cyber('leftmenu/virtual', 'Virtual sports with their championships (wire 6.7)', mainQuery(), menu),
}

/** 204 once the game has left the list. */
export const cyberStatistic = endpoint({
  method: 'GET',
  path: ROOTS.map((root) => `${root}/statistic` as const),
  wire: true,
  auth: 'none',
  envelope: 'B',
  feature: 'cyber',
  featureOf: sectionOfFeed,
  query: mainQuery('gameId'),
  reply: z.looseObject({ statistic: z.object({ main: z.record(z.string(), z.string()) }) }),
  summary: 'Score and rounds of a cyber game (wire 6.7)',
})
