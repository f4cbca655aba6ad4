/** Boosted prices (XT-09): the topic `boosts` says which outcomes are raised and by how much; the price follows the line. */
import { boostedPrice, type Milli } from '#lib/price.ts'
import { liveKey, liveStore } from './live-store.ts'

export const BOOSTS = 'boosts'

/** [thousandths that are added, largest stake in euro cents]. */
export type BoostEntry = readonly [permille: number, maxStakeCents: number]

let onPage: Readonly<Record<string, BoostEntry>> = {}

/** What was boosted when the page was made: shown until the topic comes, on the server and at the first paint. */
export function startBoosts(boosts: Readonly<Record<string, BoostEntry>> | undefined): void {
  onPage = boosts ?? {}
}

/** The word of the topic on a selection; before its image, that of the page. */
export function boostOf(live: BoostEntry | undefined, selection: string): BoostEntry | undefined {
  return live ?? (liveStore.version(BOOSTS) > 0 ? undefined : onPage[selection])
}

/** Key of the live store; `selection` is the key of the outcome in coupons. */
export function boostKey(selection: string): string {
  return liveKey(BOOSTS, selection)
}

/** The price with what was struck for it; no boost, nothing struck. */
export function withBoost(price: Milli, boost: BoostEntry | undefined): { price: Milli; was: Milli | undefined } {
  const raised = boost && price > 0 ? boostedPrice(price, boost[0]) : price
  return { price: raised, was: raised > price ? price : undefined }
}
