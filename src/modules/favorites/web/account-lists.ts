/** The account's lists as calls (wire 9), in the words of the line. */
import type { FavoriteChange, Favorites } from '#modules/line/web/index.ts'
import { call } from '#platform/web/call.ts'
import type {
  addChampionships,
  addGames,
  addTeams,
  allFavorites,
  migrateGames,
  removeChampionships,
  removeGames,
  removeTeams,
} from '../contract.ts'

const ROOT = '/service-api/favorites/v1/Favorite'
const auth = 'token' as const

export async function readAccount(lng: string, signal: AbortSignal): Promise<Favorites> {
  const lists = await call<typeof allFavorites>('GET', ROOT, { auth, signal, query: { lng } })
  return {
    games: lists.games.map(({ constId, kind, sportId }) => ({ ci: constId, kind: kind === 1 ? 1 : 3, sportId })),
    champs: lists.championships.map(({ champId, sportId, name }) => ({ id: champId, sportId, name })),
    teams: lists.teams.map(({ teamId, sportId, name }) => ({ id: teamId, sportId, name })),
  }
}

/** What was marked before signing in moves into the account (DU-09). */
export async function moveIn({ games, champs, teams }: Favorites, lng: string): Promise<void> {
  if (games.length) {
    const rows = games.map(({ ci, kind, sportId }) => ({ gameId: ci, kind, sportId }))
    await call<typeof migrateGames>('POST', `${ROOT}/migrate/Games`, { auth, body: { games: rows } })
  }
  if (champs.length) {
    const rows = champs.map(({ id, sportId }) => ({ champId: id, sportId }))
    await call<typeof addChampionships>('POST', `${ROOT}/Championships`, { auth, query: { lng }, body: { championships: rows } })
  }
  if (teams.length) {
    const rows = teams.map(({ id, sportId }) => ({ teamId: id, sportId }))
    await call<typeof addTeams>('POST', `${ROOT}/Teams`, { auth, query: { lng }, body: { teams: rows } })
  }
}

/** A mark that was put or taken away goes to the account at once; one that is lost there comes right with the next reading. */
export function tell(change: FavoriteChange): void {
  send(change).catch((error: unknown) => console.error('a favourite was not kept', error))
}

async function send({ type, on, item }: FavoriteChange): Promise<void> {
  switch (type) {
    case 'game': {
      const { ci, kind, sportId } = item
      if (on) await call<typeof addGames>('POST', `${ROOT}/Games`, { auth, body: { games: [{ constId: ci, kind, sportId }] } })
      else await call<typeof removeGames>('DELETE', `${ROOT}/Games`, { auth, body: { games: [ci] } })
      return
    }
    case 'champ': {
      const body = { championships: [{ champId: item.id, sportId: item.sportId }] }
      if (on) await call<typeof addChampionships>('POST', `${ROOT}/Championships`, { auth, body })
      else await call<typeof removeChampionships>('DELETE', `${ROOT}/Championships`, { auth, body: { championships: [item.id] } })
      return
    }
    case 'team': {
      const body = { teams: [{ teamId: item.id, sportId: item.sportId }] }
      if (on) await call<typeof addTeams>('POST', `${ROOT}/Teams`, { auth, body })
      else await call<typeof removeTeams>('DELETE', `${ROOT}/Teams`, { auth, body: { teams: [item.id] } })
      return
    }
  }
}
