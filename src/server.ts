/** Composition of one process: which parts run is decided by the roles, nothing else happens here. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadBrands } from '#modules/brand/server/index.ts'
import { systemClock } from '#platform/server/clock.ts'
import { createDb } from '#platform/server/db.ts'
import type { Env } from '#platform/server/env.ts'
import { createHttp } from '#platform/server/http.ts'
import { createLog } from '#platform/server/log.ts'
import { createStream } from '#platform/server/stream.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { mountOperations } from './compose/operations.ts'
import { mountSite } from './compose/site.ts'

const root = join(import.meta.dirname, '..')
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string }

export interface StartOptions {
  /** Vite's middleware instead of the built site. */
  dev: boolean
  embedded: boolean
  say(message: string): void
}

export interface RunningServer {
  url: string
  stop(): Promise<void>
}

export async function startServer(env: Env & { databaseUrl: string }, options: StartOptions): Promise<RunningServer> {
  const log = createLog(env.logLevel, env.mode === 'development')
  const clock = systemClock()
  const db = createDb(env.databaseUrl, { max: 20 })
  const texts = loadTexts(join(root, 'locales'))
  const brands = loadBrands(env.brandsDir, env.mode)
  const stream = createStream(log)
  const http = await createHttp({ log, clock, texts, visitOf: (request) => brands.visitOf(request) })
  const { app } = http

  mountOperations({ app, version, roles: env.roles, feedLagMs: () => 0, ready: () => true })
  if (env.roles.includes('site')) await mountSite({ root, app, brands, texts, log, env, dev: options.dev })

  stream.attach(app.server, async () => ({ playerId: null, sessionId: null }))
  const address = await app.listen({ port: env.port, host: env.host })
  options.say(`listening on ${address}`)
  return {
    url: address,
    async stop() {
      stream.close()
      await app.close()
      await db.destroy()
    },
  }
}
