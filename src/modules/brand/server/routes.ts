/** The calls about the brand itself: the same configuration that the pages were made with. */
import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { route, type Ctx } from '#platform/server/http.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { languageTag } from '#lib/language-tag.ts'
import currencies from '#seed/currencies.json' with { type: 'json' }
import { configGroups, footerQuestions, languageIsoCodes, languageList, translations, unitTranslations } from '../contract/endpoints.ts'
import { languageRow, languageRows } from '../rules/languages.ts'

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

  /** The texts of a language, of all units or of those that are asked; English for a language without any. */
  function textsOf(lang: string, units: string) {
    const known = texts.languages.includes(lang)
    const all = texts.dictionary(known ? lang : 'en')
    const asked = units.split(',').filter(Boolean)
    const dictionaries = asked.length ? Object.fromEntries(asked.flatMap((unit) => (all[unit] ? [[unit, all[unit]]] : []))) : all
    return { dictionaries, version: versionOf(versions, lang, all), ...(known ? {} : { fallback: true }) }
  }

  route(app, translations, (_ctx, { params, query }, reply) => {
    const { dictionaries: dictionaryMap, ...rest } = textsOf(params.lang, query.units)
    reply.header('cache-control', DICTIONARY_CACHE)
    return { dictionaryMap, ...rest }
  })

  route(app, unitTranslations, (_ctx, { params, query }, reply) => {
    const { dictionaries, ...rest } = textsOf(params.lang, query.units)
    reply.header('cache-control', DICTIONARY_CACHE)
    return Object.entries(dictionaries).map(([unit, dictionary]) => ({ unit, language: params.lang, dictionary, ...rest }))
  })

  route(app, languageList, (ctx) => languageRows(ctx.config.languages))

  route(app, languageIsoCodes, (ctx) => Object.fromEntries(languageRows(ctx.config.languages).map(({ code }) => [code, languageTag(code)])))
}

function groupsOf(ctx: Ctx, asked: readonly string[], publicKey: string): Record<string, unknown> {
  const { config } = ctx
  const wanted = PUBLIC_GROUPS.filter((group) => asked.length === 0 || asked.includes(group))
  return {
    '-1000': config.number,
    '-1001': config.group,
    '-1004': languageRow(config.languages, ctx.lng),
    '-1008': currencyOf(config.currencies.byCountry[ctx.country] ?? config.currencies.default),
    '-1012': { id: ctx.countryId, code: ctx.country.toLowerCase() },
    ...Object.fromEntries(wanted.map((group) => [group, group === 'auth' ? { ...config.auth, public_key: publicKey } : config[group]])),
  }
}

function currencyOf(code: string): Record<string, unknown> {
  const row = (currencies as [id: number, code: string, symbol: string][]).find(([, one]) => one === code)
  return row ? { id: row[0], code, symbol: row[2] } : { code }
}

function versionOf(versions: Map<string, string>, lang: string, texts: unknown): string {
  let version = versions.get(lang)
  if (!version) {
    version = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 12)
    versions.set(lang, version)
  }
  return version
}
