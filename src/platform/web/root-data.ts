/**
 * What travels with the document: the visit, and beside the router's own data the texts of the page and the brand's
 * configuration. These are large and the same for thousands of documents: they are written once, lie in the document
 * as they are, and the router does not take them apart.
 */
import type { VisitData } from '../shared/visit.ts'
import type { Dictionary } from './text-store.ts'

export type Units = Readonly<Record<string, Dictionary>>
type SiteConfig = VisitData['config']

export interface RootData {
  visit: Omit<VisitData, 'config'>
  nonce: string
  /** Titles of units that are not among the page's. */
  titles: Units
}

/** What lies in the document beside the router's data. */
interface Shared {
  units: Units
  config: SiteConfig
}

/** The element of the document that holds it. */
export const SHARED_ID = 'site-data'
/** Documents that are being made at the same time are fewer. */
const MOST_MADE = 1_000
/** Server: what belongs to a document, by its nonce, until the document is made. */
const made = new Map<string, Shared>()

/** What the frame of every page and the line say. */
const FRAME = ['ui', 'shell', 'site', 'platform', 'coupon', 'account', 'line']

/** Units that only some sections need, by the first word of the address; elsewhere they come with their screen. */
const SECTIONS: Readonly<Record<string, readonly string[]>> = {
  login: ['auth'],
  'two-factor': ['auth'],
  password: ['auth'],
  'password-reset': ['auth'],
  registration: ['auth'],
  social: ['auth'],
  oauth: ['auth'],
  office: ['auth', 'history', 'orders', 'security', 'payments', 'messages', 'protection', 'identity'],
  support: ['auth', 'messages'],
  coupon: ['history', 'receipt'],
  status: ['content'],
  developers: ['content'],
  mobile: ['content'],
}
const OTHERS = [...new Set(Object.values(SECTIONS).flat())]
const TITLE = /title$|^office_|^history$|^bet$/

/** Server: the data of a document. */
export function makeRootData(
  pathname: string,
  { config, ...visit }: VisitData,
  nonce: string,
  dictionary: (units: readonly string[]) => Units,
): RootData {
  const own = SECTIONS[pathname.split('/')[2] ?? ''] ?? []
  made.set(nonce, { units: dictionary([...FRAME, ...own]), config })
  if (made.size > MOST_MADE) made.delete(made.keys().next().value!)
  return { visit, nonce, titles: titlesOf(dictionary(OTHERS.filter((unit) => !own.includes(unit)))) }
}

const titlesKnown = new WeakMap<Units, Units>()

function titlesOf(units: Units): Units {
  let titles = titlesKnown.get(units)
  if (!titles) {
    titles = Object.fromEntries(
      Object.entries(units).map(([unit, texts]) => [unit, Object.fromEntries(Object.entries(texts).filter(([key]) => TITLE.test(key)))]),
    )
    titlesKnown.set(units, titles)
  }
  return titles
}

const texts = new WeakMap<object, string>()

/** JSON that may lie in a script element. */
function written(value: object): string {
  let text = texts.get(value)
  if (text === undefined) texts.set(value, (text = JSON.stringify(value).replaceAll('<', '\\u003c')))
  return text
}

/** The content of the element; in the browser it lies there already. */
export function sharedText({ nonce }: RootData): string {
  const shared = made.get(nonce)
  return shared ? `{"units":${written(shared.units)},"config":${written(shared.config)}}` : ''
}

let read: Shared | null = null

function sharedOf({ nonce }: RootData): Shared {
  const shared = made.get(nonce)
  if (shared) return shared
  read ??= JSON.parse(document.getElementById(SHARED_ID)!.textContent) as Shared
  return read
}

export function unitsOf(data: RootData): Units {
  return sharedOf(data).units
}

const visits = new WeakMap<RootData, VisitData>()

/** The visit of a document; the same object for the same document. */
export function visitOf(data: RootData): VisitData {
  let visit = visits.get(data)
  if (!visit) visits.set(data, (visit = { ...data.visit, config: sharedOf(data).config }))
  return visit
}

/** A text of the document outside of React: titles and descriptions. */
export function rootText(data: RootData, unit: string, key: string): string {
  return unitsOf(data)[unit]?.[key] ?? data.titles[unit]?.[key] ?? ''
}
