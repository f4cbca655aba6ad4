/** States of a deposit. Every step says what it does to money, and none of them does it twice. */
export const DEPOSIT_STATES = [
  'created',
  'pending',
  'done',
  'declined',
  'expired',
  'called_off',
  'held',
  'returned',
  'charged_back',
] as const
export type DepositState = (typeof DEPOSIT_STATES)[number]

/** What a provider may report, in whatever order and however often. */
export const PROVIDER_OUTCOMES = ['pending', 'paid', 'declined', 'refunded', 'charged_back'] as const
export type ProviderOutcome = (typeof PROVIDER_OUTCOMES)[number]

/**
 * `credit`: to the player. `keepApart`: beside all play, until it is given back. `giveBack`: what was kept apart goes.
 * `takeBack`: what was credited goes, also below zero. `setApart`: what was credited and never touched is kept apart.
 */
export type DepositMoney = 'nothing' | 'credit' | 'keepApart' | 'giveBack' | 'takeBack' | 'setApart'

export interface DepositStep {
  next: DepositState
  money: DepositMoney
}

/** A charge is what the payer paid: the sum for his account with the fee on top. */
export interface Charge {
  chargeMinor: bigint
  feeMinor: bigint
  /** What of the charge has gone back before. */
  returnedMinor: bigint
}

/** Of a record. */
export function chargeOf(row: { amount_minor: bigint; fee_minor: bigint; returned_minor: bigint }): Charge {
  return { chargeMinor: row.amount_minor + row.fee_minor, feeMinor: row.fee_minor, returnedMinor: row.returned_minor }
}

/** What of a charge has not gone back. */
export const leftOf = ({ chargeMinor, returnedMinor }: Charge): bigint => chargeMinor - returnedMinor

/**
 * What of something that was taken with a charge is in a part of it that goes back: its share, rounded so that the parts of
 * the whole are the whole, in whatever pieces it goes.
 */
export function shareInPart(takenMinor: bigint, { chargeMinor, returnedMinor }: Charge, partMinor: bigint): bigint {
  const upTo = (minor: bigint) => (chargeMinor === 0n ? 0n : (takenMinor * minor) / chargeMinor)
  return upTo(returnedMinor + partMinor) - upTo(returnedMinor)
}

export function feeInPart(charge: Charge, partMinor: bigint): bigint {
  return shareInPart(charge.feeMinor, charge, partMinor)
}

/** What of the sum for his account has gone back so far, without the fee's share. */
export function returnedOf(charge: Charge): bigint {
  return charge.returnedMinor - feeInPart({ ...charge, returnedMinor: 0n }, charge.returnedMinor)
}

/** The bonus of a first deposit goes back with its deposit: of what stands of it, the share of what was left of the charge. */
export function bonusInPart(bonusMinor: bigint, leftMinor: bigint, partMinor: bigint): bigint {
  return leftMinor === 0n ? bonusMinor : (bonusMinor * partMinor) / leftMinor
}

/**
 * A part of the charge goes back, and some of it stays: the payment stays what it is. Null before it was paid: the word of
 * the payment itself is on its way, and the provider says this again.
 */
export function partStep(state: DepositState): DepositStep | null {
  if (state === 'done') return { next: 'done', money: 'takeBack' }
  return state === 'held' ? { next: 'held', money: 'giveBack' } : null
}

/**
 * `paid` wins from every state that has not been paid: money that arrived late is still the player's; of a player who
 * has excluded himself it is kept apart. A decline does not undo a payment; a refund and a chargeback do, once.
 */
export function depositStep(state: DepositState, outcome: ProviderOutcome, mayPlay = true): DepositStep {
  const stays: DepositStep = { next: state, money: 'nothing' }
  if (state === 'returned' || state === 'charged_back') return stays
  switch (outcome) {
    case 'paid':
      if (state === 'done' || state === 'held') return stays
      return mayPlay ? { next: 'done', money: 'credit' } : { next: 'held', money: 'keepApart' }
    case 'refunded':
    case 'charged_back': {
      const next = outcome === 'refunded' ? 'returned' : 'charged_back'
      if (state === 'done') return { next, money: 'takeBack' }
      if (state === 'held') return { next, money: 'giveBack' }
      // The word of the payment itself is still on its way: it must find that its money has gone back.
      return { next, money: 'nothing' }
    }
    case 'declined':
      if (state === 'done' || state === 'held') return stays
      return { next: isGivenUp(state) ? state : 'declined', money: 'nothing' }
    case 'pending':
      return { next: state === 'created' ? 'pending' : state, money: 'nothing' }
  }
}

/** Nobody waits for it any more; money that comes all the same is still the player's. */
const isGivenUp = (state: DepositState): boolean => state === 'expired' || state === 'called_off'

/** Its payer has given it up; null once it has an end. Money that is on its way meets the state as it would meet `expired`. */
export function callOffStep(state: DepositState): DepositStep | null {
  return isUnpaid(state) ? { next: 'called_off', money: 'nothing' } : null
}

/** Its payer may still pay it, as long as the provider's page lives. */
export const isUnpaid = (state: DepositState): boolean => state === 'created' || state === 'pending'

/** What a player is told of a payment that is not, or no more, his money. */
export type DepositFailure = 'charged_back' | 'taken_back' | 'given_back' | 'declined'

/**
 * Null: nothing to tell. A payment that was declined before it was under way is told on the page of the cashier, where
 * the player still stands; money that nobody has come for is no player's yet.
 */
export function depositFailure(before: DepositState, { next, money }: DepositStep): DepositFailure | null {
  if (next === before || money === 'setApart') return null
  if (next === 'charged_back') return money === 'takeBack' ? 'charged_back' : 'given_back'
  if (next === 'returned') return money === 'takeBack' ? 'taken_back' : 'given_back'
  return next === 'declined' && before === 'pending' ? 'declined' : null
}

/** A part that went back of money that was not his yet is told when the rest goes. */
export function partFailure(outcome: 'refunded' | 'charged_back', { money }: DepositStep): DepositFailure | null {
  if (money !== 'takeBack') return null
  return outcome === 'charged_back' ? 'charged_back' : 'taken_back'
}

/** A first payment whose payer has never come back: its money is kept apart, and goes back like all that is. */
export function untakenStep(state: DepositState): DepositStep {
  return state === 'done' ? { next: 'held', money: 'setApart' } : { next: state, money: 'nothing' }
}

/** A deposit that nobody finished; a later `paid` still counts. */
export const DEPOSIT_LIFE_MS = 24 * 60 * 60 * 1000
/** How long a provider may be silent about money to be given back before it is asked again. */
export const RETURN_AGAIN_MS = 60 * 60 * 1000

/** Whether its page may still be paid. */
export function canBePaid({ state, created_at: from }: { state: string; created_at: Date }, now: number): boolean {
  return isUnpaid(state as DepositState) && from.getTime() > now - DEPOSIT_LIFE_MS
}
