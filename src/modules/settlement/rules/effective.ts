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
  | { t: 'cancel'; from: Millis | null; to: Millis | null; undecided?: boolean; line?: boolean }
  /** `line`, as above: of bets of the line alone, those that were taken in play stand. */
  | { t: 'cancel.rollback'; from: Millis | null; to: Millis | null; line?: boolean }
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
  /** Those of the line in these times as well. */
  lineVoided: VoidRange[]
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

/** What one market states of an outcome. */
interface Statement extends OutcomeRef, Pick<EffectiveResult, 'result' | 'knownAt' | 'lostAt' | 'confirmed'> {
  /** Sending time of what it said last. */
  saidAt: Millis
  /** When it was decided: from the first statement until a rollback; null: it still is. */
  decided: { from: Millis; until: Millis | null }[]
}

type Cancel = Extract<MarketAction, { t: 'cancel' }>

/** What a market says. */
export interface SaidOfMarket {
  statements: ReadonlyMap<string, Statement>
  /** Cancellations that were not taken back, in the order of arrival. */
  cancels: readonly Cancel[]
}

/** What a market that claims an outcome says of it. */
export interface Claim {
  statement: Statement | undefined
  cancels: readonly Cancel[]
}

export const refKey = (o: OutcomeRef): string => `${o.t}:${o.p}@${o.playerId}`

/** `actions` in the order of arrival. */
export function saidOfMarket(actions: readonly MarketAction[]): SaidOfMarket {
  const statements = new Map<string, Statement>()
  for (const action of actions.toSorted((a, b) => a.sentAt - b.sentAt)) {
    switch (action.t) {
      case 'settle':
        for (const stated of action.results) settleOutcome(statements, stated, action.certainty === 'confirmed', action.sentAt)
        break
      case 'settle.rollback':
        for (const known of statements.values()) undecide(known, action.sentAt)
        break
      case 'cancel':
      case 'cancel.rollback':
        break
      default:
        unreachable(action, 'action')
    }
  }
  return { statements, cancels: actions.filter((action) => action.t === 'cancel' && !isTakenBack(action, actions)) as Cancel[] }
}

/**
 * The result in force of an outcome, from all that the markets which claim it say: the confirmed result counts before one of the
 * moment, the later one before the earlier; what any of them voids is void, and what any of them had decided was decided.
 */
export function effectiveOutcome({ t, p, playerId }: OutcomeRef, claims: readonly Claim[]): EffectiveResult & { by: number | null } {
  const stated = claims.map(({ statement }) => (statement?.result ? statement : null))
  let by: number | null = null
  for (const [i, one] of stated.entries()) if (one && (by === null || countsBefore(one, stated[by]!))) by = i
  const counts = by === null ? UNDECIDED : stated[by]!
  const isMeant = (cancel: Cancel) => !cancel.undecided || !claims.some(({ statement }) => wasDecided(statement, cancel.sentAt))
  const meant = claims.flatMap(({ cancels }) => cancels.filter(isMeant))
  return {
    t,
    p,
    playerId,
    by,
    result: counts.result,
    knownAt: earliest(stated.map((one) => one?.knownAt ?? null)),
    lostAt: earliest(stated.map((one) => one?.lostAt ?? null)),
    confirmed: counts.confirmed,
    voided: rangesOf(meant.filter(({ line }) => !line)),
    lineVoided: rangesOf(meant.filter(({ line }) => line)),
  }
}

/** Of one market alone. `actions` in the order of arrival. */
export function effectiveMarket(actions: readonly MarketAction[]): EffectiveMarket {
  const { statements, cancels } = saidOfMarket(actions)
  const results = [...statements.values()].map((statement) => {
    const { by: _, ...result } = effectiveOutcome(statement, [{ statement, cancels }])
    return result
  })
  return { results, voided: rangesOf(cancels.filter(({ line }) => !line)) }
}

function countsBefore(one: Statement, other: Statement): boolean {
  return one.confirmed === other.confirmed ? one.saidAt >= other.saidAt : one.confirmed
}

/** What is said about results at the time of a cancellation comes before it, whichever arrived first. */
function wasDecided(statement: Statement | undefined, at: Millis): boolean {
  return statement?.decided.some(({ from, until }) => from <= at && (until === null || at < until)) ?? false
}

function earliest(times: readonly (Millis | null)[]): Millis | null {
  const known = times.filter((time) => time !== null)
  return known.length === 0 ? null : Math.min(...known)
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
      const key = refKey({ t, p, playerId })
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
  statements: Map<string, Statement>,
  stated: OutcomeRef & { result: LegResult | null },
  confirmed: boolean,
  at: Millis,
): void {
  const key = refKey(stated)
  let known = statements.get(key)
  if (!known) {
    known = { t: stated.t, p: stated.p, playerId: stated.playerId, ...UNDECIDED, saidAt: at, decided: [] }
    statements.set(key, known)
  }
  // "Not decided" is no statement about the result: what was said before stands until it is rolled back.
  if (stated.result === null) return
  if (known.confirmed && !confirmed) return
  if (known.knownAt === null) known.decided.push({ from: at, until: null })
  known.saidAt = at
  known.result = stated.result
  known.knownAt ??= at
  if (stated.result.won === 0 && stated.result.voidHalves === 0) known.lostAt ??= at
  known.confirmed = confirmed
}

function undecide(known: Statement, at: Millis): void {
  if (known.knownAt !== null) known.decided.at(-1)!.until = at
  Object.assign(known, UNDECIDED)
}

/** A cancel stands unless a rollback of the same range was sent at its time or later, whichever arrived first. */
function isTakenBack(cancel: Cancel, actions: readonly MarketAction[]): boolean {
  const isSame = (a: Extract<MarketAction, { t: 'cancel.rollback' }>) =>
    a.from === cancel.from && a.to === cancel.to && (a.line ?? false) === (cancel.line ?? false)
  return actions.some((a) => a.t === 'cancel.rollback' && isSame(a) && a.sentAt >= cancel.sentAt)
}

function rangesOf(cancels: readonly Cancel[]): VoidRange[] {
  const ranges: VoidRange[] = []
  for (const { from, to } of cancels) if (!ranges.some((r) => r.from === from && r.to === to)) ranges.push({ from, to })
  return ranges.sort((a, b) => (a.from ?? -Infinity) - (b.from ?? -Infinity) || (a.to ?? Infinity) - (b.to ?? Infinity))
}
