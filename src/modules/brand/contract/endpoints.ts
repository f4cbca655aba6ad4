/** What a client may ask about the brand: configuration, texts, questions of the footer (wire 16). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'

const code = z.string().regex(/^[a-z]{2}$/)

/** wire 16.1 */
export const configGroups = endpoint({
  method: 'GET',
  path: '/bff-api/config/group/get',
  envelope: 'B',
  auth: 'none',
  everywhere: true,
  wire: true,
  query: z.object({ groups: z.string().max(500).default(''), lang: code.optional() }),
  reply: z.record(z.string(), z.unknown()),
  summary: 'The configuration of the visit, by groups',
})

/** wire 16.3 */
export const footerQuestions = endpoint({
  method: 'GET',
  path: '/web-api/external-api/seo/questions/footer/:section',
  envelope: 'C',
  auth: 'none',
  everywhere: true,
  params: z.object({ section: z.string().regex(/^[a-z0-9-]{1,40}$/) }),
  reply: z.array(z.object({ question: z.string(), answer: z.string() })),
  summary: 'Questions and answers of the footer',
})

/** wire 16.4 */
export const translations = endpoint({
  method: 'GET',
  path: '/translation-api/by-lang/:lang',
  envelope: 'B',
  auth: 'none',
  everywhere: true,
  wire: true,
  params: z.object({ lang: code }),
  query: z.object({ units: z.string().max(500).default('') }),
  reply: z.object({
    dictionaryMap: z.record(z.string(), z.record(z.string(), z.string())),
    version: z.string(),
    fallback: z.boolean().optional(),
  }),
  summary: 'Texts of a language by units',
})

/** wire 16.4 */
export const unitTranslations = endpoint({
  method: 'GET',
  path: '/translation-api/api/external/v2/unit/language/:lang',
  envelope: 'B',
  auth: 'none',
  everywhere: true,
  wire: true,
  params: z.object({ lang: code }),
  query: z.object({ units: z.string().max(500).default('') }),
  reply: z.array(
    z.object({
      unit: z.string(),
      language: z.string(),
      version: z.string(),
      dictionary: z.record(z.string(), z.string()),
      fallback: z.boolean().optional(),
    }),
  ),
  summary: 'Texts of a language, one dictionary a unit',
})

/** A language as -1004 of wire 16.1 writes it (spec §3 L97, features TR-06). */
const language = z.object({ id: z.number().int(), title: z.string(), code: z.string(), locale: z.string() })
export type LanguageRow = z.output<typeof language>

export const languageList = endpoint({
  method: 'GET',
  path: '/translation-api/languages',
  envelope: 'B',
  auth: 'none',
  everywhere: true,
  reply: z.array(language),
  summary: 'Languages of the brand by their own names, without the hidden ones',
})

/** wire 16.3 */
export const languageIsoCodes = endpoint({
  method: 'GET',
  path: '/seo-module-api/api/public/v1/language-iso-codes',
  envelope: 'B',
  auth: 'none',
  everywhere: true,
  reply: z.record(z.string(), z.string()),
  summary: 'Our codes of languages with the tags that browsers know',
})
