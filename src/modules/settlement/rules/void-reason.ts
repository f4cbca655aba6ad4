/** For which reasons a bet may be void whatever its result says, and when two persons must agree (standards WAG-10, WAG-17). */

/** Reasons that an officer may name; `late` and `started` are found by settlement itself. */
export const VOID_REASONS = ['obvious_error', 'duplicate', 'technical', 'breach', 'order'] as const
export type VoidReason = (typeof VOID_REASONS)[number]

/** From this stake or payout, in euro, a second officer has to agree. */
export const TWO_PERSONS_FROM_EURO_CENTS = 100_00n

export type VoidRefusal = 'note_missing' | 'result_known'

/** Null when the reason may be given: each is documented, and once a result is known only an obvious error counts. */
export function voidRefusal(reason: VoidReason, note: string, resultKnown: boolean): VoidRefusal | null {
  if (resultKnown && reason !== 'obvious_error') return 'result_known'
  return reason === 'obvious_error' && note.trim().length < 10 ? 'note_missing' : null
}

/** `valueCents`: the greater of stake and payout in force, euro cents. */
export function needsSecondPerson(valueCents: bigint): boolean {
  return valueCents >= TWO_PERSONS_FROM_EURO_CENTS
}
