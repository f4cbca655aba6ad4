/** Deposits that ask for a talk, and those that wait for the next month (standards RG-07). */
import type { Minor } from '#lib/money.ts'

export interface DepositCare {
  /** Below so many years the lower sums hold. */
  youngBelow: number
  /** A limit on deposits above it is set after a talk only. In euro. */
  contactAboveEur: ByAge
  /** Deposits less what came back and was paid out, in a month of the player's calendar. In euro. */
  netMonthEur: ByAge
}

interface ByAge {
  usual: string
  young: string
}

/** Days as "2002-11-24". Whose birthday is not known is taken for young. A 29th of February is over on the 1st of March. */
export function isYoung(birthday: string | null, today: string, youngBelow: number): boolean {
  if (birthday === null) return true
  const grown = `${String(Number(birthday.slice(0, 4)) + youngBelow).padStart(4, '0')}${birthday.slice(4)}`
  return today < grown
}

export function ofAge(sums: ByAge, young: boolean): string {
  return young ? sums.young : sums.usual
}

export interface MonthOfDeposits {
  /** Credited, less what was called back or given back. */
  paidIn: Minor
  /** Begun, and still to be paid perhaps. */
  begun: Minor
  paidOut: Minor
}

/** What may still be paid in this month; below zero when more has been. */
export function roomOfMonth({ paidIn, begun, paidOut }: MonthOfDeposits, ceiling: Minor): Minor {
  return ceiling - (paidIn + begun - paidOut)
}
