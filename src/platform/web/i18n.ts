import { createContext, createElement, use, type ReactNode } from 'react'
import { TextStore, type Dictionary, type TextFunction } from './text-store.ts'

/** Codes that show another language's texts (TR-04). */
const TEXTS_OF: Readonly<Record<string, string>> = { au: 'en', tw: 'zh', gb: 'en' }

/** The language, then English, then Russian: a missing text never shows as a key. */
export function fallbackLanguages(lng: string): readonly string[] {
  return [...new Set([TEXTS_OF[lng] ?? lng, 'en', 'ru'])]
}

/** The first page brings its texts along: the list of the files comes when it is idle, or with the first text it lacks. */
const fileList = () => import('./text-files.ts')

/** Loads the list of files ahead of need. */
export function prepareTexts(): void {
  fileList().catch(() => {})
}

async function loadFile(lng: string, namespace: string): Promise<Dictionary> {
  const { textFiles } = await fileList()
  return (await textFiles[`../../../locales/${lng}/${namespace}.json`]?.()) ?? {}
}

const plain = (key: string) => key.replace(/_(zero|one|two|few|many|other)$/, '')

/** What a language lacks comes from the next one, all plural forms of a text together: the forms of two do not fit. */
export function completed(chain: readonly Dictionary[]): Dictionary {
  const out: Record<string, string> = {}
  const taken = new Set<string>()
  for (const texts of chain) {
    const fresh = Object.keys(texts).filter((key) => !taken.has(plain(key)))
    for (const key of fresh) out[key] = texts[key]!
    for (const key of fresh) taken.add(plain(key))
  }
  return out
}

export interface I18nOptions {
  lng: string
  /** Dictionaries that are already here (server render, hydration): namespace → texts. */
  units?: Readonly<Record<string, Dictionary>>
  /** Server: any other dictionary at once. */
  find?: ((unit: string) => Dictionary | undefined) | undefined
  report?: (error: unknown) => void
}

const told = new Set<string>()

/** What is wrong with a text is said once, however often the text is asked for. */
function once(report: (error: unknown) => void): (error: unknown) => void {
  return (error) => {
    const what = String(error)
    if (told.has(what)) return
    told.add(what)
    report(error)
  }
}

/** One per request on the server, one per page in the browser: ready at once with the texts that it is given. */
export function startI18n({ lng, units = {}, find, report: tell = () => {} }: I18nOptions): TextStore {
  const report = once(tell)
  const load = async (unit: string) => completed(await Promise.all(fallbackLanguages(lng).map((code) => loadFile(code, unit))))
  return new TextStore({ lng: TEXTS_OF[lng] ?? lng, units, find, load, report })
}

const Store = createContext<TextStore | null>(null)

export function TextsProvider({ texts, children }: { texts: TextStore; children: ReactNode }) {
  return createElement(Store, { value: texts }, children)
}

function useStore(): TextStore {
  const store = use(Store)
  if (!store) throw new Error('TextsProvider is missing')
  return store
}

/** Keys without the endings of plural forms. */
type BaseKey<K> = K extends `${infer Base}_${'zero' | 'one' | 'two' | 'few' | 'many' | 'other'}` ? Base : K

/** A text function whose keys are those of the Russian file: `useTexts<typeof import('…/ru/line.json')>('line')`. */
export type Texts<D> = (key: BaseKey<keyof D & string>, params?: Readonly<Record<string, unknown>>) => string

/**
 * Texts of a namespace; one that is not here yet is waited for. What was waited for is asked for again at each drawing:
 * React repeats a drawing that waited, and without the same question it takes the hooks behind it for unknown ones.
 */
export function useTexts<D = Record<string, string>>(namespace: string): Texts<D> {
  const store = useStore()
  if (!store.has(namespace) || store.loaded(namespace)) use(store.load(namespace))
  return store.of(namespace) as TextFunction as Texts<D>
}

/** Texts that came with a screen's data, put in before any of them is asked for. */
export function useAddedTexts(namespace: string, texts: Dictionary): void {
  const store = useStore()
  if (!store.holds(namespace)) store.add(namespace, texts)
}

/** The same outside of components. */
export function textsOf<D = Record<string, string>>(store: TextStore, namespace: string): Texts<D> {
  return store.of(namespace) as Texts<D>
}
