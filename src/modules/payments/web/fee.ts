/** A fee that a call tells as a percent, in minor units: rounded up, as the server does. */
import { divideCeil, type Minor } from '#lib/money.ts'

export function feeOf(sum: Minor | null, percent: number): Minor {
  return sum === null || percent === 0 ? 0n : divideCeil(sum * BigInt(Math.round(percent * 10)), 1000n)
}
