/**
 * What the visitor marked: games, championships, teams. Kept in the browser (one list each for the line, live, esports,
 * marble and the top games, DU-12) until somebody is signed in; then the account's lists stand here and every change
 * goes to them (DU-07…11). The line does not know the account: who does attaches it.
 */
import { storage } from '#platform/web/storage.ts'
import { sportKind } from '../../rules/sport-kind.ts'
import { LIVE, type Kind } from '../model/types.ts'

export interface FavoriteGame {
  ci: number
  kind: Kind
  sportId: number
}

export interface FavoritePlace {
  id: number
  sportId: number
  name: string
}

export interface Favorites {
  games: readonly FavoriteGame[]
  champs: readonly FavoritePlace[]
  teams: readonly FavoritePlace[]
}

export type FavoriteChange =
  | { type: 'game'; on: boolean; item: FavoriteGame }
  | { type: 'champ'; on: boolean; item: FavoritePlace }
  | { type: 'team'; on: boolean; item: FavoritePlace }

/** Limits of the account's lists (wire 9); the browser's are the same, so that nothing is lost at sign-in. */
export const MOST = { game: 500, champ: 100, team: 100 } as const

const NOTHING: Favorites = { games: [], champs: [], teams: [] }
const LISTS = ['favoritesLine', 'favoritesLive', 'favoritesCyber', 'favoritesMarble', 'favoritesTopGame'] as const
type ListName = (typeof LISTS)[number]
const SPORTS = 'draft-favorite-sports'
const CHAMPS = 'draft-favorite-champs'
const TEAMS = 'draft-favorite-teams'
const YEAR_MS = 365 * 86_400_000

/** Which of the browser's five lists a game belongs to. */
export function listOf({ kind, sportId }: Pick<FavoriteGame, 'kind' | 'sportId'>, top: boolean): ListName {
  const { cyber, name } = sportKind(sportId)
  if (cyber) return 'favoritesCyber'
  if (name.startsWith('Marble')) return 'favoritesMarble'
  if (top) return 'favoritesTopGame'
  return kind === LIVE ? 'favoritesLive' : 'favoritesLine'
}

function readPlaces(stored: unknown): readonly FavoritePlace[] {
  if (!Array.isArray(stored)) return []
  return (stored as Partial<FavoritePlace>[]).filter(
    (one): one is FavoritePlace => typeof one?.id === 'number' && typeof one.sportId === 'number' && typeof one.name === 'string',
  )
}

/** Whose lists stand; null before they are read. Those of an account that could not be read are the browser's. */
type Owner = 'browser' | 'account' | null

export class FavoritesStore {
  #state: Favorites = NOTHING
  #top: ReadonlySet<number> = new Set()
  #loading: Promise<void> | null = null
  /** Pressed before it was read what the browser keeps: made again on top of that. Null once it was read. */
  #early: FavoriteChange[] | null = []
  /** What the browser keeps is moving into an account: what is pressed meanwhile waits among the early ones. */
  #moving = false
  #whose: Owner = null
  #remote: ((change: FavoriteChange) => void) | null = null
  /** A change is being kept by this page: what the storage tells of it is known. */
  #keeping = false
  #follows = false
  #heard: ReturnType<typeof setTimeout> | undefined
  readonly #listeners = new Set<() => void>()

  readonly get = (): Favorites => this.#state

  readonly whose = (): Owner => this.#whose

