/** Which games of the line have a table and which pairs have met, so that rows promise no more than the calls give (wire 4.1). */
import type pg from 'pg'
import type { BookGame } from '#modules/line/rules/book.ts'
import type { StatisticsMarks } from '#modules/line/rules/wire/view.ts'
import type { Line } from '#modules/line/server/index.ts'
import { inSeason, seasonsOf } from '../rules/season.ts'
import { standings } from '../rules/standings.ts'
import { isMatch } from './rows.ts'
import { listMet, listNewest, listNewestStarts } from './marks-store.ts'

export interface Marker {
  /** Looks again at what has changed since the last time, and tells the line when its rows must say something else. */
  run(): Promise<void>
}

export function createMarker(pool: pg.Pool, line: Pick<Line, 'book' | 'mark'>): Marker {
  /** Newest result of a championship when its table was looked for last. */
  const seen = new Map<number, { newest: number; table: boolean }>()
  let told: StatisticsMarks = { tables: new Set(), met: new Set() }

  async function tablesOf(championshipIds: readonly number[]): Promise<Set<number>> {
    const newest = await listNewestStarts(pool, championshipIds)
    const changed = [...newest].filter(([id, at]) => seen.get(id)?.newest !== at).map(([id]) => id)
    for (const [id, of] of await listNewest(pool, changed)) {
      const [season] = seasonsOf(of.results.map(({ startsAt }) => startsAt))
      const table = season !== undefined && standings(inSeason(of.results, season), of).length > 0
      seen.set(id, { newest: newest.get(id)!, table })
    }
    return new Set(championshipIds.filter((id) => seen.get(id)?.table === true))
  }

  async function metOf(games: readonly BookGame[]): Promise<Set<number>> {
    const known = games.filter(({ ci }) => told.met.has(ci)).map(({ ci }) => ci)
    const others = games.filter(({ ci }) => !told.met.has(ci))
    return new Set([...known, ...(await listMet(pool, others))])
  }

  return {
    async run() {
      const games = [...line.book.games.values()].filter(isMatch)
      const tables = await tablesOf([...new Set(games.map(({ championshipId }) => championshipId))])
      const met = await metOf(games)
      const isNew = hasMore(tables, told.tables) || hasMore(told.tables, tables) || hasMore(met, told.met)
      told = { tables, met }
      // Rows are written anew when they say something else; a game that left the book is in none of them.
      if (isNew) line.mark(told)
    },
  }
}

const hasMore = (set: ReadonlySet<number>, than: ReadonlySet<number>): boolean => [...set].some((one) => !than.has(one))
