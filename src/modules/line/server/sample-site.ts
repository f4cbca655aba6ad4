/** An HTTP server without accounts for tests of feed calls. Nothing of the running product imports this. */
import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import { createHttp, type Identity } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { loadTexts } from '#platform/server/texts.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'

interface Answer {
  status: number
  headers: Record<string, unknown>
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every call
  body: any
}

export interface SampleSite {
  /** That of the brand; a test may switch a feature off. */
  config: SiteConfig
  app: FastifyInstance
  get(url: string): Promise<Answer>
  post(url: string, body: unknown): Promise<Answer>
  /** As a signed-in player when one is named. */
  call(method: 'GET' | 'POST' | 'DELETE', url: string, options?: { body?: unknown; player?: number }): Promise<Answer>
}

const root = new URL('../../../../', import.meta.url).pathname

export async function sampleSite(clock: Clock, register: (app: FastifyInstance) => void): Promise<SampleSite> {
  const { config } = JSON.parse(readFileSync(`${root}brands/polosa/config.json`, 'utf8')) as { config: SiteConfig }
  const http = await createHttp({
    log: createLog('silent', false),
    clock: clock as never,
    texts: loadTexts(`${root}locales`),
    visitOf: ({ query }) => ({
      config,
      brand: config.id,
      lng: typeof query['lng'] === 'string' ? query['lng'] : 'ru',
      country: 'KZ',
      countryId: 85,
      partner: 1,
      group: 1,
      cfView: 0,
    }),
  })
  // The token of a test is the number of its player.
  http.setAuthenticator(async ({ headers }) => {
    const id = Number(/^Bearer (\d+)$/.exec(headers.authorization ?? '')?.[1])
    return { ...NOBODY, bearer: id ? { id, brand: config.id } : null }
  })
  const { app } = http
  register(app)
  await app.ready()
  const call: SampleSite['call'] = async (method, url, { body, player } = {}) => {
    const reply = await app.inject({
      method,
      url,
      headers: { 'x-requested-with': 'XMLHttpRequest', ...(player ? { authorization: `Bearer ${player}` } : {}) },
      ...(body === undefined ? {} : { payload: body as object }),
    })
    return { status: reply.statusCode, headers: reply.headers, body: reply.body === '' ? null : JSON.parse(reply.body) }
  }
  return { app, config, call, get: (url) => call('GET', url), post: (url, body) => call('POST', url, { body }) }
}

const NOBODY: Identity = { session: null, bearer: null, extended: null, cookieToken: null, badToken: false, blocked: false }
