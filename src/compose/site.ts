/** The pages of the process: the built site, or Vite's middleware while somebody edits. */
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Brands } from '#modules/brand/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'
import { registerSite } from '#platform/server/site.ts'
import type { Texts } from '#platform/server/texts.ts'

export interface SiteDeps {
  root: string
  app: FastifyInstance
  brands: Brands
  texts: Texts
  log: Logger
  env: Env
  dev: boolean
}

const YEAR_SECONDS = 31_536_000

export async function mountSite({ root, app, brands, texts, log, env, dev }: SiteDeps): Promise<void> {
  const build = dev ? await viteBuild(root, app) : await builtSite(root, app)
  registerSite({
    app,
    build,
    texts,
    log,
    mode: env.mode,
    live: dev,
    brandCss: (config) => brands.css(config),
    overridden: (request) => brands.overridden(request.cookies),
  })
}

async function builtSite(root: string, app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const client = join(root, 'build/client')
  await app.register(fastifyStatic, {
    root: join(client, 'assets'),
    prefix: '/assets/',
    decorateReply: false,
    preCompressed: true,
    immutable: true,
    maxAge: YEAR_SECONDS * 1000,
  })
  await app.register(fastifyStatic, { root: client, prefix: '/static/', decorateReply: false, preCompressed: true, maxAge: 3_600_000 })
  const path = pathToFileURL(join(root, 'build/server/index.js')).href
  let loaded: Promise<ServerBuild> | null = null
  return () => (loaded ??= import(path) as Promise<ServerBuild>)
}

async function viteBuild(root: string, app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const [{ createServer }, { default: middie }] = await Promise.all([import('vite'), import('@fastify/middie')])
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server: app.server } } })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild
}
