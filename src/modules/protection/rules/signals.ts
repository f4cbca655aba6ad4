/**
 * Signs in a player's own play that a friend would name (standards RG-20): they compare him with himself alone, are shown
 * to him in kind words, and are never used to sell him anything.
 */
import { DAY, type Millis } from '#lib/time.ts'

/** Sums of one day in minor units of one currency. */
export interface DayTotals {
  /** Number of the UTC day. */
  day: number
  depositsMinor: bigint
  deposits: number
  stakesMinor: bigint
  bets: number
  /** What came back of play. */
  returnsMinor: bigint
  withdrawalsMinor: bigint
  /** Withdrawals that the player took back. */
  takenBack: number
  /** Bets between midnight and six in the player's zone. */
  nightBets: number
}

export const SIGNALS = ['more_deposits', 'more_stakes', 'losses_grow', 'deposits_after_losses', 'withdrawals_back', 'at_night'] as const
export type Signal = (typeof SIGNALS)[number]

/** The last week beside the four weeks before it. */
const WEEK = 7
const BEFORE_WEEKS = 4
/** So many times a usual week is more than a mood. */
const TIMES = 2n
/** Fewer than these say nothing about anybody. */
const LEAST_DEPOSITS = 3
const LEAST_BETS = 10
const LEAST_ACTIVE_WEEKS = 2

interface Week {
  deposits: number
  depositsMinor: bigint
  stakesMinor: bigint
  bets: number
  lossMinor: bigint
  takenBack: number
  nightBets: number
}

function weekOf(days: readonly DayTotals[], last: number): Week {
  const week: Week = { deposits: 0, depositsMinor: 0n, stakesMinor: 0n, bets: 0, lossMinor: 0n, takenBack: 0, nightBets: 0 }
  for (const one of days) {
    if (one.day > last || one.day <= last - WEEK) continue
    week.deposits += one.deposits
    week.depositsMinor += one.depositsMinor
    week.stakesMinor += one.stakesMinor
    week.bets += one.bets
    week.lossMinor += one.stakesMinor - one.returnsMinor
    week.takenBack += one.takenBack
    week.nightBets += one.nightBets
  }
  return week
}

/** More than `TIMES` the mean of the weeks before. */
function isMuchMore(now: bigint, before: readonly bigint[]): boolean {
  const sum = before.reduce((all, one) => all + (one > 0n ? one : 0n), 0n)
  return now * BigInt(before.length) > TIMES * sum && sum > 0n
}

/** Days on which money was paid in after the day before had ended in a loss, or the same day twice. */
function chasingDays(days: readonly DayTotals[], last: number): number {
  const byDay = new Map(days.map((one) => [one.day, one]))
  let found = 0
  for (let day = last - WEEK + 1; day <= last; day += 1) {
    const today = byDay.get(day)
    const yesterday = byDay.get(day - 1)
    if (!today || today.deposits === 0) continue
    const lostToday = today.deposits > 1 && today.stakesMinor > today.returnsMinor
    const lostBefore = yesterday !== undefined && yesterday.stakesMinor > yesterday.returnsMinor
    if (lostToday || lostBefore) found += 1
  }
  return found
}

/** Told once a week at most: what is heard every day is not heard. */
const AGAIN_MS = WEEK * DAY

/** Of what stands out now, what its player has not been told of lately. */
export function untold(found: readonly Signal[], told: readonly { signal: string; at: Millis }[], now: Millis): Signal[] {
  return found.filter((signal) => !told.some((one) => one.signal === signal && now - one.at < AGAIN_MS))
}

/** What of the last week stands out, the clearest first. Nothing for whoever has no weeks to be compared with. */
export function signalsOf(days: readonly DayTotals[], now: Millis): Signal[] {
  const today = Math.floor(now / DAY)
  const week = weekOf(days, today)
  const before = Array.from({ length: BEFORE_WEEKS }, (_none, i) => weekOf(days, today - WEEK * (i + 1)))
  const known = before.filter(({ bets, deposits }) => bets + deposits > 0).length >= LEAST_ACTIVE_WEEKS
  const found: Signal[] = []
  if (week.deposits >= LEAST_DEPOSITS && chasingDays(days, today) >= LEAST_DEPOSITS) found.push('deposits_after_losses')
  if (week.takenBack >= 2) found.push('withdrawals_back')
  if (known) {
    const grows = (of: (one: Week) => bigint) => isMuchMore(of(week), before.map(of))
    if (week.deposits >= LEAST_DEPOSITS && grows(({ depositsMinor }) => depositsMinor)) found.push('more_deposits')
    if (week.bets >= LEAST_BETS && grows(({ stakesMinor }) => stakesMinor)) found.push('more_stakes')
    if (week.bets >= LEAST_BETS && week.lossMinor > 0n && grows(({ lossMinor }) => lossMinor)) found.push('losses_grow')
  }
  if (week.bets >= LEAST_BETS && week.nightBets * 2 > week.bets) found.push('at_night')
  return found
}
