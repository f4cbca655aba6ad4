/**
 * Texts of the page in one language: the JSON format of i18next (`{{name}}`, plural and ordinal endings) read by the
 * part of it that the files use. The server keeps the library; a test compares the two text by text.
 */
import { intlLanguage } from '#lib/number-format.ts'

export type Dictionary = Readonly<Record<string, string>>
export type Params = Readonly<Record<string, unknown>>
export type TextFunction = (key: string, params?: Params) => string

export interface TextStoreOptions {
  lng: string
  /** Units that are here already. */
  units?: Readonly<Record<string, Dictionary>>
  /** Another unit at once, where texts are at hand: the server. */
  find?: ((unit: string) => Dictionary | undefined) | undefined
  /** Fetches another unit, complete in this language. */
  load?: (unit: string) => Promise<Dictionary>
  report?: (error: unknown) => void
}

/** Literal text and names of parameters in turn, beginning with text. */
type Template = readonly string[]

const templates = new Map<string, Template>()

function templateOf(text: string): Template {
  let template = templates.get(text)
  if (!template) {
    template = text.split(/\{\{(.+?)\}\}/).map((part, index) => (index % 2 ? part.trim() : part))
    templates.set(text, template)
  }
  return template
}

function filled(text: string, params: Params): string {
  if (!text.includes('{{')) return text
  const template = templateOf(text)
  let out = template[0]!
  for (let at = 1; at < template.length; at += 2) {
    const value = params[template[at]!]
    // Names, sums and counts: what is no text or number has no place in a sentence.
    out += typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value as number)
    out += template[at + 1]!
  }
  return out
}

/** A promise as React keeps it. */
type Loading = Promise<void> & { status?: string }

export class TextStore {
  readonly lng: string
  readonly #units = new Map<string, Dictionary>()
  readonly #functions = new Map<string, TextFunction>()
  readonly #loading = new Map<string, Loading>()
  readonly #find: (unit: string) => Dictionary | undefined
  readonly #load: (unit: string) => Promise<Dictionary>
  readonly #report: (error: unknown) => void
  readonly #rules: Partial<Record<Intl.PluralRuleType, Intl.PluralRules>> = {}

  constructor({ lng, units = {}, find = () => undefined, load = async () => ({}), report = () => {} }: TextStoreOptions) {
    this.lng = lng
    this.#find = find
    this.#load = load
    this.#report = report
    for (const [unit, texts] of Object.entries(units)) this.add(unit, texts)
  }

  has(unit: string): boolean {
    return this.#textsOf(unit) !== undefined
  }

  /** Came already, by whatever way. */
  holds(unit: string): boolean {
    return this.#units.has(unit)
  }

  #textsOf(unit: string): Dictionary | undefined {
    let texts = this.#units.get(unit)
    if (!texts && (texts = this.#find(unit))) this.add(unit, texts)
    return texts
  }

  add(unit: string, texts: Dictionary): void {
    this.#units.set(unit, texts)
  }

  /** Came by `load`, which is over: its promise is read without waiting. */
  loaded(unit: string): boolean {
    return this.#loading.get(unit)?.status === 'fulfilled'
  }

  /** One promise for all who wait for a unit; it never fails: a unit that does not come is reported and shows nothing. */
  load(unit: string): Promise<void> {
    let loading = this.#loading.get(unit)
    if (!loading) {
      const came = (texts: Dictionary) => {
        this.add(unit, texts)
        // What React reads of a promise: whoever comes later has not to wait a turn for what is here.
        void Object.assign(this.#loading.get(unit)!, { status: 'fulfilled', value: undefined })
      }
      loading = this.#load(unit).then(came, (error: unknown) => {
        this.#report(error)
        came({})
      })
      this.#loading.set(unit, loading)
    }
    return loading
  }

  /** The text function of a unit; the same one each time. `unit:key` reaches another unit. */
  of(unit: string): TextFunction {
    let text = this.#functions.get(unit)
    if (!text) {
      text = (key, params) => this.#text(unit, key, params)
      this.#functions.set(unit, text)
    }
    return text
  }

  #text(unit: string, key: string, params?: Params): string {
    const at = key.indexOf(':')
    const texts = this.#textsOf(at < 0 ? unit : key.slice(0, at))
    const name = at < 0 ? key : key.slice(at + 1)
    const found = params && 'count' in params ? this.#plural(texts, name, params) : texts?.[name]
    if (found !== undefined) return params ? filled(found, params) : found
    if (typeof params?.['defaultValue'] === 'string') return filled(params['defaultValue'], params)
    // The key itself must never be seen.
    this.#report(new Error(`text ${unit}:${key} is missing`))
    return ''
  }

  #plural(texts: Dictionary | undefined, name: string, { count, ordinal }: Params): string | undefined {
    if (typeof count !== 'number') return texts?.[name]
    const [type, ending] = ordinal ? (['ordinal', '_ordinal_'] as const) : (['cardinal', '_'] as const)
    const own = this.#rulesOf(type)
    const form = own.select(count)
    const filledForm = texts && isFilled(texts, name + ending, own) ? english(type).select(count) : form
    return (
      (count === 0 && !ordinal ? texts?.[`${name}_zero`] : undefined) ??
      texts?.[name + ending + filledForm] ??
      texts?.[name + ending + form] ??
      texts?.[`${name}_${form}`] ??
      texts?.[name] ??
      texts?.[`${name}${ending}other`]
    )
  }

  #rulesOf(type: Intl.PluralRuleType): Intl.PluralRules {
    return (this.#rules[type] ??= pluralRules(this.lng, type))
  }
}

const FORMS = ['one', 'two', 'few', 'many'] as const

/** A text that this language does not have came from English, with the forms that English has. */
function isFilled(texts: Dictionary, stem: string, own: Intl.PluralRules): boolean {
  const used = own.resolvedOptions().pluralCategories
  return FORMS.some((form) => {
    const has = texts[stem + form] !== undefined
    return has ? !used.includes(form) : form === 'few' && used.includes(form)
  })
}

const ENGLISH: Partial<Record<Intl.PluralRuleType, Intl.PluralRules>> = {}

function english(type: Intl.PluralRuleType): Intl.PluralRules {
  return (ENGLISH[type] ??= pluralRules('en', type))
}

function pluralRules(lng: string, type: Intl.PluralRuleType): Intl.PluralRules {
  try {
    return new Intl.PluralRules(intlLanguage(lng), { type })
  } catch {
    return new Intl.PluralRules('en', { type })
  }
}
