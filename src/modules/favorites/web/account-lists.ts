/** The account's lists as calls (wire 9), in the words of the line. */
import { applied, type FavoriteChange, type Favorites } from '#modules/line/web/index.ts'
import { call } from '#platform/web/call.ts'
import type {
  addChampionships,
  addGames,
  addTeams,
  allFavorites,
  migrateChampionships,
  migrateGames,
  migrateTeams,
  removeChampionships,
  removeGames,
  removeTeams,
} from '../contract.ts'

const ROOT = '/service-api/favorites/v1/Favorite'
const auth = 'token' as const

async function readAccount(lng: string, signal: AbortSignal): Promise<Favorites> {
  const lists = await call<typeof allFavorites>('GET', ROOT, { auth, signal, query: { lng } })
  return {
    games: lists.games.map(({ constId, kind, sportId }) => ({ ci: constId, kind: kind === 1 ? 1 : 3, sportId })),
    champs: lists.championships.map(({ champId, sportId, name }) => ({ id: champId, sportId, name })),
    teams: lists.teams.map(({ teamId, sportId, name }) => ({ id: teamId, sportId, name })),
  }
}

/** What was marked before signing in moves into the account (DU-09). Answers what has not: the browser keeps it. */
export async function moveIn({ games, champs, teams }: Favorites): Promise<Favorites> {
  return {
    games: await leftOf(
      games,
      ({ ci }) => ci,
      () => {
        const rows = games.map(({ ci, kind, sportId }) => ({ gameId: ci, kind, sportId }))
        return call<typeof migrateGames>('POST', `${ROOT}/migrate/Games`, { auth, body: { games: rows, own: true } })
      },
    ),
    champs: await leftOf(champs, idOf, () => {
      const rows = champs.map(({ id, sportId }) => ({ champId: id, sportId }))
      return call<typeof migrateChampionships>('POST', `${ROOT}/migrate/Championships`, { auth, body: { championships: rows } })
    }),
    teams: await leftOf(teams, idOf, () => {
      const rows = teams.map(({ id, sportId }) => ({ teamId: id, sportId }))
      return call<typeof migrateTeams>('POST', `${ROOT}/migrate/Teams`, { auth, body: { teams: rows } })
    }),
  }
}

const idOf = ({ id }: { id: number }): number => id

async function leftOf<T>(
  list: readonly T[],
  of: (one: T) => number,
  take: () => Promise<{ left?: readonly number[] }>,
): Promise<readonly T[]> {
  if (list.length === 0) return list
  try {
    const left = new Set((await take()).left)
    return list.filter((one) => left.has(of(one)))
  } catch (error) {
    console.error('favourites were not moved', error)
    return list
  }
}

interface AccountDeps {
  lng: string
  /** Ends with the session. */
  signal: AbortSignal
  /** A change that the account did not take, and how the mark stands there. */
  lost(kept: FavoriteChange, error: unknown): void
}

/** The lists of one account while its player is signed in. Calls go one after another, so that they end as they were pressed. */
export class AccountLists {
  readonly #deps: AccountDeps
  /** By mark: what was pressed last and has not been sent. */
  readonly #wishes = new Map<string, FavoriteChange>()
  /** Marks that the account has. */
  readonly #kept = new Set<string>()
  #last: Promise<unknown> = Promise.resolve()

  constructor(deps: AccountDeps) {
    this.#deps = deps
  }

  readonly tell = (change: FavoriteChange): void => {
    const key = keyOf(change)
    this.#wishes.set(key, change)
    void this.#after(() => this.#send(key))
  }

  /** The account's lists, with what was pressed while they were being read. */
  read(): Promise<Favorites> {
    return this.#after(async () => {
      const lists = await readAccount(this.#deps.lng, this.#deps.signal)
      this.#kept.clear()
      for (const change of changesOf(lists)) this.#kept.add(keyOf(change))
      return [...this.#wishes.values()].reduce(applied, lists)
    })
  }

  #after<T>(run: () => Promise<T>): Promise<T> {
    const next = this.#last.then(run)
    this.#last = next.catch(() => {})
    return next
  }

  async #send(key: string): Promise<void> {
    const change = this.#wishes.get(key)
    if (!change || this.#deps.signal.aborted) return
    this.#wishes.delete(key)
    try {
      await send(change)
      if (change.on) this.#kept.add(key)
      else this.#kept.delete(key)
    } catch (error) {
      // Pressed again meanwhile: the later wish decides.
      if (this.#wishes.has(key) || this.#deps.signal.aborted) return
      this.#deps.lost({ ...change, on: this.#kept.has(key) }, error)
    }
  }
}

function keyOf({ type, item }: FavoriteChange): string {
  return `${type}|${'ci' in item ? item.ci : item.id}`
}

function changesOf({ games, champs, teams }: Favorites): FavoriteChange[] {
  return [
    ...games.map((item) => ({ type: 'game', on: true, item }) as const),
    ...champs.map((item) => ({ type: 'champ', on: true, item }) as const),
    ...teams.map((item) => ({ type: 'team', on: true, item }) as const),
  ]
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
