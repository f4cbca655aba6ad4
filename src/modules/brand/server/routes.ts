/** The calls about the brand itself: the same configuration that the pages were made with. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { route, type Ctx } from '#platform/server/http.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { configGroups, footerQuestions, translations } from '../contract/endpoints.ts'

const DICTIONARY_CACHE = 'public,max-age=900'
/** Groups that a browser may read; the rest is the server's business. */
const PUBLIC_GROUPS = [
  'global',
  'header',
  'footer',
  'registration',
  'auth',
  'betting',
  'coupon',
  'taxes',
  'responsible',
  'captcha',
  'customize',
  'languages',
  'currencies',
  'time',
  'features',
] as const satisfies readonly (keyof SiteConfig)[]

/** `publicKey`: what browsers encode passwords with (wire 12.2), shown as auth.public_key. */
export function brandRoutes(app: FastifyInstance, { texts, publicKey }: { texts: Texts; publicKey: string }): void {
  const versions = new Map<string, string>()

  route(app, configGroups, (ctx, { query }) => groupsOf(ctx, query.groups.split(',').filter(Boolean), publicKey))

  route(app, footerQuestions, (ctx, { params }) => {
    const section = ctx.config.footer.questions.find((s) => s.section === params.section)
    return (section?.items ?? []).map(({ key }) => ({
      question: ctx.text(`shell:${key}`),
      answer: ctx.text(`shell:${key.replace(/^q_/, 'a_')}`),
    }))
  })

  route(app, translations, (_ctx, { params, query }, reply) => {
    const known = texts.languages.includes(params.lang)
    const all = texts.dictionary(known ? params.lang : 'en')
    const units = query.units.split(',').filter(Boolean)
    const dictionaryMap = units.length ? Object.fromEntries(units.flatMap((unit) => (all[unit] ? [[unit, all[unit]]] : []))) : all
    reply.header('cache-control', DICTIONARY_CACHE)
    return { dictionaryMap, version: versionOf(versions, params.lang, all), ...(known ? {} : { fallback: true }) }
  })
}

function groupsOf(ctx: Ctx, asked: readonly string[], publicKey: string): Record<string, unknown> {
  const { config } = ctx
  const wanted = PUBLIC_GROUPS.filter((group) => asked.length === 0 || asked.includes(group))
  return {
    '-1000': config.number,
    '-1001': config.group,
    '-1004': { id: config.languages.offered.indexOf(ctx.lng) + 1, title: ctx.lng, code: ctx.lng, locale: ctx.lng },
    '-1008': { code: config.currencies.byCountry[ctx.country] ?? config.currencies.default },
    '-1012': { id: ctx.countryId, code: ctx.country.toLowerCase() },
    ...Object.fromEntries(wanted.map((group) => [group, group === 'auth' ? { ...config.auth, public_key: publicKey } : config[group]])),
  }
}

function versionOf(versions: Map<string, string>, lang: string, texts: unknown): string {
  let version = versions.get(lang)
  if (!version) {
    version = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12)
    versions.set(lang, version)
  }
  return version
}
