/**
 * The pages: React Router behind Fastify. A signed-out page is rendered once and served as bytes for a
 * second; a request with anything personal neither reads nor fills that cache (design §8).
 */
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { createRequestHandler, RouterContextProvider, type ServerBuild } from 'react-router'
import type { SiteConfig } from '../shared/site-config.ts'
import { directionOf, pageBytes, visitContext, type ServerVisit } from '../shared/visit.ts'
import { isService } from './http.ts'
import { readPath } from './http/path.ts'
import { callsAt } from './http/route.ts'
import { TRY_LATER_AFTER_S } from './http/errors.ts'
import type { Logger } from './log.ts'
import { frameAncestors, type Framing } from './site/frame-ancestors.ts'
import { createInProcess, type InProcess } from './site/in-process.ts'
import { CSP_REPORTS, registerCspReports } from './site/csp-reports.ts'
import { hasRoute, isNamedPage, pageTable } from './site/page-table.ts'
import { createPageCache, deviceOf, type RenderedPage } from './site/page-cache.ts'
import type { Texts } from './texts.ts'

export interface SiteOptions {
  app: FastifyInstance
  build: () => ServerBuild | Promise<ServerBuild>
  texts: Texts
  log: Logger
  mode: 'development' | 'production'
  /** The brand's layer of CSS, put into the page. */
  brandCss(config: FastifyRequest['ctx']['config']): string
  /** True when the visit has a dev override: its pages are its own. */
  overridden(request: FastifyRequest): boolean
  /** Boosted prices for the first paint; null = there are none. */
  boosts?: () => NonNullable<ServerVisit['boosts']> | null
  /** Vite's middleware in development: pages are then never cached. */
  live: boolean
}

