/**
 * Early payout (features XT-21): a winner of the match counts as won as soon as its side has led by so many goals,
 * whatever comes after. A promotion of the brand, dated; what was in force is a term of the bet and stays with it.
 */
import type { Millis } from '#lib/time.ts'
import { inForceAt, type Dated } from './in-force.ts'
import { isVoid, legResult, type LegResult } from './leg.ts'
import type { EarlyPayout } from './terms.ts'

/** An entry of the brand's configuration. */
export interface EarlyRule extends Dated {
  lead: number
  sports: readonly number[]
  kinds: readonly ('single' | 'express')[]
}

/** What of a leg decides whether the promotion goes with it. */
export interface EarlyLeg {
  sportId: number
  /** Wire T and P. */
  t: number
  p: number
  /** 3 = before the match. */
  kind: number
  /** The match itself, not a half of it or its corners. */
  isMatch: boolean
}

const LINE = 3
/** W1 and W2 of the match. */
const WINNERS: readonly number[] = [1, 3]
const KIND_BY_VID: Readonly<Record<number, EarlyRule['kinds'][number]>> = { 0: 'single', 1: 'express' }

export function takesEarly(rule: EarlyRule, leg: EarlyLeg): boolean {
  return leg.kind === LINE && leg.isMatch && leg.p === 0 && WINNERS.includes(leg.t) && rule.sports.includes(leg.sportId)
}

/** What a bet agrees on, null when the promotion does not go with it. */
export function earlyTerms(rules: readonly EarlyRule[], bet: { vid: number; legs: readonly EarlyLeg[] }, at: Millis): EarlyPayout | null {
  const kind = KIND_BY_VID[bet.vid]
  const rule = rules.length === 0 ? null : inForceAt(rules, at)
  if (!rule || !kind || !rule.kinds.includes(kind)) return null
  const legs = bet.legs.flatMap((leg, i) => (takesEarly(rule, leg) ? [i] : []))
  return legs.length > 0 ? { lead: rule.lead, legs } : null
}

/** The result that counts. `lead`: the most by which the side has led since the bet, 0 = never. A void leg stays void. */
export function resultWithLead(terms: EarlyPayout | undefined, leg: number, official: LegResult | null, lead: number): LegResult | null {
  const isReached = terms !== undefined && terms.legs.includes(leg) && lead >= terms.lead
  return isReached && !(official && isVoid(official)) ? legResult('WIN') : official
}
