/** Boosted prices (XT-09): the topic `boosts` says which outcomes are raised and by how much; the price follows the line. */
import { boostedPrice, type Milli } from '#lib/price.ts'
import { liveKey } from './live-store.ts'

export const BOOSTS = 'boosts'

/** [thousandths that are added, largest stake in euro cents]. */
export type BoostEntry = readonly [permille: number, maxStakeCents: number]

/** Key of the live store; `selection` is the key of the outcome in coupons. */
export function boostKey(selection: string): string {
  return liveKey(BOOSTS, selection)
}

/** The price with what was struck for it; no boost, nothing struck. */
export function withBoost(price: Milli, boost: BoostEntry | undefined): { price: Milli; was: Milli | undefined } {
  const raised = boost && price > 0 ? boostedPrice(price, boost[0]) : price
  return { price: raised, was: raised > price ? price : undefined }
}
