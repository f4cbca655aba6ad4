import i18next from 'i18next'
import type { i18n as I18n, TFunction } from 'i18next'
import { initReactI18next, useTranslation } from 'react-i18next'
import { storage } from './storage.ts'

/** Dictionaries stay good for 15 minutes, in the installed app for 24 hours (TR-03). */
export const DICTIONARY_MS = 15 * 60_000
export const APP_DICTIONARY_MS = 24 * 3_600_000

/** Right-to-left languages of the interface (TR-05). */
const RTL_LANGUAGES: ReadonlySet<string> = new Set(['fa', 'ar', 'he', 'ku', 'ur', 'iq'])
/** Codes that show another language's texts (TR-04). */
const TEXTS_OF: Readonly<Record<string, string>> = { au: 'en', tw: 'zh', gb: 'en' }

export type Dictionary = Readonly<Record<string, string>>

export function directionOf(lng: string): 'ltr' | 'rtl' {
  return RTL_LANGUAGES.has(lng) ? 'rtl' : 'ltr'
}

/** The language, then English, then Russian: a missing text never shows as a key. */
export function fallbackLanguages(lng: string): readonly string[] {
  return [...new Set([TEXTS_OF[lng] ?? lng, 'en', 'ru'])]
}

/** Our files, one a language and module; each is a chunk of its own that loads when it is needed. */
const files = import.meta.glob<Dictionary>('../../../locales/*/*.json', { import: 'default' })

async function loadFile(lng: string, namespace: string): Promise<Dictionary> {
  return (await files[`../../../locales/${lng}/${namespace}.json`]?.()) ?? {}
}

interface ServedDictionary {
  dictionaryMap: Readonly<Record<string, Dictionary>>
}

/** The operator's own texts lie over ours: GET /translation-api/by-lang/{lng}, kept as long as the cache allows. */
async function loadServed(lng: string): Promise<ServedDictionary> {
  const known = (await storage.get(`dictionary-${lng}`)) as ServedDictionary | null
  if (known) return known
  const response = await fetch(`/translation-api/by-lang/${lng}`, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(`dictionary ${lng} not loaded: ${response.status}`)
  const served = (await response.json()) as ServedDictionary
  const installed = matchMedia('(display-mode: standalone)').matches
  await storage.set(`dictionary-${lng}`, served, installed ? APP_DICTIONARY_MS : DICTIONARY_MS)
  return served
}

export interface I18nOptions {
  lng: string
  /** Namespaces of the first page, those of `resources` by default; others load when a component asks. */
  namespaces?: readonly string[]
  /** Dictionaries that are already here (server render, hydration): lng → namespace → texts. */
  resources?: Readonly<Record<string, Readonly<Record<string, Dictionary>>>>
  /** Asks the server for the operator's texts as well. */
  served?: boolean
  report?: (error: unknown) => void
}

/**
 * One instance per request on the server, one per page in the browser. It is ready at once with the texts it is
 * given; a namespace that was not given loads when a component asks for it.
 */
export function startI18n({ lng, namespaces, resources, served = false, report = () => {} }: I18nOptions): I18n {
  const instance = i18next.createInstance()
  const servedTexts = new Map<string, Promise<ServedDictionary | null>>()
  const backend = {
    type: 'backend' as const,
    init: () => {},
    read(language: string, namespace: string, done: (error: unknown, texts: Dictionary | null) => void) {
      void readDictionary(language, namespace, served, servedTexts, report).then(
        (texts) => done(null, texts),
        (error: unknown) => {
          report(error)
          done(null, {})
        },
      )
    },
  }
  const texts = resources
    ? Object.fromEntries(Object.entries(resources).map(([code, units]) => [TEXTS_OF[code] ?? code, units]))
    : undefined
  const units = namespaces ?? [...new Set(Object.values(texts ?? {}).flatMap((known) => Object.keys(known)))]
  void instance
    .use(backend)
    .use(initReactI18next)
    .init({
      lng: TEXTS_OF[lng] ?? lng,
      // What the server gives is complete in one language; the fallbacks are for what is loaded later.
      fallbackLng: texts ? [] : [...fallbackLanguages(lng)],
      ns: [...units],
      defaultNS: units[0] ?? 'ui',
      ...(texts ? { resources: texts as never } : {}),
      partialBundledLanguages: true,
      initAsync: false,
      keySeparator: false,
      nsSeparator: ':',
      interpolation: { escapeValue: false },
      returnNull: false,
      // The key itself must never be seen: an unknown one is reported and shows nothing.
      parseMissingKeyHandler: (key: string) => {
        report(new Error(`text ${key} is missing`))
        return ''
      },
      react: { useSuspense: true },
    })
  return instance
}

async function readDictionary(
  lng: string,
  namespace: string,
  served: boolean,
  known: Map<string, Promise<ServedDictionary | null>>,
  report: (error: unknown) => void,
): Promise<Dictionary> {
  const own = await loadFile(lng, namespace)
  if (!served) return own
  let texts = known.get(lng)
  if (!texts) {
    texts = loadServed(lng).catch((error: unknown) => {
      report(error)
      return null
    })
    known.set(lng, texts)
  }
  return { ...own, ...(await texts)?.dictionaryMap[namespace] }
}

/** Keys without the endings of plural forms. */
type BaseKey<K> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K

/** A text function whose keys are those of the Russian file: `useTexts<typeof import('…/ru/line.json')>('line')`. */
export type Texts<D> = (key: BaseKey<keyof D & string>, params?: Readonly<Record<string, unknown>>) => string

export function useTexts<D = Record<string, string>>(namespace: string): Texts<D> {
  const { t } = useTranslation(namespace)
  return t as unknown as Texts<D>
}

/** The same outside of components. */
export function textsOf<D = Record<string, string>>(instance: I18n, namespace: string): Texts<D> {
  return instance.getFixedT(null, namespace) as unknown as TFunction as unknown as Texts<D>
}
