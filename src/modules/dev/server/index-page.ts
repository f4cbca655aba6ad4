import type { FastifyInstance } from 'fastify'
import { devPage, escapeHtml } from './page.ts'

/** A player who is ready to bet, made at the first start. */
export interface ReadyPlayer {
  login: string
  password: string
  brand: string
  about: string
}

const TOOLS = [
  'feed',
  'clock',
  'brand',
  'inbox',
  'cashier',
  'settlement',
  'inspect',
  'faults',
  'stops',
  'promo',
  'boosts',
  'telemetry',
  'journal',
  'bids',
  'support',
  'identity',
  'register',
  'flags',
  'social',
  'embed',
  'frame',
  'gallery',
  'docs/api',
  'docs/states',
  'docs/enums',
  'docs/constants',
  'docs/pages',
  'docs/messages',
] as const

const THEMES = ['paper', 'flood']

/** Tools that are pages of the site itself. */
const PAGES: ReadonlySet<string> = new Set(['embed', 'gallery'])

export function indexPage(app: FastifyInstance, deps: { players: () => Promise<ReadyPlayer[]>; embedded: readonly string[] }): void {
  // Of this tool and all that are registered after it.
  const addresses = addressesOf(app)
  app.get('/dev', async (request, reply) => {
    const { ctx } = request
    const players = await deps.players()
    const tools = TOOLS.map(
      (tool) =>
        `<tr><td><a href="${PAGES.has(tool) ? `/${ctx.lng}/dev/${tool}` : `/dev/${tool}`}">/dev/${tool}</a></td><td>${escapeHtml(ctx.text(`dev:tool_${tool.replace('/', '_')}`))}</td></tr>`,
    )
    const ready = players.map(
      (p) =>
        `<tr><td>${escapeHtml(p.brand)}</td><td>${escapeHtml(p.login)}</td><td>${escapeHtml(p.password)}</td><td>${escapeHtml(p.about)}</td></tr>`,
    )
    const content = `<p>${escapeHtml(ctx.text('dev:index_text'))}</p><table>${tools.join('')}</table>
<h2>${escapeHtml(ctx.text('dev:players'))}</h2><table>${ready.join('')}</table>
<h2>${escapeHtml(ctx.text('dev:embedded'))}</h2><p>${escapeHtml(deps.embedded.join(', '))}</p>`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:index_title'), content })
  })
  app.get('/dev/api', async () => ({ players: await deps.players(), embedded: deps.embedded, tools: TOOLS, addresses }))
  app.get('/dev/api/gallery', async ({ ctx }) => ({ page: `/${ctx.lng}/dev/gallery`, themes: THEMES, directions: ['ltr', 'rtl'] }))
  app.all('/dev/api/*', async ({ url }, reply) => reply.code(404).send({ field: 'address', given: url, addresses }))
}

/** As a script writes them, with the names of what it has to fill in. */
function addressesOf(app: FastifyInstance): string[] {
  const addresses: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    if (!url.startsWith('/dev/api') || url.endsWith('*')) return
    for (const one of [method].flat()) if (one !== 'HEAD') addresses.push(`${one} ${url}`)
  })
  return addresses
}
