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
  ...Object.fromEntries(OF_CASINO.map((section) => [section, 'casino'])),
}

/** Pages that are there with a feature of the same kind only. */
const FEATURES: Readonly<Record<string, string>> = {
  line: 'line',
  live: 'live',
  results: 'results',
  casino: 'casino',
  statistic: 'statistics',
  statisticpopup: 'statistics',
  registration: 'registration',
}

export interface Visitor extends Required<AccessSubject> {
  /** Products that he has closed for himself (XT-46). */
  closed: readonly string[]
}

/** `link` as it stands in a menu: below /{lng}, perhaps with a query or a mark. */
export function isPageOpen(rules: readonly RouteRule[], link: string, who: Visitor): boolean {
  const path = link.replace(/[?#].*$/, '') || '/'
  const feature = own(FEATURES, path)
  const product = productOf(path)
  return (
    isListed({ ...flagsOfPath(rules, path), ...(feature ? { feature } : {}) }, who) && (product === null || !who.closed.includes(product))
  )
}

/** The product that an address of the menu enters. */
export function productOf(link: string): string | null {
  return own(PRODUCTS, link) ?? null
}

function own(table: Readonly<Record<string, string>>, link: string): string | undefined {
  const first = link.split(/[/?#]/)[1] ?? ''
  return Object.hasOwn(table, first) ? table[first] : undefined
}
