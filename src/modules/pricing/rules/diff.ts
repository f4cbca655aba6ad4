/** What changed between the book and a fresh price sheet: a delta holds nothing else. */
import type { Market } from '#modules/feeds/rules/fact.ts'
import { isDecided, isHandsAlone, NOBODY, saidOf, stopperOf } from '#modules/line/rules/by-hand.ts'
import { marketIdKey } from '#modules/line/rules/book.ts'
import type { BookGame, BookMarket, BookOutcome } from '#modules/line/rules/book.ts'
import type { PricedMarket } from './sheet.ts'

export const PRICING_PRODUCER = 'pricing'

/** Pricing may not touch another producer's markets nor decided ones; what a person has priced it may close. */
function isOurs(market: BookMarket): boolean {
  return stopperOf(market) === PRICING_PRODUCER && !isDecided(market.status)
}

/** A market that only a person has touched waits for whoever prices it. */
const isFree = (market: BookMarket): boolean => (market.producer === NOBODY || isHandsAlone(market)) && !isDecided(market.status)

/** As pricing left it: what a person has locked meanwhile is no change of the price sheet. */
const isOn = ({ held, active }: BookOutcome): boolean => held ?? active

/** Prices are rounded to what the book keeps of a probability, so that noise is no change. */
function isSame(known: BookMarket, fresh: PricedMarket): boolean {
  if (saidOf(known).status !== fresh.status || known.main !== fresh.main) return false
  let open = 0
  for (const outcome of known.outcomes) if (isOn(outcome)) open++
  for (let n = 0; n < fresh.outcomes.length; n++) {
    const next = fresh.outcomes[n]!
    const guess = known.outcomes[n]
    const before = guess?.key === next.key ? guess : known.outcomes.find((o) => o.key === next.key)
    if (!before || isOn(before) !== next.active || (next.active && before.price !== next.price)) return false
    if (next.active) open--
  }
  return open === 0
}

/** What a person has priced is only closed: its outcomes are his. Priced by nobody else, it is told once whose it is. */
function differs(known: BookMarket, fresh: PricedMarket): boolean {
  if (isHandsAlone(known)) return true
  if (known.taken) return fresh.status !== 'active' && saidOf(known).status !== fresh.status
  return !isSame(known, fresh)
}

function toMarket(ref: string, fresh: PricedMarket): Market {
  return { game: ref, ...fresh }
}

/**
 * Changed markets of the sheet, and markets of the book that the sheet no longer has as inactive. `held` names
 * markets under a stop that is not over: they stay as they are.
 */
export function changedMarkets(game: BookGame, sheet: readonly PricedMarket[], held: (market: BookMarket) => boolean): Market[] {
  const changed: Market[] = []
  const named = new Map<string, Set<string>>()
  for (const fresh of sheet) {
    const id = marketIdKey(fresh.key, fresh.spec)
    let ids = named.get(fresh.part)
    if (!ids) named.set(fresh.part, (ids = new Set()))
    ids.add(id)
    const part = game.parts.get(fresh.part)
    if (!part) continue
    const known = part.markets.get(id)
    if (known && !isOurs(known) && !isFree(known)) continue
    if (!known ? fresh.status !== 'inactive' : !(saidOf(known).status === 'suspended' && held(known)) && differs(known, fresh))
      changed.push(toMarket(game.ref, fresh))
  }
  for (const part of game.parts.values()) {
    const ids = named.get(part.part)
    for (const [id, known] of part.markets) {
      if (ids?.has(id) || !isOurs(known) || known.status === 'inactive') continue
      changed.push({ game: game.ref, part: part.part, key: known.key, spec: known.spec, status: 'inactive', main: false, outcomes: [] })
    }
  }
  return changed
}
