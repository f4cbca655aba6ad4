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

/** A document that is being made. */
interface Making {
  config: SiteConfig
  dictionary: (units: readonly string[]) => Units
  /** Units that travel with every document of its kind. */
  frame: readonly string[]
  /** Units that its parts asked for while they were rendered. */
  used: Set<string>
}

/** The element of the document that holds it. */
export const SHARED_ID = 'site-data'
/** Stands in the element until the page is rendered whole: only then it is known what the page says. */
export const SHARED_PLACE = '{"site":"data"}'
/** Server: what belongs to a document, for as long as somebody has its data. In the browser nothing is made. */
const made = new WeakMap<RootData, Making>()

/** What the frame of every page and the line say, also in parts that come after the first paint. */
const FRAME = ['ui', 'shell', 'site', 'platform', 'coupon', 'account', 'line']
/** What is said anywhere: a window with a frame of its own takes no menu, no coupon and no account along. */
const BARE_FRAME = ['ui', 'shell', 'platform']
/** Units whose screens take their title from them; what they say else travels when a screen says it. */
const TITLED = [
  'auth',
  'content',
  'groups',
  'history',
  'identity',
  'messages',
  'orders',
  'payments',
  'privacy',
  'protection',
  'receipt',
  'security',
]
const TITLE = /title$|^office_|^history$|^bet$|^statement$/

/** Server: the data of a document. `bare`: a page outside of the shell. */
export function makeRootData({ config, ...visit }: VisitData, nonce: string, dictionary: Making['dictionary'], bare = false): RootData {
  const data = { visit, nonce, titles: bare ? {} : titlesOf(dictionary(TITLED)) }
  made.set(data, { config, dictionary, frame: bare ? BARE_FRAME : FRAME, used: new Set() })
  return data
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

/**
 * Server: the content of the element, after the page is rendered. Whatever a part of the page asked for is in it: in the
 * browser no part of the first view waits for its texts.
 */
export function sharedText(data: RootData): string {
  const making = made.get(data)
  if (!making) return SHARED_PLACE
  return `{"units":${written(making.dictionary(travelling(making)))},"config":${written(making.config)}}`
}

function travelling({ frame, used }: Making): string[] {
  return [...frame, ...[...used].filter((unit) => !frame.includes(unit)).toSorted()]
}

let read: Shared | null = null

function readShared(): Shared {
  read ??= JSON.parse(document.getElementById(SHARED_ID)!.textContent) as Shared
  return read
}

/** Texts that are here. */
export function unitsOf(data: RootData): Units {
  const making = made.get(data)
  return making ? making.dictionary(making.frame) : readShared().units
}

/** Server: any further unit at once, and noted as one that has to travel. */
export function unitFinder(data: RootData): (unit: string) => Dictionary | undefined {
  return (unit) => {
    const making = made.get(data)
    making?.used.add(unit)
    return making?.dictionary([unit])[unit]
  }
}

const visits = new WeakMap<RootData, VisitData>()

/** The visit of a document; the same object for the same document. */
export function visitOf(data: RootData): VisitData {
  let visit = visits.get(data)
  if (!visit) visits.set(data, (visit = { ...data.visit, config: made.get(data)?.config ?? readShared().config }))
  return visit
}

/** A text of the document outside of React: titles and descriptions. */
export function rootText(data: RootData, unit: string, key: string): string {
  return unitsOf(data)[unit]?.[key] ?? data.titles[unit]?.[key] ?? ''
}
