/**
 * The movements between what is booked of a bet and what its results say now (rules 3.7): every part of its money has
 * its own kind, and a part that changes is reversed and booked anew. Nothing is ever edited.
 */
import type { Minor } from '#lib/money.ts'
import { ENTRY_KINDS, SYSTEM_ROLES, type EntryKind, type SystemRole } from '#modules/ledger/rules/entry.ts'

/** What a settlement in force has moved, minor units; all zero while the bet is open. */
export interface Booked {
  settled: boolean
  grossMinor: Minor
  bonusMinor: Minor
  taxMinor: Minor
  insuranceMinor: Minor
  /** In gross: stake tax that came back from the tax account. */
  stakeTaxBackMinor: Minor
  /** Open stake that went back to the advances. */
  advanceBackMinor: Minor
  /** A promo code of so much was given: no money of the account, so nothing moves here. */
  freeBetMinor: Minor
}

export const UNSETTLED: Booked = {
  settled: false,
  grossMinor: 0n,
  bonusMinor: 0n,
  taxMinor: 0n,
  insuranceMinor: 0n,
  stakeTaxBackMinor: 0n,
  advanceBackMinor: 0n,
  freeBetMinor: 0n,
}

/** Role 0 stands for the account of the player. */
export const PLAYER = 0

export interface Movement {
  kind: number
  /** Above zero. */
  amountMinor: Minor
  fromRole: number
  toRole: number
}

type Side = 'player' | SystemRole

interface Part {
  of: (booked: Booked) => Minor
  from: Side
  to: Side
  kind: EntryKind
  reversal: EntryKind
  /** One movement of the difference instead of a reversal and a new one: neither side is shown to the player. */
  net?: true
}

const PARTS: readonly Part[] = [
  { of: (b) => b.stakeTaxBackMinor, from: 'tax', to: 'openStakes', kind: 'taxReversal', reversal: 'stakeTax', net: true },
  { of: (b) => b.grossMinor, from: 'openStakes', to: 'player', kind: 'payout', reversal: 'payoutReversal' },
  { of: (b) => b.bonusMinor, from: 'bonus', to: 'player', kind: 'betBonus', reversal: 'bonusReversal' },
  { of: (b) => b.taxMinor, from: 'player', to: 'tax', kind: 'payoutTax', reversal: 'taxReversal' },
  { of: (b) => b.insuranceMinor, from: 'house', to: 'player', kind: 'insuranceBack', reversal: 'insuranceReversal' },
  { of: (b) => b.advanceBackMinor, from: 'openStakes', to: 'advances', kind: 'advanceStake', reversal: 'advanceStake', net: true },
]

/** Whether there is no movement between the two. */
export function movesNothing(old: Booked, now: Booked): boolean {
  return PARTS.every((part) => part.of(old) === part.of(now))
}

/** Movements that lead from one state to the other; none when they are the same. */
export function movements(old: Booked, now: Booked): Movement[] {
  return PARTS.flatMap((part) => {
    const [was, is] = [part.of(old), part.of(now)]
    if (was === is) return []
    const forth = (amountMinor: Minor) => movement(part.kind, amountMinor, part.from, part.to)
    const back = (amountMinor: Minor) => movement(part.reversal, amountMinor, part.to, part.from)
    if (part.net) return is > was ? [forth(is - was)] : [back(was - is)]
    return [...(was > 0n ? [back(was)] : []), ...(is > 0n ? [forth(is)] : [])]
  })
}

function movement(kind: EntryKind, amountMinor: Minor, from: Side, to: Side): Movement {
  return { kind: ENTRY_KINDS[kind], amountMinor, fromRole: roleOf(from), toRole: roleOf(to) }
}

function roleOf(side: Side): number {
  return side === 'player' ? PLAYER : SYSTEM_ROLES[side]
}

/** What the house keeps of the open stake of a settled bet; below zero when the payout is above it. */
export function keptMinor(booked: Booked, openStakeMinor: Minor): Minor {
  if (!booked.settled) return 0n
  return openStakeMinor + booked.stakeTaxBackMinor - booked.advanceBackMinor - booked.grossMinor
}

/** What the settlement has given the player: `bet.payout_minor`. */
export function paidMinor(booked: Booked): Minor {
  return booked.grossMinor + booked.bonusMinor + booked.insuranceMinor - booked.taxMinor
}
