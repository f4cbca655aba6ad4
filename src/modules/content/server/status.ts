import type { FastifyInstance } from 'fastify'
import { route } from '#platform/server/http.ts'
import { statusCall } from '../contract.ts'
import { comingWorks, serviceStates } from '../rules/status.ts'

export interface StatusDeps {
  feedLagMs: () => number
  ready: () => boolean
  isDatabaseAway: () => boolean
  /** Extras that are turned off for load: 0 none to 3 all. */
  loadStage: () => number
}

/** Answers without the database: it is asked when something is wrong (XT-87). */
export function registerStatus(app: FastifyInstance, { feedLagMs, ready, isDatabaseAway, loadStage }: StatusDeps): void {
  route(app, statusCall, async (ctx) => ({
    at: ctx.now,
    services: serviceStates({ ready: ready(), databaseAway: isDatabaseAway(), feedLagMs: feedLagMs(), loadStage: loadStage() }),
    works: comingWorks(ctx.config.maintenance ?? [], ctx.now),
  }))
}
