/** What the product publishes about itself: calls, enumerations, constants, messages, states. */
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { registered } from '#platform/server/http.ts'
import type { Texts } from '#platform/server/texts.ts'
import { CONSTANTS, ENUMS } from '../rules/published.ts'
import { devPage, escapeHtml } from './page.ts'

/** OpenAPI of every registered endpoint, made from the very objects that registered it. */
function openApi(): unknown {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const { spec, paths: urls } of registered) {
    for (const url of urls) {
      const path = url.replaceAll(/:([a-zA-Z]+)/g, '{$1}')
      const schema = (type: z.ZodType) => z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' })
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
    messages,
    api: () =>
      Object.fromEntries(
        registered.map(({ spec, paths }) => [`${spec.method} ${paths.join(' , ')}`, `${spec.summary} · ${spec.envelope} · ${spec.auth}`]),
      ),
  }
  app.get('/dev/api/docs/openapi', async () => openApi())
  for (const [name, read] of Object.entries(documents)) {
    app.get(`/dev/api/docs/${name}`, async () => read())
    app.get(`/dev/docs/${name}`, async (request, reply) =>
      devPage(reply, {
        lng: request.ctx.lng,
        title: request.ctx.text(`dev:tool_docs_${name}`),
        content: `<p><a href="/dev/api/docs/${name === 'api' ? 'openapi' : name}">JSON</a></p>${table(read())}`,
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
