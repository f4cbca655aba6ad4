/** Favourites of an account (wire 9): games by constant id, championships, teams. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const ROOT = '/service-api/favorites/v1/Favorite'
/** Only bounds a body: what is too many for a list says the list itself (error_code 20), when it knows which are new. */
const MOST_ROWS = 5000
const id = z.coerce
  .number()
  .int()
  .min(1)
  .max(2 ** 31 - 1)
const small = z.coerce.number().int().min(0).max(1_000_000).catch(0)
const lng = z.string().max(20).optional().catch(undefined)
const oneKind = z.coerce
  .number()
  .int()
  .refine((value) => value === 1 || value === 3)
  .optional()
/** Of a list that is read; what cannot be read narrows nothing. */
const kind = oneKind.catch(undefined)

const gameRow = z.object({ constId: z.number(), id: z.number().optional(), kind: z.number(), sportId: z.number(), added: z.number() })
const championshipRow = z.object({
  champId: z.number(),
  sportId: z.number(),
  name: z.string(),
  image: z.string().optional(),
  added: z.number(),
})
const teamRow = z.object({
  teamId: z.number(),
  sportId: z.number(),
  name: z.string(),
  image: z.string().optional(),
  added: z.number(),
})
const removed = z.object({ removed: z.number() })
/** `left` are those that were not taken, because the list of the account is full: the browser keeps them. */
const takenOver = z.object({ added: z.number(), skipped: z.number(), left: z.array(z.number()) })

const common = { serviceRoot: true, wire: true, auth: 'token', envelope: 'C' } as const

export const allFavorites = endpoint({
  ...common,
  method: 'GET',
  path: ROOT,
  query: z.object({ lng }),
  reply: z.object({ games: z.array(gameRow), championships: z.array(championshipRow), teams: z.array(teamRow) }),
  summary: 'All favourites of the player (wire 9)',
})

export const favoriteGames = endpoint({
  ...common,
  method: 'GET',
  path: `${ROOT}/Games`,
  query: z.object({ lng, kind }),
  reply: z.array(gameRow),
  summary: 'Favourite games (wire 9)',
})
export const addGames = endpoint({
  ...common,
  method: 'POST',
  path: `${ROOT}/Games`,
  body: z.object({ games: z.array(z.object({ constId: id, kind: small.optional(), sportId: small.optional() })).max(MOST_ROWS) }),
  reply: z.array(gameRow),
  summary: 'Marks games (wire 9)',
})
export const removeGames = endpoint({
  ...common,
  method: 'DELETE',
  path: `${ROOT}/Games`,
  body: z.object({ games: z.array(id).max(MOST_ROWS) }),
  reply: removed,
  summary: 'Unmarks games (wire 9)',
})
export const clearGames = endpoint({
  ...common,
  method: 'DELETE',
  path: `${ROOT}/Games/Clear`,
  // None is all of them, so a kind that cannot be read is refused: it must not take everything away.
  query: z.object({ kind: oneKind }),
  reply: removed,
  summary: 'Unmarks all games, or those of a kind (wire 9)',
})
export const migrateGames = endpoint({
  ...common,
  method: 'POST',
  path: `${ROOT}/migrate/Games`,
  body: z.object({
    games: z.array(z.object({ gameId: id, kind: small.optional(), sportId: small.optional() })).max(MOST_ROWS),
    /** Ours: the answer also says what was left, which no table of the wire has. */
    own: z.boolean().default(false),
  }),
  reply: takenOver.partial({ left: true }),
  summary: 'Takes the list of the browser over after sign-in (wire 9)',
})

export const favoriteChampionships = endpoint({
  ...common,
  method: 'GET',
  path: `${ROOT}/Championships`,
  query: z.object({ lng }),
  reply: z.array(championshipRow),
  summary: 'Favourite championships (wire 9)',
})
export const addChampionships = endpoint({
  ...common,
  method: 'POST',
  path: `${ROOT}/Championships`,
  query: z.object({ lng }),
  body: z.object({ championships: z.array(z.object({ champId: id, sportId: small.optional() })).max(MOST_ROWS) }),
  reply: z.array(championshipRow),
  summary: 'Marks championships (wire 9)',
})
export const removeChampionships = endpoint({
  ...common,
  method: 'DELETE',
  path: `${ROOT}/Championships`,
  body: z.object({ championships: z.array(id).max(MOST_ROWS) }),
  reply: removed,
  summary: 'Unmarks championships (wire 9)',
})
export const migrateChampionships = endpoint({
  ...common,
  method: 'POST',
  path: `${ROOT}/migrate/Championships`,
  body: z.object({ championships: z.array(z.object({ champId: id, sportId: small.optional() })).max(MOST_ROWS) }),
  reply: takenOver,
  summary: 'Takes the championships of the browser over after sign-in: as many as fit',
})
export const clearChampionships = endpoint({
  ...common,
  method: 'DELETE',
  path: `${ROOT}/Championships/Clear`,
  reply: removed,
  summary: 'Unmarks all championships (wire 9)',
})

export const favoriteTeams = endpoint({
  ...common,
  method: 'GET',
  path: `${ROOT}/Teams`,
  query: z.object({ lng }),
  reply: z.array(teamRow),
  summary: 'Favourite teams (wire 9)',
})
export const addTeams = endpoint({
  ...common,
  method: 'POST',
  path: `${ROOT}/Teams`,
  query: z.object({ lng }),
  body: z.object({ teams: z.array(z.object({ teamId: id, sportId: small.optional() })).max(MOST_ROWS) }),
  reply: z.array(teamRow),
  summary: 'Marks teams (wire 9)',
})
export const removeTeams = endpoint({
  ...common,
  method: 'DELETE',
  path: `${ROOT}/Teams`,
  body: z.object({ teams: z.array(id).max(MOST_ROWS) }),
  reply: removed,
  summary: 'Unmarks teams (wire 9)',
})
export const migrateTeams = endpoint({
  ...common,
  method: 'POST',
  path: `${ROOT}/migrate/Teams`,
  body: z.object({ teams: z.array(z.object({ teamId: id, sportId: small.optional() })).max(MOST_ROWS) }),
  reply: takenOver,
  summary: 'Takes the teams of the browser over after sign-in: as many as fit',
})
export const clearTeams = endpoint({
  ...common,
  method: 'DELETE',
  path: `${ROOT}/Teams/Clear`,
  reply: removed,
  summary: 'Unmarks all teams (wire 9)',
})
