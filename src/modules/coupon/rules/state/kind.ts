/** Kinds of coupons as the player chooses them: singles are several bets, every other kind is one (rules 2.1). */
import { sizeOf, VID, type Size, type Vid } from '../kinds.ts'
import type { Setup } from './coupon.ts'

export const KINDS = [
  'singles',
  'express',
  'system',
  'multi',
  'chain',
  'condition',
  'antiExpress',
  'lucky',
  'patent',
  'multiSingle',
] as const
export type Kind = (typeof KINDS)[number]

const VIDS: Readonly<Record<Kind, Vid>> = {
  singles: VID.single,
  express: VID.express,
  system: VID.system,
  multi: VID.multi,
  chain: VID.chain,
  condition: VID.condition,
  antiExpress: VID.antiExpress,
  lucky: VID.lucky,
  patent: VID.patent,
  multiSingle: VID.multiSingle,
}

export function isKind(value: unknown): value is Kind {
  return KINDS.includes(value as Kind)
}

export function vidOfKind(kind: Kind): Vid {
  return VIDS[kind]
}

/** The kind that a saved or repeated coupon of this Vid means. */
export function kindOfVid(vid: number): Kind | null {
  return KINDS.find((kind) => VIDS[kind] === vid) ?? null
}

/** The kinds of a brand's list of types, in the list's order. */
export function kindsOfTypes(types: readonly string[]): readonly Kind[] {
  const names = types.map((name) => (name === 'single' ? 'singles' : name))
  return names.filter(isKind)
}

/** How many selections the kind takes with this brand; singles have no least number. */
export function legsRange(kind: Kind, setup: Pick<Setup, 'maxLegs' | 'maxSystemLegs'>): Size {
  if (kind === 'singles') return { min: 1, max: setup.maxLegs }
  const { min, max } = sizeOf(VIDS[kind])
  return { min, max: Math.min(max, kind === 'system' || kind === 'multi' ? setup.maxSystemLegs : setup.maxLegs) }
}

/** Kinds whose selections stand in blocks that the player arranges. */
export function hasBlocks(kind: Kind): boolean {
  return kind === 'multi' || kind === 'condition'
}

/** Kinds whose order of selections decides what is paid. */
export function isOrdered(kind: Kind): boolean {
  return kind === 'chain' || kind === 'condition'
}
