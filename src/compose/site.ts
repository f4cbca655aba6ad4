/** The pages of the process: the built site, or Vite's middleware while somebody edits. */
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { ServerBuild } from 'react-router'
import type { Brands } from '#modules/brand/server/index.ts'
import type { Env } from '#platform/server/env.ts'
import type { Logger } from '#platform/server/log.ts'
import { registerSite, type SiteOptions } from '#platform/server/site.ts'
import { watchScripts } from '#platform/server/site/scripts.ts'
import type { EditedTexts } from '#platform/server/texts.ts'

export interface SiteDeps {
  root: string
  app: FastifyInstance
  brands: Brands
  texts: EditedTexts
  log: Logger
  env: Env
  dev: boolean
  boosts?: SiteOptions['boosts']
}

const DAY_MS = 86_400_000
const EDITED_MS = 50
const YEAR_MS = 365 * DAY_MS

export async function mountSite({ root, app, brands, texts, log, env, dev, boosts }: SiteDeps): Promise<void> {
  const build = dev ? await viteBuild({ root, app, texts, log }) : await builtSite(root, app)
  if (!dev) app.addHook('onClose', watchScripts(join(root, 'build'), log))
  registerSite({
    app,
    build,
    texts,
    log,
    mode: env.mode,
    live: dev,
    brandCss: (config) => brands.css(config),
    ...(boosts ? { boosts } : {}),
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
    maxAge: YEAR_MS,
  })
  for (const entry of readdirSync(client, { withFileTypes: true })) {
    if (entry.name === 'assets' || entry.name.startsWith('.')) continue
    if (entry.isDirectory()) {
      await app.register(fastifyStatic, {
        root: join(client, entry.name),
        prefix: `/${entry.name}/`,
        decorateReply: false,
        preCompressed: true,
        maxAge: DAY_MS,
      })
    } else if (!/\.(br|gz)$/.test(entry.name)) {
      const bytes = readFileSync(join(client, entry.name))
      app.get(`/${entry.name}`, async (_request, reply) =>
        reply.type(typeOf(entry.name)).header('cache-control', 'public,max-age=86400').send(bytes),
      )
    }
  }
  const path = pathToFileURL(join(root, 'build/server/index.js')).href
  let loaded: Promise<ServerBuild> | null = null
  return () => (loaded ??= import(path) as Promise<ServerBuild>)
}

const TYPES: Record<string, string> = {
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.json': 'application/json; charset=utf-8',
}

function typeOf(name: string): string {
  return TYPES[extname(name)] ?? 'application/octet-stream'
}

async function viteBuild({ root, app, texts, log }: Pick<SiteDeps, 'root' | 'app' | 'texts' | 'log'>): Promise<() => Promise<ServerBuild>> {
  const [{ createServer }, { default: middie }] = await Promise.all([import('vite'), import('@fastify/middie')])
  const vite = await createServer({ root, appType: 'custom', server: { middlewareMode: true, hmr: { server: app.server } } })
  await app.register(middie)
  app.use(vite.middlewares)
  app.addHook('onClose', () => vite.close())
  // The watch builds what the browser asks for; what stands in the page comes from the texts of this process.
  const locales = join(root, 'locales')
  let edited: NodeJS.Timeout | undefined
  vite.watcher.on('all', (_what, path) => {
    if (!path.startsWith(locales) || !path.endsWith('.json')) return
    // An editor writes a file in pieces.
    clearTimeout(edited)
    edited = setTimeout(() => {
      try {
        texts.reload()
      } catch (error) {
        log.warn({ err: error }, 'an edited text cannot be read')
      }
    }, EDITED_MS)
  })
  return async () => (await vite.ssrLoadModule('virtual:react-router/server-build')) as unknown as ServerBuild
}
