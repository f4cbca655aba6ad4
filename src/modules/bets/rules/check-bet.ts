/**
 * The checks of a bet's events in their fixed order (wire 8.7.1): events known (104), games open (133, 135, 158150),
 * outcomes open (131, 129), line the same (148), prices by CheckCf (130). What follows — size, relations, stake — is
 * checked beside, where the configuration is.
 */
import { unreachable } from '#lib/assert.ts'
import type { Milli } from '#lib/price.ts'
import type { Millis } from '#lib/time.ts'
import { priceAnswer, priceMove, type CheckCf, type PriceMove } from '#modules/coupon/rules/check-cf.ts'
import { antiExpressPrice, combine } from '#modules/coupon/rules/combined.ts'
import type { Vid } from '#modules/coupon/rules/kinds.ts'
import { faultOf, type LineGame, type LineOutcome, type LineReader, type Selection } from '#modules/coupon/rules/selection.ts'

export type BetFault =
  | { wire: number; name: string; index: number }
  /** A price moved against the player's choice. */
  | { wire: 130; name: 'price_changed'; index: number; price: Milli }

export interface CheckedLeg {
  selection: Selection
  /** Price now. */
  price: Milli
  game: LineGame
  outcome: LineOutcome
}

export type BetCheck = { ok: true; legs: CheckedLeg[] } | { ok: false; fault: BetFault }

export interface PriceCheck {
  checkCf: CheckCf
  vid: number
  /** Anti-express: the coefficient that the player saw, 0 = none. */
  antiExpress: Milli
  /** Outcomes of one game: the joint price seen (0 = none) and the one of now; null when they cannot be combined. */
  joint?: { shown: bigint; now(): Milli | null } | undefined
  /** The price of now is looked at by somebody else: orders and changes of bets. */
  anyPrice?: boolean | undefined
  /** What is only on hold may be so: an order waits for it. */
  anyState?: boolean | undefined
}

/** What CheckCf compares, by kind (rules 2.4). The one table; outcomes of one game compare their joint price. */
const COMPARED: Readonly<Record<Vid, 'total' | 'antiExpress' | 'legs'>> = {
  0: 'total',
  1: 'total',
  2: 'legs',
  3: 'legs',
  4: 'legs',
  5: 'legs',
  6: 'antiExpress',
  7: 'legs',
  8: 'legs',
  11: 'legs',
}

/** States that end by themselves. */
const ON_HOLD: ReadonlySet<number> = new Set([129, 131, 133, 135])

/** The prices of the request are those the player agreed to, before the live delay and after it. */
export function checkBet(selections: readonly Selection[], check: PriceCheck, line: LineReader, now: Millis): BetCheck {
  const legs: CheckedLeg[] = []
  let first: { stage: number; fault: BetFault } | null = null
  for (let index = 0; index < selections.length; index += 1) {
    const selection = selections[index]!
    const { gameId, t, p, playerId } = selection
    const game = line.findGame(gameId)
    const outcome = game && line.findOutcome(gameId, t, p, playerId)
    if (game && outcome) legs.push({ selection, price: outcome.price, game, outcome })
    const fault = faultOf(selection, game, outcome, line, now)
    // A held game without the outcome has nothing that an order could wait for.
    if (!fault || (check.anyState && outcome && ON_HOLD.has(fault.wire))) continue
    // Of an order the first leg that will never be good is told, of a bet the earliest check.
    if (first === null || (!check.anyState && fault.stage < first.stage))
      first = { stage: fault.stage, fault: { wire: fault.wire, name: fault.name, index } }
  }
  if (first) return { ok: false, fault: first.fault }
  if (!check.anyPrice && asksAgain(legs, check)) {
    const index = Math.max(
      0,
      legs.findIndex((leg) => leg.price !== leg.selection.price),
    )
    return { ok: false, fault: { wire: 130, name: 'price_changed', index, price: legs[index]!.price } }
  }
  return { ok: true, legs }
}

/** A price of 0 was never shown: it is a request without a price, which nobody can have agreed to. */
function asksAgain(legs: readonly CheckedLeg[], check: PriceCheck): boolean {
  if (legs.some((leg) => leg.selection.price === 0)) return true
  return priceAnswer(check.checkCf, moveOf(legs, check)) === 'ask'
}

function moveOf(legs: readonly CheckedLeg[], check: PriceCheck): PriceMove {
  if (check.joint) return againstShown(check.joint.shown, check.joint.now())
  const compared = COMPARED[check.vid as Vid] ?? 'total'
  switch (compared) {
    case 'total':
      if (legs.every((leg) => leg.price === leg.selection.price)) return 'equal'
      return priceMove(combine(legs.map((leg) => leg.selection.price)).num, combine(legs.map((leg) => leg.price)).num)
    case 'antiExpress':
      return againstShown(BigInt(check.antiExpress), antiExpressPrice(legs.map((leg) => leg.price)))
    case 'legs':
      return worstMove(legs)
    default:
      return unreachable(compared, 'comparison of prices')
  }
}

/** Null now: not offered, which is refused by what follows. A coefficient that was not sent has not been seen. */
function againstShown(shown: bigint, now: Milli | null): PriceMove {
  if (now === null) return 'equal'
  return shown === 0n ? 'lower' : priceMove(shown, BigInt(now))
}

/** Lower when a leg is lower, else higher when one is higher. */
function worstMove(legs: readonly CheckedLeg[]): PriceMove {
  if (legs.some((leg) => leg.price < leg.selection.price)) return 'lower'
  return legs.some((leg) => leg.price > leg.selection.price) ? 'higher' : 'equal'
}

export interface LiveDelays {
  default: number
  bySport: Record<string, number>
}

/** How long a bet waits before it is decided: the longest delay of its live legs, 0 without one (wire rule 27). */
export function liveDelayMs(legs: readonly { game: Pick<LineGame, 'kind' | 'sportId'> }[], delays: LiveDelays): number {
  return legs.reduce(
    (longest, { game }) => (game.kind === 1 ? Math.max(longest, delays.bySport[game.sportId] ?? delays.default) : longest),
    0,
  )
}
