/** Products that players close for themselves (features XT-46, standards RG-24): at once; open again only after a wait and a second yes. */
import type { OwnLimit } from './limits.ts'

export const PRODUCTS = ['line', 'live', 'virtual', 'casino'] as const
export type Product = (typeof PRODUCTS)[number]

/** What is bet on, as the line tells it. */
export interface PlayedGame {
  virtual: boolean
  live: boolean
}

/** Virtual games are one product, whether they are running or not. */
export function productOf({ virtual, live }: PlayedGame): Product {
  if (virtual) return 'virtual'
  return live ? 'live' : 'line'
}

const BY_FEATURE: Readonly<Record<string, Product>> = {
  casino: 'casino',
  games: 'casino',
  bingo: 'casino',
  poker: 'casino',
  virtual: 'virtual',
}

/** The product that a feature of the brand belongs to: calls of a closed product are refused by the gate. */
export function productOfFeature(feature: string | undefined): Product | null {
  return feature === undefined ? null : (BY_FEATURE[feature] ?? null)
}

/** A closed product is held like a limit of nothing: to open it is to have no limit. */
export const CLOSED: Omit<OwnLimit, 'startsAt'> = { amount: 0n, pending: null }

/** Years that this country asks for before the product is open; null where it asks no more than registration did (features AC-14). */
export function minAgeOf(product: Product, country: string, casinoMinAge: Readonly<Record<string, number>>): number | null {
  return product === 'casino' ? (casinoMinAge[country.toUpperCase()] ?? null) : null
}
