/** "Why this result": the facts, the rules and the arithmetic behind a bet of the player. */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import type { WhyInputs, WhyResultOfLeg } from './rules/why.ts'

export const why = endpoint({
  method: 'GET',
  path: '/web-api/bets/why',
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ bet_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  summary: 'Why a bet of the player ended as it did: facts and rule of every leg, and the inputs of the arithmetic to work it out again.',
})

/** What somebody said about the outcome of a leg; times are unix milliseconds. */
export interface WhyFact {
  said: 'settle' | 'rollback' | 'cancel' | 'cancel_rollback'
  at: number
  source: string
  certainty: 'live' | 'confirmed' | null
  result: WhyResultOfLeg | null
  reason: string | null
}

export interface WhyLeg {
  /** Rule in plain words: a key of this module's texts and what stands in it. */
  rule: string
  params: Readonly<Record<string, string>>
  price: number
  /** With an early payout: the lead that is enough, and the first that was, with its score; null until then. */
  early: { lead: number; reached: { at: number; score: readonly [number, number] } | null } | null
  /** Officers who made results of the game by hand, and what they did. */
  by_hand: readonly { officer: string; act: 'settle' | 'cancel' | 'finish' | 'score' | 'fact'; at: number }[]
  /** Score of the game at its end, where one is known. */
  score: readonly [number, number] | null
  known_at: number | null
  /** Why the leg is void although its result is not: late, cancelled, by_hand. */
  void: 'late' | 'cancelled' | 'by_hand' | null
  /** True when a result was in force before and another is now. */
  corrected: boolean
  facts: readonly WhyFact[]
}

export interface WhyReply {
  bet_id: number
  status: number
  currency: string
  accepted_at: number
  settled_at: number | null
  /** Reason of an officer's decision, null when the bet was not voided. */
  voided: string | null
  /** The pay-out waits: an advance is not decided, two calculations differ, or a great win is looked at by two officers. */
  waits: 'advance' | 'checked' | 'officers' | null
  /** Of a win that officers look at: what waits (minor units as text), since when, and until when they have time. */
  check: { payout: string; asked_at: number; due_at: number; now: number; signed: boolean } | null
  /** Of an insured express that one leg has lost: the code that was given for it. */
  free_bet: { code: string; until: number; used: boolean } | null
  legs: readonly WhyLeg[]
  inputs: WhyInputs | null
  /** Minor units as text; null while nothing is booked. */
  booked: Readonly<Record<'gross' | 'bonus' | 'tax' | 'insurance' | 'freeBet' | 'net', string>> | null
}