  readonly listen = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    void this.load()
    return () => {
      this.#listeners.delete(listener)
    }
  }

  /** Reads what the browser keeps, once. */
  load(): Promise<void> {
    this.#follow()
    this.#loading ??= this.#read()
    return this.#loading
  }

  /** Another tab keeps its marks in the same place: this one goes on from theirs, not over them. */
  #follow(): void {
    if (this.#follows) return
    this.#follows = true
    const changed = () => {
      if (this.#keeping || this.#remote) return
      clearTimeout(this.#heard)
      // One press changes several lists.
      this.#heard = setTimeout(() => {
        if (this.#remote || this.#early) return
        this.#top = new Set()
        this.#readAgain()
        void this.load()
      }, 0)
    }
    for (const key of [...LISTS, SPORTS, CHAMPS, TEAMS] as const) storage.listen(key, changed)
  }

  /** The account's lists take the place of the browser's, and hear of every change from now on. */
  attach(lists: Favorites, remote: (change: FavoriteChange) => void): void {
    this.#remote = remote
    this.#moving = false
    const early = this.#early ?? []
    this.#early = null
    this.#whose = 'account'
    this.#set(early.reduce(applied, lists))
    for (const change of early) remote(change)
  }

  /** Nobody is signed in any more: what the browser keeps stands again. */
  detach(): void {
    if (!this.#remote) {
      this.stay()
      if (this.#whose) this.#whose = 'browser'
      return
    }
    this.#remote = null
    this.#whose = null
    this.#set(NOTHING)
    this.#readAgain()
    void this.load()
  }

  /** What the browser keeps, to be moved into an account; what is pressed from now on is told to whoever attaches it. */
  async handOver(): Promise<Favorites> {
    await this.load()
    if (this.#remote) return NOTHING
    this.#moving = true
    this.#early ??= []
    return this.#state
  }

  /** The account could not be read: everything stays in the browser for now. */
  stay(): void {
    if (!this.#moving) return
    this.#moving = false
    this.#early = null
    this.#whose = 'account'
    this.#set(this.#state)
    void this.#keep(this.#state)
  }

  /** What the account has, where it did not take a change. */
  amend(change: FavoriteChange): void {
    if (this.#remote) this.#set(applied(this.#state, change))
  }

  /** What the browser kept has moved into the account, all but what is `left`. */
  async forget(left: Favorites = NOTHING): Promise<void> {
    if (left.games.length + left.champs.length + left.teams.length > 0) await this.#keep(left)
    else {
      this.#keeping = true
      const removed = [...LISTS, SPORTS, CHAMPS, TEAMS].map((key) => storage.remove(key as ListName))
      this.#keeping = false
      await Promise.all(removed)
    }
    if (this.#remote || this.#moving) return
    this.#set(NOTHING)
    this.#readAgain()
  }

  #readAgain(): void {
    this.#loading = null
    this.#early = []
  }

  /** Puts a mark or takes it away. False: the list is full. `top`: the press was in the top games. */
  toggle(change: Omit<FavoriteChange, 'on'>, top = false): boolean {
    const on = !this.has(change)
    if (on && this.#listOf(change.type).length >= MOST[change.type]) return false
    const full = { ...change, on } as FavoriteChange
    this.#set(applied(this.#state, full))
    if (change.type === 'game' && top && on) this.#top = new Set([...this.#top, (change.item as FavoriteGame).ci])
    if (this.#remote) this.#remote(full)
    else if (this.#early) {
      this.#early.push(full)
      void this.load()
    } else void this.#keep(this.#state)
    return true
  }

  has({ type, item }: Omit<FavoriteChange, 'on'>): boolean {
    if (type === 'game') return this.#state.games.some(({ ci }) => ci === (item as FavoriteGame).ci)
    return this.#listOf(type).some((one) => (one as FavoritePlace).id === (item as FavoritePlace).id)
  }

  #listOf(type: FavoriteChange['type']): readonly (FavoriteGame | FavoritePlace)[] {
    return type === 'game' ? this.#state.games : type === 'champ' ? this.#state.champs : this.#state.teams
  }

  #set(state: Favorites): void {
    this.#state = state
    for (const listener of this.#listeners) listener()
  }

  async #read(): Promise<void> {
    const [sports, champs, teams, ...lists] = await Promise.all([
      storage.get(SPORTS),
      storage.get(CHAMPS),
      storage.get(TEAMS),
      ...LISTS.map((name) => storage.get(name)),
    ])
    const early = this.#early
    if (this.#remote || !early) return
    this.#early = null
    this.#whose ??= 'browser'
    const known = (sports ?? {}) as Record<string, number>
    this.#top = new Set([...(lists[LISTS.indexOf('favoritesTopGame')] ?? []), ...this.#top])
    const games = lists.flatMap((ids, index) =>
      (ids ?? []).map((ci): FavoriteGame => ({ ci, kind: LISTS[index] === 'favoritesLive' ? LIVE : 3, sportId: known[ci] ?? 0 })),
    )
    this.#set(early.reduce(applied, { games, champs: readPlaces(champs), teams: readPlaces(teams) }))
    if (early.length > 0) await this.#keep(this.#state)
  }

  async #keep({ games, champs, teams }: Favorites): Promise<void> {
    const lists = new Map<ListName, number[]>(LISTS.map((name) => [name, []]))
    for (const game of games) lists.get(listOf(game, this.#top.has(game.ci)))!.push(game.ci)
    this.#keeping = true
    const kept = [
      ...[...lists].map(([name, ids]) => storage.set(name, ids)),
      storage.set(SPORTS, Object.fromEntries(games.map(({ ci, sportId }) => [ci, sportId])), YEAR_MS),
      storage.set(CHAMPS, champs, YEAR_MS),
      storage.set(TEAMS, teams, YEAR_MS),
    ]
    this.#keeping = false
    await Promise.all(kept)
  }
}

/** The lists after a change; an item stands once. */
export function applied(state: Favorites, change: FavoriteChange): Favorites {
  switch (change.type) {
    case 'game': {
      const others = state.games.filter(({ ci }) => ci !== change.item.ci)
      return { ...state, games: change.on ? [...others, change.item] : others }
    }
    case 'champ':
      return { ...state, champs: placed(state.champs, change) }
    case 'team':
      return { ...state, teams: placed(state.teams, change) }
  }
}

function placed(list: readonly FavoritePlace[], { item, on }: { item: FavoritePlace; on: boolean }): readonly FavoritePlace[] {
  const others = list.filter(({ id }) => id !== item.id)
  return on ? [...others, item] : others
}

export const favorites = new FavoritesStore()
