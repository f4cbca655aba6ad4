/** Results by what is asked for, kept in memory until they change. */
import { LRUCache } from 'lru-cache'
import { largeMemory } from '#platform/server/large-memory.ts'
import type pg from 'pg'
import { ratings, type Rated } from '../rules/rating.ts'
import type { Result } from '../rules/result.ts'
import { recordedSeason, seasonsOf, type Season } from '../rules/season.ts'
import { listOfChampionship, listOfSport, listOfTeam, listStarts, selectChampionships, selectCompetitors, type Named } from './store.ts'

export interface ChampionshipResults {
  /** The newest first. */
  results: Result[]
  /** The newest first. */
  seasons: Season[]
  rated: Rated[]
  /** False while games of past seasons are still on their way. */
  whole: boolean
}

export interface Results {
  ofChampionship(id: number): Promise<ChampionshipResults>
  ofTeam(id: number): Promise<Result[]>
  ratedOfSport(sportId: number): Promise<{ results: Result[]; rated: Rated[] }>
  /** Seasons of championships as far as their results are here: past ones are not sent for. */
  seasons(championshipIds: readonly number[]): Promise<Map<number, Season[]>>
  competitors(ids: readonly number[]): Promise<Map<number, Named>>
  championships(ids: readonly number[]): Promise<Map<number, Named>>
  /** Results of these championships have changed. */
  forget(championshipIds: readonly number[]): void
}

/** Another process may have written: nothing is older than this. */
const FRESH_MS = 15_000
const NAMES_MS = 60_000
const SPORT_MS = 120_000

export interface ResultsDeps {
  pool: pg.Pool
  /** Called before a championship is read; false: past seasons are still on their way. */
  wanted(championshipId: number): Promise<boolean>
}

export function createResults({ pool, wanted }: ResultsDeps): Results {
  const championships = new LRUCache<number, Promise<ChampionshipResults>>({ max: 60, ttl: FRESH_MS })
  const seasons = new LRUCache<number, Promise<Season[]>>({ max: 600, ttl: FRESH_MS })
  const teams = new LRUCache<number, Promise<Result[]>>({ max: 600, ttl: FRESH_MS })
  const sports = new LRUCache<number, Promise<{ results: Result[]; rated: Rated[] }>>({ max: 8, ttl: SPORT_MS })
  const competitorNames = largeMemory<number, Named>(20_000, { ttl: NAMES_MS })
  const championshipNames = new LRUCache<number, Named>({ max: 5_000, ttl: NAMES_MS })

  /** One question at a time for a key; one that failed is not remembered. */
  function once<T>(cache: LRUCache<number, Promise<T>>, key: number, ask: () => Promise<T>): Promise<T> {
    const known = cache.get(key)
    if (known) return known
    const asked = ask()
    cache.set(key, asked)
    asked.catch(() => cache.delete(key))
    return asked
  }

  async function named(cache: LRUCache<number, Named>, ids: readonly number[], ask: typeof selectCompetitors): Promise<Map<number, Named>> {
    const wantedIds = [...new Set(ids)]
    const missing = wantedIds.filter((id) => !cache.has(id))
    if (missing.length > 0) for (const [id, one] of await ask(pool, missing)) cache.set(id, one)
    return new Map(wantedIds.flatMap((id) => (cache.has(id) ? [[id, cache.get(id)!] as const] : [])))
  }

  /** Of recordings that are shown again and again nothing is added up. */
  async function recordedOf(id: number): Promise<Season | null> {
    const label = (await named(championshipNames, [id], selectChampionships)).get(id)?.recorded
    return label ? recordedSeason(label) : null
  }

  return {
    ofChampionship: (id) =>
      once(championships, id, async () => {
        const recorded = await recordedOf(id)
        if (recorded) return { results: [], seasons: [recorded], rated: [], whole: true }
        const whole = await wanted(id)
        const results = await listOfChampionship(pool, id)
        // Who asks again in a moment is told what has come meanwhile.
        if (!whole) championships.delete(id)
        return { results, seasons: seasonsOf(results.map(({ startsAt }) => startsAt)), rated: ratings(results), whole }
      }),
    ofTeam: (id) =>
      once(teams, id, async () => {
        const all = await listOfTeam(pool, id)
        const ids = all.map(({ championshipId }) => championshipId)
        const known = await named(championshipNames, ids, selectChampionships)
        const once = all.filter(({ championshipId }) => !known.get(championshipId)?.recorded)
        const usual = once.filter(({ championshipId }) => !known.get(championshipId)?.apart)
        return usual.length > 0 ? usual : once
      }),
    ratedOfSport: (sportId) =>
      once(sports, sportId, async () => {
        const results = await listOfSport(pool, sportId)
        return { results, rated: ratings(results) }
      }),
    async seasons(ids) {
      const known = [...new Set(ids)].map(async (id) => {
        const found = await once(seasons, id, async () => {
          const recorded = await recordedOf(id)
          return recorded ? [recorded] : seasonsOf(await listStarts(pool, id))
        })
        return [id, found] as const
      })
      return new Map(await Promise.all(known))
    },
    competitors: (ids) => named(competitorNames, ids, selectCompetitors),
    championships: (ids) => named(championshipNames, ids, selectChampionships),
    forget(ids) {
      for (const id of ids) {
        championships.delete(id)
        seasons.delete(id)
      }
      if (ids.length > 0) teams.clear()
    },
  }
}
