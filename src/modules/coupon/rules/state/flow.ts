/** A submission on its way: one bet after another, each under one betGUID from the first try to the answer. */
import type { Milli } from '#lib/price.ts'
import type { Refusal } from './refusal.ts'

export interface PlacedBet {
  kind: 'placed'
  betId: string
  /** Price of each leg as given. */
  prices: readonly Milli[]
  /** A fall inside the player's limit was accepted for him. */
  acceptedForPlayer: boolean
}

export interface BetJob {
  /** 24 hex digits, made once; stored before the first call. */
  guid: string
  /** `express` or the key of the leg. */
  betKey: string
  legKeys: readonly string[]
  playerId: number
  /** Stake as decimal text of the account's currency. */
  stake: string
  /** What was sent and is sent again, unchanged. */
  body: Readonly<Record<string, unknown>>
  /** Prices agreed to, before any automatic repeat. */
  agreed: readonly Milli[]
  /** The one automatic repeat of the policies with a limit. */
  repeated: boolean
  /** An answer was lost, or the bet waits: from now on only an answer under this betGUID can end it. */
  uncertain: boolean
  outcome: PlacedBet | { kind: 'refused'; refusal: Refusal } | null
}

export interface Submission {
  jobs: readonly BetJob[]
}

export type Flow =
  | { at: 'edit' }
  | { at: 'sending'; jobs: readonly BetJob[] }
  | { at: 'waiting'; jobs: readonly BetJob[]; untilMs: number }
  | { at: 'unknown'; jobs: readonly BetJob[] }
  | { at: 'placed'; jobs: readonly BetJob[] }
  | { at: 'refused'; jobs: readonly BetJob[]; refusal: Refusal }

export type BetAnswer =
  | { kind: 'placed'; betId: string; prices: readonly Milli[] }
  | { kind: 'wait'; waitMs: number }
  | { kind: 'refused'; code: number; text: string }
  /** Nobody knows whether it was placed. */
  | { kind: 'lost' }

export function inFlight(flow: Flow): flow is Extract<Flow, { at: 'sending' | 'waiting' | 'unknown' }> {
  return flow.at === 'sending' || flow.at === 'waiting' || flow.at === 'unknown'
}

/** The bet that is being decided now. */
export function currentJob(flow: Flow): BetJob | null {
  return inFlight(flow) ? (flow.jobs.find((job) => job.outcome === null) ?? null) : null
}

export function placedJobs(jobs: readonly BetJob[]): readonly (BetJob & { outcome: PlacedBet })[] {
  return jobs.filter((job): job is BetJob & { outcome: PlacedBet } => job.outcome?.kind === 'placed')
}
