/**
 * Which advances are covered (rules 8.5). One is repaid by bets that were made before it and are settled within its 48 hours,
 * whole or not at all, and no payment repays twice. When a result has been put right, what was decided is decided anew.
 */
import type { Minor } from '#lib/money.ts'
import type { Millis } from '#lib/time.ts'

export const ADVANCE = { open: 0, covered: 1, uncovered: 2 } as const
type AdvanceState = (typeof ADVANCE)[keyof typeof ADVANCE]

export interface TakenAdvance {
  betId: bigint
  at: Millis
  /** What is settled later repays nothing. */
  dueAt: Millis
  amountMinor: Minor
  state: AdvanceState
}

/** A bet without an advance, or a part of one that was sold. */
export interface Payment {
  /** Of an edited bet the one that was made first. */
  betId: bigint
  /** Null: the bet is still open, or its win waits. */
  at: Millis | null
  /** Since when its win waits for officers: it was decided then, whatever time they take. */
  waitsSince?: Millis | null
  minor: Minor
}

export interface AdvancesOf {
  /** Of one account, in the order of their bets. */
  advances: readonly TakenAdvance[]
  payments: readonly Payment[]
  now: Millis
  balanceMinor: Minor
}

export interface AdvanceDecision {
  betId: bigint
  amountMinor: Minor
  from: AdvanceState
  to: AdvanceState
}

/**
 * What changes. Only open ones are decided; with `anewSince` also those whose time ended later than that, because payments since
 * then have been put right. Those that are no longer covered come first: their money is given back.
 */
export function decideAdvances({ advances, payments, now, balanceMinor }: AdvancesOf, anewSince?: Millis): AdvanceDecision[] {
  let covered: readonly TakenAdvance[] = []
  for (const advance of advances)
    if (advance.state === ADVANCE.covered && areCovered([...covered, advance], payments)) covered = [...covered, advance]
  const isAsked = ({ state, dueAt }: TakenAdvance) => (anewSince === undefined ? state === ADVANCE.open : dueAt > anewSince)
  const asked = advances.filter((advance) => isAsked(advance) && !covered.includes(advance))
  const givenBack = asked.filter(({ state }) => state === ADVANCE.covered)
  let free = givenBack.reduce((sum, { amountMinor }) => sum + amountMinor, balanceMinor)

  function decided(advance: TakenAdvance): AdvanceState {
    const { betId, amountMinor, dueAt } = advance
    const together = [...covered, advance].toSorted((a, b) => (a.betId < b.betId ? -1 : 1))
    const isEnough = areCovered(together, payments)
    if (isEnough && free >= amountMinor) {
      covered = together
      free -= amountMinor
      return ADVANCE.covered
    }
    if (payments.some(({ betId: other, waitsSince = null }) => waitsSince !== null && repays({ betId: other, at: waitsSince }, advance)))
      return ADVANCE.open
    const isOver = dueAt < now || (!isEnough && !payments.some((payment) => payment.at === null && payment.betId < betId))
    return isOver ? ADVANCE.uncovered : ADVANCE.open
  }

  const rest = asked.filter((advance) => !givenBack.includes(advance))
  return [...givenBack, ...rest]
    .map((advance) => ({ betId: advance.betId, amountMinor: advance.amountMinor, from: advance.state, to: decided(advance) }))
    .filter(({ from, to }) => from !== to)
}

/**
 * Whether payments repay all of these. A payment may go to advances that follow each other, so it is enough to give each, in
 * their order, what can wait least.
 */
export function areCovered(advances: readonly TakenAdvance[], payments: readonly Payment[]): boolean {
  const left = payments.flatMap((payment) => {
    const last = advances.findLastIndex((advance) => repays(payment, advance))
    return last < 0 ? [] : [{ payment, last, minor: payment.minor }]
  })
  left.sort((a, b) => a.last - b.last)
  return advances.every((advance) => {
    let owed = advance.amountMinor
    for (const part of left) {
      if (owed === 0n) break
      if (part.minor === 0n || !repays(part.payment, advance)) continue
      const taken = part.minor < owed ? part.minor : owed
      part.minor -= taken
      owed -= taken
    }
    return owed === 0n
  })
}

function repays({ betId, at }: Pick<Payment, 'betId' | 'at'>, advance: TakenAdvance): boolean {
  return at !== null && betId < advance.betId && at > advance.at && at <= advance.dueAt
}
