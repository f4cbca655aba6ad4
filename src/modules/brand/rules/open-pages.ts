/** Whether a visitor may be led to a page. Every menu, bar, tab and empty list asks here, so that none leads to a closed door. */
import type { RouteRule } from '#platform/shared/site-config.ts'
import { isListed, type AccessSubject } from './access.ts'
import { flagsOfPath } from './route-rules.ts'

/** Sections of one product, which a player may close for himself. */
export const OF_CASINO = ['casino', 'live-casino', 'slots', 'poker', 'bingo', 'allgamesentrance'] as const

const PRODUCTS: Readonly<Record<string, string>> = {
  line: 'line',
  live: 'live',
  virtualsports: 'virtual',
  marble: 'virtual',
  'marble-live': 'virtual',
}

/** Pages that are there with a feature of the same kind only. */
const OF_FEATURES = ['line', 'live', 'results', 'casino', 'registration', 'statistics']

export interface Visitor extends Required<AccessSubject> {
  /** Products that he has closed for himself (XT-46). */
  closed: readonly string[]
}

/** `link` as it stands in a menu: below /{lng}, perhaps with a query or a mark. */
export function isPageOpen(rules: readonly RouteRule[], link: string, who: Visitor): boolean {
  const path = link.replace(/[?#].*$/, '') || '/'
  const feature = featureOf(path)
  const product = productOf(path)
  return (
    isListed({ ...flagsOfPath(rules, path), ...(feature ? { feature } : {}) }, who) && (product === null || !who.closed.includes(product))
  )
}

/** The statistics have two addresses. */
function featureOf(path: string): string | undefined {
  const section = sectionOf(path).replace(/^statistic(popup)?$/, 'statistics')
  return OF_FEATURES.includes(section) ? section : undefined
}

/** The product that an address of the menu enters. */
export function productOf(link: string): string | null {
  const section = sectionOf(link)
  return (OF_CASINO as readonly string[]).includes(section) ? 'casino' : Object.hasOwn(PRODUCTS, section) ? PRODUCTS[section]! : null
}

function sectionOf(link: string): string {
  return link.split(/[/?#]/)[1] ?? ''
}
