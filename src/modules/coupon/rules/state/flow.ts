/** A submission on its way: one bet after another, each under one betGUID from the first try to the answer. */
import type { Milli } from '#lib/price.ts'
import type { Setup } from './coupon.ts'
import type { Refusal } from './refusal.ts'

export interface PlacedBet {
  kind: 'placed'
  betId: string
  /** Price of each leg as given. */
  prices: readonly Milli[]
  /** A fall inside the player's limit was accepted for him. */
  acceptedForPlayer: boolean
  /** The part above the limit waits as a bid of this number; '' = nothing waits. */
  bidId: string
  /** Advance in the stake, a sum of the answer in the account's currency; 0 = none. */
  advance: number
  /** The stake as the answer tells it, a sum in the account's currency; 0 = it does not. */
  stake: number
  /** Several singles in one call: the others that were placed, and those that were not. */
  moreIds: readonly string[]
  failedKeys: readonly string[]
  /** Why the first of them was not, in the player's language. */
  failedText: string
}

/** Not a bet yet: an order that becomes one by itself, or a wish that somebody answers. */
export interface OrderedBet {
  kind: 'ordered'
  order: 'autobet' | 'bid'
  id: string
  /** Wanted price, thousandths; 0 = the one of now. */
  price: Milli
}

export interface BetJob {
  /** 24 hex digits, made once; stored before the first call. */
  guid: string
  /** Key of the plan: `together` or the key of the leg. */
  betKey: string
  vid: number
  /** Which call carries it. */
  call: 'bet' | 'bid'
  /** Win and price that the screen showed when it was sent, decimal text. */
  shown: { win: string; price: string; tax: string }
  legKeys: readonly string[]
  playerId: number
  /** Stake as decimal text of the currency. */
  stake: string
  /** That of the account that pays; the player may choose another one meanwhile. What an older version stored does not say it. */
  currency?: Setup['currency'] | undefined
  /** What was sent and is sent again, unchanged. */
  body: Readonly<Record<string, unknown>>
  /** Prices agreed to, before any automatic repeat. */
  agreed: readonly Milli[]
  /** The one automatic repeat of the policies with a limit. */
  repeated: boolean
  /** An answer was lost, or the bet waits: from now on only an answer under this betGUID can end it. */
  uncertain: boolean
  outcome: PlacedBet | OrderedBet | { kind: 'refused'; refusal: Refusal } | null
}

export type Flow =
  | { at: 'edit' }
  | { at: 'sending'; jobs: readonly BetJob[] }
  | { at: 'waiting'; jobs: readonly BetJob[]; untilMs: number }
  /** `elsewhere`: another tab of the browser sent it, and this one waits with it. */
  | { at: 'unknown'; jobs: readonly BetJob[]; elsewhere?: true }
  | { at: 'placed'; jobs: readonly BetJob[] }
  | { at: 'refused'; jobs: readonly BetJob[]; refusal: Refusal }

export type BetAnswer =
  | {
      kind: 'placed'
      betId: string
      prices: readonly Milli[]
      bidId?: string
      advance?: number
      stake?: number
      moreIds?: readonly string[]
      failed?: readonly { index: number; text: string }[]
    }
  | { kind: 'ordered'; order: OrderedBet['order']; id: string }
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

export function orderedJobs(jobs: readonly BetJob[]): readonly (BetJob & { outcome: OrderedBet })[] {
  return jobs.filter((job): job is BetJob & { outcome: OrderedBet } => job.outcome?.kind === 'ordered')
}
