/** What operators and load balancers ask: /healthz and /metrics; what visitors ask: the state of the site. */
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { registerStatus } from '#modules/content/server/index.ts'
import { databaseIsAway } from '#platform/server/db-watch.ts'
import { loadStage } from '#platform/server/http.ts'
import { isForwarded, trustedProxies } from '#platform/server/http/address.ts'
import { httpSeconds, registry } from '#platform/server/metrics.ts'

export interface OperationsDeps {
  app: FastifyInstance
  version: string
  roles: readonly string[]
  /** Age of the oldest producer that should be up, ms. */
  feedLagMs(): number
  /** True once the site serves a line. */
  ready(): boolean
}

export function mountOperations({ app, version, roles, feedLagMs, ready }: OperationsDeps): void {
  app.get('/healthz', async (_request, reply) => {
    // Without its database a site still shows the line, so it stays in the balancer; bets answer "try later".
    const status = !ready() ? 'starting' : databaseIsAway() ? 'degraded' : 'ok'
    return reply
      .code(ready() ? 200 : 503)
      .header('cache-control', 'no-store')
      .send({ status, version, roles, feedLagMs: feedLagMs(), loadStage: loadStage() })
  })
  registerStatus(app, { feedLagMs, ready, isDatabaseAway: databaseIsAway, loadStage })
  app.get('/metrics', async (request, reply) => {
    if (!isOfTheHouse(request.raw)) return reply.callNotFound()
    return reply.header('content-type', registry.contentType).send(await registry.metrics())
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    httpSeconds.observe({ method: request.method, route, status: String(reply.statusCode) }, reply.elapsedTime / 1000)
  })
}

const houseNetworks = trustedProxies(['loopback', 'linklocal', 'uniquelocal'])!

/** Who collects figures asks from a network of the house and through no proxy: how much is bet is not for visitors. */
function isOfTheHouse(request: IncomingMessage): boolean {
  return houseNetworks(request.socket.remoteAddress ?? '') && !isForwarded(request)
}
