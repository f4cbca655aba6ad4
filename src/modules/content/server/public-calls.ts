import type { FastifyInstance } from 'fastify'
import { registered, route } from '#platform/server/http.ts'
import { publicCallsCall } from '../contract.ts'

/** Feeds and coupon: what programs of others read. Calls that store something for a visitor are not among them. */
const OPEN = /^\/service-api\/(LineFeed|LiveFeed|main-line-feed|main-live-feed|statisticfeed|LiveBet\/Open)\//

/** Made from the very objects that registered the calls, so that the page never lags behind (XT-91). */
export function publicCalls(app: FastifyInstance): void {
  route(app, publicCallsCall, async () =>
    registered
      .filter(({ spec, paths }) => spec.auth === 'none' && paths.some((path) => OPEN.test(path)))
      .map(({ spec, paths }) => ({ method: spec.method, paths: paths.filter((path) => OPEN.test(path)), summary: spec.summary }))
      .toSorted((a, b) => a.paths[0]!.localeCompare(b.paths[0]!)),
  )
}
