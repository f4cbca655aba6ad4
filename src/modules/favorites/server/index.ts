/** Door of the favourites. */
import type { FastifyInstance } from 'fastify'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, type Problem } from '#platform/shared/problem.ts'
import * as contract from '../contract.ts'
import type { FavoriteList } from '../rules/limits.ts'
import {
  addFavorites,
  clearGames,
  clearList,
  knownChampionships,
  knownGames,
  knownTeams,
  removeGames,
  takeOver,
  takeOverGames,
  wireLists,
  type FavoriteDeps,
  type WireLists,
} from './favorites.ts'
import { deleteFavorites, listFavorites, type FavoriteRow } from './store.ts'
export { personalData } from './personal-data.ts'

export function registerFavorites(app: FastifyInstance, deps: FavoriteDeps): void {
  route(app, contract.allFavorites, async (ctx, { query }) =>
    wireLists(deps, await listFavorites(deps.db, me(ctx), ['games', 'championships', 'teams']), languageOf(ctx, query.lng)),
  )
  gameRoutes(app, deps)
  championshipRoutes(app, deps)
  teamRoutes(app, deps)
}

const me = (ctx: Ctx): number => ctx.player!.id
const languageOf = (ctx: Ctx, lng: string | undefined): string => lng ?? ctx.lng

async function wired<L extends FavoriteList>(
  deps: FavoriteDeps,
  ctx: Ctx,
  list: L,
  rows: FavoriteRow[] | Problem,
  lng?: string,
): Promise<WireLists[L] | Problem> {
  return isProblem(rows) ? rows : (await wireLists(deps, rows, languageOf(ctx, lng)))[list]
}

function gameRoutes(app: FastifyInstance, deps: FavoriteDeps): void {
  route(app, contract.favoriteGames, async (ctx, { query }) => {
    const { games } = await wireLists(deps, await listFavorites(deps.db, me(ctx), ['games']), ctx.lng)
    return query.kind === undefined ? games : games.filter(({ kind }) => kind === query.kind)
  })
  route(app, contract.addGames, async (ctx, { body }) => {
    const wanted = knownGames(
      deps,
      body.games.map(({ constId }) => constId),
    )
    return wired(deps, ctx, 'games', await addFavorites(deps, me(ctx), 'games', wanted))
  })
  route(app, contract.removeGames, async (ctx, { body }) => ({ removed: await removeGames(deps, me(ctx), body.games) }))
  route(app, contract.clearGames, async (ctx, { query }) => ({ removed: await clearGames(deps, me(ctx), query.kind) }))
  route(app, contract.migrateGames, async (ctx, { body }) => {
    const asked = body.games.map(({ gameId }) => gameId)
    const { left, ...taken } = await takeOverGames(deps, me(ctx), asked)
    return body.own ? { ...taken, left } : taken
  })
}

function championshipRoutes(app: FastifyInstance, deps: FavoriteDeps): void {
  route(app, contract.favoriteChampionships, async (ctx, { query }) =>
    wired(deps, ctx, 'championships', await listFavorites(deps.db, me(ctx), ['championships']), query.lng),
  )
  route(app, contract.addChampionships, async (ctx, { body, query }) => {
    const wanted = await knownChampionships(
      deps,
      body.championships.map(({ champId }) => champId),
    )
    return wired(deps, ctx, 'championships', await addFavorites(deps, me(ctx), 'championships', wanted), query.lng)
  })
  route(app, contract.removeChampionships, async (ctx, { body }) => ({
    removed: await deleteFavorites(deps.db, me(ctx), 'championships', body.championships),
  }))
  route(app, contract.migrateChampionships, async (ctx, { body }) => {
    const asked = body.championships.map(({ champId }) => champId)
    return takeOver(deps, me(ctx), 'championships', asked, await knownChampionships(deps, asked))
  })
  route(app, contract.clearChampionships, async (ctx) => ({ removed: await clearList(deps, me(ctx), 'championships') }))
}

function teamRoutes(app: FastifyInstance, deps: FavoriteDeps): void {
  route(app, contract.favoriteTeams, async (ctx, { query }) =>
    wired(deps, ctx, 'teams', await listFavorites(deps.db, me(ctx), ['teams']), query.lng),
  )
  route(app, contract.addTeams, async (ctx, { body, query }) => {
    const wanted = await knownTeams(
      deps,
      body.teams.map(({ teamId }) => teamId),
    )
    return wired(deps, ctx, 'teams', await addFavorites(deps, me(ctx), 'teams', wanted), query.lng)
  })
  route(app, contract.removeTeams, async (ctx, { body }) => ({ removed: await deleteFavorites(deps.db, me(ctx), 'teams', body.teams) }))
  route(app, contract.migrateTeams, async (ctx, { body }) => {
    const asked = body.teams.map(({ teamId }) => teamId)
    return takeOver(deps, me(ctx), 'teams', asked, await knownTeams(deps, asked))
  })
  route(app, contract.clearTeams, async (ctx) => ({ removed: await clearList(deps, me(ctx), 'teams') }))
}