export function registerSite(options: SiteOptions): void {
  const { app } = options
  const pages = createPageCache()
  const inProcess = createInProcess(app)
  const handlerOf = oncePerBuild((build) => createRequestHandler(build, options.mode))
  const pagesOf = oncePerBuild(pageTable)
  if (!options.live) app.fastPaths?.push((request, response) => pages.fastPath(request, response))

  async function renderPage(request: FastifyRequest): Promise<RenderedPage> {
    const response = await render(request)
    return { status: response.status, headers: headersOf(response), plain: await bytesOf(response) }
  }

  /** `failure`: the page of that status instead of what stands at the address. */
  async function render(request: FastifyRequest, failure?: number): Promise<Response> {
    const nonce = randomBytes(18).toString('base64')
    const visit = visitFor(options, inProcess, request, nonce)
    const context = new RouterContextProvider()
    context.set(visitContext, failure ? { ...visit, failure } : visit)
    const handle = handlerOf(await options.build())
    const response = await handle(webRequest(request, failure ? `/${visit.lng}/${failure}` : request.url), context)
    if (response.status === 503) response.headers.set('retry-after', TRY_LATER_AFTER_S)
    if (response.headers.get('content-type')?.startsWith('text/html')) {
      response.headers.set(
        'content-security-policy',
        contentSecurityPolicy(nonce, options.live, frameAncestors(request.url, framingOf(request.ctx.config, options.mode))),
      )
      response.headers.set('permissions-policy', 'camera=(self), microphone=(), geolocation=(), payment=()')
      response.headers.set('strict-transport-security', 'max-age=31536000; includeSubDomains')
    }
    return response
  }

  /** An address without a language at which calls of other methods stand, and no page of that name. */
  async function isOnlyCall({ url }: FastifyRequest, moved: Moved): Promise<boolean> {
    const path = url.split('?', 1)[0]!
    if ((moved !== 'nothing' && moved.code === 301) || callsAt(path).length === 0) return false
    return !isNamedPage(pagesOf(await options.build()), path)
  }

  /** The page that says that there is none. Where no route stands a brand may have made something of it: the last loader knows. */
  async function absenceAt(request: FastifyRequest): Promise<Response | null> {
    if (hasRoute(pagesOf(await options.build()), request.url.split('?', 1)[0]!)) return null
    const page = await render(request)
    return page.status === 404 ? page : null
  }

  async function send(response: Response, reply: FastifyReply): Promise<FastifyReply> {
    for (const [name, value] of Object.entries(headersOf(response))) reply.header(name, value)
    for (const cookie of response.headers.getSetCookie()) reply.header('set-cookie', cookie)
    reply.header('cache-control', response.headers.get('cache-control') ?? 'no-store')
    return reply.code(response.status).send(await bytesOf(response))
  }

  async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    if (isService(request.url.split('?', 1)[0]!)) {
      reply.callNotFound()
      return reply
    }
    const moved = toLanguage(request, options.mode)
    if (moved !== null && (await isOnlyCall(request, moved))) {
      reply.callNotFound()
      return reply
    }
    if (moved === 'nothing') return reply.code(404).type('text/plain').send('')
    if (moved) return reply.redirect(moved.to, moved.code)
    // What a page sends goes by its script, to a call. A form that comes without one is told so by a page of the site.
    if (!isRead(request)) {
      if (request.ctx.isUnasked) return send(await render(request, 503), reply)
      const absence = await absenceAt(request)
      if (absence) return send(absence, reply)
      return send(await render(request, 405), reply.header('allow', 'GET, HEAD'))
    }
    const key = options.live ? null : pageKey(request, options)
    if (key === null) return send(await render(request), reply)
    const { country, config } = request.ctx
    const page = await pages.answer(key, request.raw, () => renderPage(request), country === config.countries.default)
    for (let at = 0; at < page.head.length; at += 2) reply.header(page.head[at]!, page.head[at + 1]!)
    return reply.code(page.status).send(page.bytes)
  }

  app.decorate('failurePage', async (request, reply) => send(await render(request, 503), reply))
  registerCspReports(app, options.log)
  // A scope of its own: nobody reads the bodies of forms here.
  app.register(async (site) => {
    site.removeAllContentTypeParsers()
    site.addContentTypeParser('*', (_request, _payload, done) => done(null))
    site.route({ method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'], url: '/*', handler: answer })
  })
}

/** The router's table is made once for a build; under the editor's watch each build is another one. */
function oncePerBuild<T>(make: (build: ServerBuild) => T): (build: ServerBuild) => T {
  let made: { build: ServerBuild; value: T } | null = null
  return (build) => {
    if (made?.build !== build) made = { build, value: make(build) }
    return made.value
  }
}

type Moved = { to: string; code: 301 | 302 } | 'nothing'

/** An address without a language leads to the same page in the visit's; files that do not exist are not pages. */
function toLanguage(request: FastifyRequest, mode: SiteOptions['mode']): Moved | null {
  const { config, lng } = request.ctx
  // What stands behind two of them would be read as a host.
  if (/^[/\\]{2}/.test(request.url)) return 'nothing'
  const { pathname, search } = new URL(request.url, 'http://site')
  const first = pathname.split('/')[1] ?? ''
  if (first === '' || config.languages.offered.includes(first)) return null
  // A way would lose what was posted; the development area is nowhere in production, in no language either.
  if (!isRead(request) || (mode === 'production' && first.toLowerCase() === 'dev')) return 'nothing'
  if (/\.[a-z0-9]{2,11}$/i.test(pathname)) return pathname.endsWith('.data') ? null : 'nothing'
  // To one that is offered: any other would lead here again.
  const to = config.languages.offered.includes(lng) ? lng : config.languages.default
  const target = config.global.redirects[pathname]
  return target ? { to: `/${to}${target}${search}`, code: 301 } : { to: `/${to}${pathname}${search}`, code: 302 }
}

/** Pages that look at more of the visitor's device than the key of a kept page tells. */
const OF_ITS_VISITOR = /^\/[a-z]{2,3}\/mobile(?:[/?]|$)/

/** Everything that a signed-out page depends on; null when the request holds anything personal. */
function pageKey(request: FastifyRequest, options: SiteOptions): string | null {
  const { ctx } = request
  if (OF_ITS_VISITOR.test(readPath(request.url))) return null
  if (ctx.isUnasked || ctx.session || request.cookies['__Host-session'] || options.overridden(request)) return null
  return [
    originOf(request),
    ctx.brand,
    ctx.country,
    ctx.partner,
    ctx.group,
    ctx.lng,
    ctx.cfView,
    themeOf(request),
    isLight(request),
    rowMarketsOf(request),
    hasConsent(request),
    deviceOf(request.headers['user-agent']),
    request.url,
  ].join('|')
}

function themeOf(request: FastifyRequest): 'paper' | 'flood' | 'system' {
  const wish = request.cookies['theme']
  return wish === 'paper' || wish === 'flood' || wish === 'system' ? wish : request.ctx.config.customize.defaultTheme
}

function isLight(request: FastifyRequest): boolean {
  return request.cookies['light'] === '1'
}

/** Whose cookie was written by something else chooses nothing. */
function rowMarketsOf(request: FastifyRequest): string {
  const text = request.cookies['rowmarkets'] ?? ''
  return /^[\w.]{0,1000}$/.test(text) ? text : ''
}

function hasConsent(request: FastifyRequest): boolean {
  return request.cookies['cookies_agree_type'] !== undefined
}

function visitFor(options: SiteOptions, inProcess: InProcess, request: FastifyRequest, nonce: string): ServerVisit {
  const { ctx } = request
  return {
    lng: ctx.lng,
    dir: directionOf(ctx.lng),
    brand: ctx.brand,
    country: ctx.country,
    countryId: ctx.countryId,
    partner: ctx.partner,
    group: ctx.group,
    cfView: ctx.cfView,
    theme: themeOf(request),
    light: isLight(request),
    rowMarkets: rowMarketsOf(request),
    consentGiven: hasConsent(request),
    // Places and ways to pay are asked for where they are shown: they would weigh on every page.
    config: ctx.config.cashier ? { ...ctx.config, cashier: { consultant: ctx.config.cashier.consultant } } : ctx.config,
    brandCss: options.brandCss(ctx.config),
    player: !ctx.isUnasked && ctx.session ? { id: ctx.session.playerId } : null,
    ...(ctx.isUnasked ? { isUnasked: true } : {}),
    now: ctx.now,
    mode: options.mode,
    allowed: !ctx.config.countries.blocked.includes(ctx.country),
    ...withBoosts(options),
    nonce,
    request: (call) => inProcess(request, call),
    dictionary: (units) => dictionaryOf(options, ctx.lng, units),
  }
}

function withBoosts(options: SiteOptions): Pick<ServerVisit, 'boosts'> {
  const boosts = options.boosts?.()
  return boosts ? { boosts } : {}
}

const dictionariesMade = new WeakMap<Texts, Map<string, Record<string, Record<string, string>>>>()

/** Texts do not change while the process lives, except under the editor's watch. */
function dictionaryOf({ texts, live }: SiteOptions, lng: string, units: readonly string[]): Record<string, Record<string, string>> {
  if (live) return dictionaries(texts, lng, units)
  let made = dictionariesMade.get(texts)
  if (!made) dictionariesMade.set(texts, (made = new Map()))
  const key = `${lng}|${units.join()}`
  let found = made.get(key)
  if (!found) made.set(key, (found = dictionaries(texts, lng, units)))
  return found
}

/**
 * The asked units in one language: what it lacks is filled from English, then Russian, text by text. All plural
 * forms of a text come from one language, because the forms of two do not fit together.
 */
function dictionaries(texts: Texts, lng: string, units: readonly string[]): Record<string, Record<string, string>> {
  const base = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')
  const chain = [...new Set([lng, 'en', 'ru'])].map((code) => texts.dictionary(code))
  return Object.fromEntries(
    units.map((unit) => {
      const out: Record<string, string> = {}
      const taken = new Set<string>()
      for (const all of chain) {
        const added = new Set<string>()
        for (const [key, text] of Object.entries(all[unit] ?? {})) {
          if (taken.has(base(key))) continue
          added.add(base(key))
          out[key] = text
        }
        for (const key of added) taken.add(key)
      }
      return [unit, out]
    }),
  )
}

/** A host that no brand names is nobody's address: its page would lead whoever gets the kept one to it. */
const originOf = ({ protocol, ctx }: FastifyRequest) => `${protocol}://${ctx.host}`

function webRequest(request: FastifyRequest, url: string): Request {
  const headers = new Headers()
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value)
    else if (Array.isArray(value)) for (const item of value) headers.append(name, item)
  }
  // The page of a HEAD is made as that of a GET: its length is told, and it may be kept for both. Of a form that cannot be
  // taken the page of that failure is made.
  return new Request(new URL(url, originOf(request)), { method: 'GET', headers })
}

const isRead = ({ method }: FastifyRequest) => method === 'GET' || method === 'HEAD'

async function bytesOf(response: Response): Promise<Buffer> {
  const page = pageBytes.get(response)
  return page ? Buffer.from(page.buffer, page.byteOffset, page.byteLength) : Buffer.from(await response.arrayBuffer())
}

function headersOf(response: Response): Record<string, string> {
  const out: Record<string, string> = {}
  response.headers.forEach((value, name) => {
    if (name !== 'set-cookie') out[name] = value
  })
  return out
}

function framingOf({ embed, statistics }: SiteConfig, mode: string): Framing {
  return { embedOrigins: embed?.origins ?? [], statisticsOrigins: statistics.frameOrigins, development: mode === 'development' }
}

function contentSecurityPolicy(nonce: string, live: boolean, ancestors: string): string {
  return [
    "default-src 'self'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    // React writes style attributes (sizes of virtual rows); style elements carry the nonce. Those that the editor's watch
    // puts in carry none, and one nonce here would make browsers pass over 'unsafe-inline'.
    `style-src 'self' ${live ? "'unsafe-inline'" : `'nonce-${nonce}'`}`,
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    `connect-src 'self'${live ? ' ws:' : ''}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
    // No text becomes markup or a script: React writes text nodes, and the address of the worker has a policy of its own.
    ...(live ? [] : ["require-trusted-types-for 'script'", 'trusted-types polosa-worker default']),
    `report-uri ${CSP_REPORTS}`,
  ].join('; ')
}
