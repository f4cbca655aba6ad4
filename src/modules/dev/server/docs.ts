/** What the product publishes about itself: calls, enumerations, constants, messages, states. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { registered } from '#platform/server/http.ts'
import type { Texts } from '#platform/server/texts.ts'
import { OFFICE_PAGES } from '../rules/office-pages.ts'
import { CONSTANTS, ENUMS } from '../rules/published.ts'
import { namesIn, WIRE_NAMES } from '../rules/wire-names.ts'
import { devPage, escapeHtml } from './page.ts'

/** OpenAPI of every registered endpoint, made from the very objects that registered it. */
function openApi(): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { spec, paths: urls } of registered) {
    for (const url of urls) {
      const path = url.replaceAll(/:([a-zA-Z]+)/g, '{$1}')
      const schema = jsonOf
      paths[path] = {
        ...paths[path],
        [spec.method.toLowerCase()]: {
          summary: spec.summary,
          'x-envelope': spec.envelope,
          'x-auth': spec.auth,
          ...(spec.feature ? { 'x-feature': spec.feature } : {}),
          ...(spec.query ? { parameters: [{ in: 'query', name: 'query', schema: schema(spec.query) }] } : {}),
          ...(spec.body ? { requestBody: { content: { 'application/json': { schema: schema(spec.body) } } } } : {}),
          responses: {
            200: { description: 'done', ...(spec.reply ? { content: { 'application/json': { schema: schema(spec.reply) } } } : {}) },
          },
        },
      }
    }
  }
  return { openapi: '3.1.0', info: { title: 'Polosa', version: '1' }, paths }
}

const jsonOf = (type: z.ZodType) => z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' })

/** Names that each call takes, in its query, path and body. */
function takenNames(): { call: string; names: string[] }[] {
  return registered.map(({ spec, paths }) => ({
    call: `${spec.method} ${paths[0]!}`,
    names: [...namesIn([spec.params, spec.query, spec.body].map((part) => (part ? jsonOf(part) : null)))],
  }))
}

/** Each name of the specification with the calls that take it; a name that none takes is ignored wherever it comes. */
function wireNames(): Record<string, Record<string, readonly string[]>> {
  const calls = takenNames()
  const takersOf = (name: string) =>
    calls.filter(({ names }) => names.some((one) => one.toLowerCase() === name.toLowerCase())).map(({ call }) => call)
  return Object.fromEntries(
    Object.entries(WIRE_NAMES).map(([group, names]) => [group, Object.fromEntries(names.map((name) => [name, takersOf(name)]))]),
  )
}

function nameTables(): string {
  return Object.entries(wireNames())
    .map(([group, names]) => {
      const rows = Object.fromEntries(Object.entries(names).map(([name, calls]) => [name, calls.length > 0 ? calls.join(', ') : '—']))
      return `<h2>${escapeHtml(group)}</h2>${table(rows)}`
    })
    .join('')
}

function table(of: Record<string, unknown>): string {
  const rows = Object.entries(of).map(
    ([key, value]) =>
      `<tr><td>${escapeHtml(key)}</td><td>${escapeHtml(typeof value === 'string' ? value : JSON.stringify(value))}</td></tr>`,
  )
  return `<table>${rows.join('')}</table>`
}

export function docsPages(app: FastifyInstance, texts: Texts): void {
  app.get('/dev/docs', async (_request, reply) => reply.redirect('/dev', 302))
  const messages = () => {
    const ru = texts.dictionary('ru')
    const en = texts.dictionary('en')
    return Object.fromEntries(
      Object.entries(ru).flatMap(([unit, keys]) =>
        Object.entries(keys).map(([key, text]) => [`${unit}:${key}`, { ru: text, en: en[unit]?.[key] ?? '' }]),
      ),
    )
  }
  const documents: Record<string, () => Record<string, unknown>> = {
    enums: () => ENUMS,
    constants: () => CONSTANTS,
    pages: () => OFFICE_PAGES,
    messages,
    api: () => {
      const taken = takenNames()
      return Object.fromEntries(
        registered.map(({ spec, paths }, n) => [
          `${spec.method} ${paths.join(' , ')}`,
          [spec.summary, spec.envelope, spec.auth, taken[n]!.names.join(', ')].filter((part) => part !== '').join(' · '),
        ]),
      )
    },
  }
  app.get('/dev/api/docs/openapi', async () => openApi())
  app.get('/dev/api/docs/names', async () => wireNames())
  for (const [name, read] of Object.entries(documents)) {
    app.get(`/dev/api/docs/${name}`, async () => read())
    app.get(`/dev/docs/${name}`, async (request, reply) =>
      devPage(reply, {
        lng: request.ctx.lng,
        title: request.ctx.text(`dev:tool_docs_${name}`),
        content: `<p><a href="/dev/api/docs/${name === 'api' ? 'openapi' : name}">JSON</a></p>${table(read())}${name === 'api' ? nameTables() : ''}`,
      }),
    )
  }
  app.get('/dev/docs/states', async (request, reply) => {
    const answer = await app.inject({ method: 'GET', url: '/dev/api/docs/states', headers: { host: request.headers.host ?? 'localhost' } })
    return devPage(reply, {
      lng: request.ctx.lng,
      title: request.ctx.text('dev:tool_docs_states'),
      content: answer.statusCode === 200 ? table(answer.json<Record<string, unknown>>()) : '',
    })
  })
}
