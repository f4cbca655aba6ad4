/** What the player has said about price changes (ux 6.2). */
import type { Milli } from '#lib/price.ts'
import { CHECK_CF, priceAnswer, priceMove, type CheckCf, type PriceMove } from '../check-cf.ts'
import { antiExpressPrice, combine } from '../combined.ts'
import { VID, type Vid } from '../kinds.ts'

export const POLICIES = ['ask', 'better', 'drop2', 'drop5', 'drop10', 'any'] as const
export type Policy = (typeof POLICIES)[number]

export function isPolicy(value: unknown): value is Policy {
  return POLICIES.includes(value as Policy)
}

/** Percent of a fall that is taken without asking. */
const DROPS: Partial<Readonly<Record<Policy, bigint>>> = { drop2: 2n, drop5: 5n, drop10: 10n }

export function wireCheckCf(policy: Policy): CheckCf {
  if (policy === 'any') return CHECK_CF.acceptAny
  return policy === 'better' ? CHECK_CF.acceptHigher : CHECK_CF.ask
}

/** The policy that the server does not know: the browser repeats once for the player. */
export function repeatsOnce(policy: Policy): boolean {
  return policy in DROPS
}

/** What is compared, as on the server (rules 2.4): each pair is one number as it was and as it is. */
export type Compared = readonly (readonly [was: bigint, now: bigint])[]

/** Single: the leg; express: the total; anti-express: its own price; all others: leg by leg. */
export function compared(vid: Vid, agreed: readonly Milli[], current: readonly Milli[]): Compared {
  switch (vid) {
    case VID.single:
    case VID.express:
      return [[combine(agreed).num, combine(current).num]]
    case VID.antiExpress:
      return [[BigInt(antiExpressPrice(agreed) ?? 0), BigInt(antiExpressPrice(current) ?? 0)]]
    default:
      return agreed.map((was, i) => [BigInt(was), BigInt(current[i] ?? was)] as const)
  }
}

/** Lower if any is lower, else higher if any is higher. */
function moveOf(pairs: Compared): PriceMove {
  const moves = pairs.map(([was, now]) => priceMove(was, now))
  if (moves.includes('lower')) return 'lower'
  return moves.includes('higher') ? 'higher' : 'equal'
}

/** Must the player be asked before a bet on these prices? */
export function needsConsent(policy: Policy, pairs: Compared): boolean {
  const move = moveOf(pairs)
  const drop = DROPS[policy]
  if (drop === undefined) return priceAnswer(wireCheckCf(policy), move) === 'ask'
  return move === 'lower' && pairs.some(([was, now]) => now * 100n < was * (100n - drop))
}
