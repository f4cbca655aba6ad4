/** Door of statistics: results that the product holds, told as tables, meetings, form and strengths. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import type { Line } from '#modules/line/server/index.ts'
import { rawPool, type Db } from '#platform/server/db.ts'
import { inSeason } from '../rules/season.ts'
import { standings, type Standing } from '../rules/standings.ts'
import { createCollector } from './collect-results.ts'
import { pageRoutes } from './page-routes.ts'
import { createMarker } from './marks.ts'
import { createKeptAnswers } from './kept-answers.ts'
import { createResults } from './results.ts'
import type { Sources } from './rows.ts'
import { wireRoutes } from './wire-routes.ts'

export interface StatisticsDeps {
  db: Db
  clock: Clock
  line: Line
  /** Asked before a championship is read: brings its past seasons; false while they have not come yet. */
  wanted?: (championshipId: number) => Promise<boolean>
}

export interface Statistics {
  /** The table of the newest season; empty when the championship has no results. */
  standingsOf(championshipId: number): Promise<Standing[]>
  /** One turn of making results of games that are over; answers how many championships changed. */
  collect(): Promise<number>
  /** Tells the line which of its games have a table and which sides have met. */
  mark(): Promise<void>
  /** Past results of a championship have come. */
  forget(championshipIds: readonly number[]): void
  routes(app: FastifyInstance): void
}

export function createStatistics({ db, clock, line, wanted = async () => true }: StatisticsDeps): Statistics {
  const pool = rawPool(db)
  const results = createResults({ pool, wanted })
  const answers = createKeptAnswers()
  const sources: Sources = { line, results, answers }
  const forget = (ids: readonly number[]) => {
    results.forget(ids)
    if (ids.length > 0) answers.clear()
  }
  const collector = createCollector(pool, clock)
  const marker = createMarker(pool, line)
  return {
    async standingsOf(championshipId) {
      const [{ results: list, seasons }, named] = await Promise.all([
        results.ofChampionship(championshipId),
        results.championships([championshipId]),
      ])
      return seasons[0] ? standings(inSeason(list, seasons[0]), named.get(championshipId) ?? { sportId: 0 }) : []
    },
    async collect() {
      const changed = await collector.run()
      forget(changed)
      return changed.length
    },
    mark: () => marker.run(),
    forget,
    routes(app) {
      pageRoutes({ app, pool, sources })
      wireRoutes({ app, pool, sources })
    },
  }
}
