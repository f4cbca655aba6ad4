/**
 * The results in force, from everything that was ever said about a market (feeds 4.3). What was said is
 * replayed in the order of sending, ties in the order of arrival, so the order of arrival does not matter.
 */
import { unreachable } from '#lib/assert.ts'
import type { Millis } from '#lib/time.ts'
import { legResult, sameResult, type LegResult } from '#modules/payout/rules/leg.ts'

export interface OutcomeRef {
  t: number
  /** P · 10 000. */
  p: number
  playerId: number
}

export type MarketAction = { sentAt: Millis; reason?: string | null } & (
  | { t: 'settle'; certainty: 'live' | 'confirmed'; results: (OutcomeRef & { result: LegResult | null })[] }
  | { t: 'settle.rollback' }
  /**
   * `undecided`: of outcomes that were decided when it was sent it says nothing, and never will: what becomes of their results
   * afterwards, taken back and told again too, is a correction (rules 3.5).
   */
  | { t: 'cancel'; from: Millis | null; to: Millis | null; undecided?: boolean }
  | { t: 'cancel.rollback'; from: Millis | null; to: Millis | null }
)

export interface EffectiveResult extends OutcomeRef {
  result: LegResult | null
  /**
   * Sending time of the first statement since the last rollback, whatever it said; null while nothing is decided. A correction
   * does not move it: who came after the first statement came with a result known, and stays late (WAG-10).
   */
  knownAt: Millis | null
  /** Sending time of the first statement since the last rollback that says lost; null: none does. Cover bought later came too late. */
  lostAt: Millis | null
  confirmed: boolean
  /** Bets on it accepted in these times are void. */
  voided: VoidRange[]
}

/** What stands of an outcome of which nothing is said, or all was taken back. */
export const UNDECIDED = { result: null, knownAt: null, lostAt: null, confirmed: false } as const

/** Bets accepted at from ≤ t < to are void; null = open. */
export interface VoidRange {
  from: Millis | null
  to: Millis | null
}

export interface EffectiveMarket {
  results: EffectiveResult[]
  /** Of outcomes of which nothing was said. */
  voided: VoidRange[]
}

/** `actions` in the order of arrival. */
export function effectiveMarket(actions: readonly MarketAction[]): EffectiveMarket {
  const results = new Map<string, EffectiveResult>()
  /** Of each cancellation of what is undecided: what it found decided. */
  const found = new Map<MarketAction, Set<EffectiveResult>>()
  for (const action of inOrder(actions)) {
    switch (action.t) {
      case 'settle':
        for (const stated of action.results) settleOutcome(results, stated, action.certainty === 'confirmed', action.sentAt)
        break
      case 'settle.rollback':
        for (const known of results.values()) Object.assign(known, UNDECIDED)
        break
      case 'cancel':
        if (action.undecided) found.set(action, new Set([...results.values()].filter(({ knownAt }) => knownAt !== null)))
        break
      case 'cancel.rollback':
        break
      default:
        unreachable(action, 'action')
    }
  }
  for (const result of results.values()) result.voided = voidRanges(actions, (cancel) => !found.get(cancel)?.has(result))
  return { results: [...results.values()], voided: voidRanges(actions, () => true) }
}

/** What is said about results at the time of a cancellation comes before it, whichever arrived first. */
function inOrder(actions: readonly MarketAction[]): MarketAction[] {
  return actions.toSorted((a, b) => a.sentAt - b.sentAt || Number(a.t === 'cancel') - Number(b.t === 'cancel'))
}

/** A decided result that became another one; `to` is null where it was taken back and nothing has been said since. */
export interface ResultChange extends OutcomeRef {
  from: LegResult
  to: LegResult | null
  /** What changed it. */
  by: MarketAction
}

/** Corrections of the results of a market, in the order in which they came into force. `actions` in the order of arrival. */
export function resultChanges(actions: readonly MarketAction[]): ResultChange[] {
  const changes: ResultChange[] = []
  const shown = new Map<string, LegResult>()
  const ordered = actions.toSorted((a, b) => a.sentAt - b.sentAt)
  for (const [step, by] of ordered.entries()) {
    const { results } = effectiveMarket(ordered.slice(0, step + 1))
    for (const { t, p, playerId, result, voided } of results) {
      const key = `${t}:${p}@${playerId}`
      const before = shown.get(key)
      const isVoid = voided.some(({ from, to }) => from === null && to === null)
      const now = isVoid ? legResult('VOID') : result
      // After a rollback the next statement is held against what stood before it; without one the result is open again.
      if (now === null && step < ordered.length - 1) continue
      if (before && !sameResult(before, now)) changes.push({ t, p, playerId, from: before, to: now, by })
      if (now) shown.set(key, now)
    }
  }
  return changes
}

function settleOutcome(
  results: Map<string, EffectiveResult>,
  stated: OutcomeRef & { result: LegResult | null },
  confirmed: boolean,
  at: Millis,
): void {
  const key = `${stated.t}:${stated.p}@${stated.playerId}`
  let known = results.get(key)
  if (!known) {
    known = { t: stated.t, p: stated.p, playerId: stated.playerId, ...UNDECIDED, voided: [] }
    results.set(key, known)
  }
  // "Not decided" is no statement about the result: what was said before stands until it is rolled back.
  if (stated.result === null) return
  if (known.confirmed && !confirmed) return
  known.result = stated.result
  known.knownAt ??= at
  if (stated.result.won === 0 && stated.result.voidHalves === 0) known.lostAt ??= at
  known.confirmed = confirmed
}

/** A cancel stands unless a rollback of the same range was sent at its time or later, whichever arrived first. */
function voidRanges(actions: readonly MarketAction[], isMeant: (cancel: MarketAction) => boolean): VoidRange[] {
  const ranges: VoidRange[] = []
  for (const action of actions) {
    if (action.t !== 'cancel' || !isMeant(action)) continue
    const taken = actions.some(
      (a) => a.t === 'cancel.rollback' && a.from === action.from && a.to === action.to && a.sentAt >= action.sentAt,
    )
    const known = ranges.some((r) => r.from === action.from && r.to === action.to)
    if (!taken && !known) ranges.push({ from: action.from, to: action.to })
  }
  return ranges.sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity) || (a.to ?? Infinity) - (b.to ?? Infinity))
}
