/**
 * What persons at the desk do to markets. A stop holds until they lift it, whatever the producer says meanwhile; what it
 * says is kept, so that lifting a stop never opens what the producer has closed. A price makes its person the owner:
 * the former owner may still stop the market, and gets it back when the game is given back (feeds 2.1 rule 4).
 */
import type { MarketStatus, StopReason } from '#modules/feeds/rules/fact.ts'
import type { BookMarket } from './book.ts'

/** Who acts at the desk, as the provider of a fact and the owner of a market. */
export const BY_HAND = 'trader'

/** The producer of a market that a person has stopped before anybody offered it. */
export const NOBODY = ''

export function isDecided(status: MarketStatus): boolean {
  return status === 'settled' || status === 'cancelled'
}

/** A person has priced the market, and no producer has offered it yet. */
export function isHandsAlone({ producer, taken }: BookMarket): boolean {
  return producer === BY_HAND && !taken
}

/** The producer whose stops the market obeys. */
export function stopperOf(market: BookMarket): string {
  return market.taken?.producer ?? market.producer
}

/** What its producer says of the market, under a stop by hand or without one. */
export function saidOf({ held, status, reason }: BookMarket): { status: MarketStatus; reason?: StopReason | undefined } {
  return held ?? { status, reason }
}

/** The producer's word: shown, unless a person holds the market. */
export function setStatus(market: BookMarket, status: MarketStatus, reason: StopReason | undefined): void {
  const { held } = market
  if (held) market.held = { by: held.by, status, reason }
  const isStopped = held && (status === 'active' || status === 'suspended')
  market.status = isStopped ? 'suspended' : status
  const shown = isStopped ? held.by : reason
  if (shown === undefined) delete market.reason
  else market.reason = shown
}

/** Answers false for what is decided. */
export function hold(market: BookMarket, by: StopReason): boolean {
  if (isDecided(market.status)) return false
  const { status, reason } = saidOf(market)
  market.held = { by, status, reason }
  setStatus(market, status, reason)
  return true
}

/** Why a producer stops a market that a person has to open. */
export const FOR_A_PERSON: ReadonlySet<StopReason> = new Set<StopReason>(['trader', 'odd_price'])

/** Lifts the stops of persons from the market and its prices, and those that wait for one; gives it back to its producer. */
export function giveBack(market: BookMarket): boolean {
  const { status, reason } = saidOf(market)
  const waits = status === 'suspended' && reason !== undefined && FOR_A_PERSON.has(reason)
  const isAlone = isHandsAlone(market)
  let changed = waits || market.held !== undefined || market.taken !== undefined || isAlone
  delete market.held
  if (!isDecided(market.status)) setStatus(market, waits ? 'active' : status, waits ? undefined : reason)
  if (isAlone) Object.assign(market, { producer: NOBODY, provider: NOBODY, ...(isDecided(market.status) ? {} : { status: 'inactive' }) })
  if (market.taken) Object.assign(market, market.taken)
  delete market.taken
  for (const outcome of market.outcomes) {
    if (outcome.held === undefined) continue
    outcome.active = outcome.held && !outcome.result
    delete outcome.held
    changed = true
  }
  return changed
}
