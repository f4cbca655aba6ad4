/**
 * The receipt of a bet: what the player saw and agreed to, kept unchanged (standards WAG-04, WAG-05).
 * v is the version of this form and of the rules that it was taken under.
 */
import { hash } from 'node:crypto'
import type { BetTerms } from '#modules/payout/rules/terms.ts'

export interface Receipt {
  /** 2 since bets have terms; what older ones lack does not apply to them. */
  v: 1 | 2
  brand: string
  /** Session or token of the player, "" for a bearer without a session. */
  session: string
  ip: string
  /** Country of the visit (our id): the location verdict is that the brand serves it. */
  country: number
  partner: number
  /** Server's product time, ms. */
  receivedAt: number
  /** Delay the bet has waited, ms. */
  waitedMs: number
  source: number
  oneClick: number
  checkCf: number
  approved: boolean
  couponCode: string | null
  /** Digest of the betGUID and of the request that it stood for (`keyDigest`): the journal holds what the key said. */
  key?: string
  /** Combined price asked and given, decimal text. */
  asked: string
  given: string
  legs: ReceiptLeg[]
  /** The group of friends that it was placed with (XT-28). */
  group?: number
  /** What was agreed beyond kind, legs and stake; left out when there is nothing. */
  terms?: BetTerms
  /** What the screen showed when the player agreed. */
  shown?: ShownFigures
}

/** Decimal text in major units; what is null was not shown. */
export interface ShownFigures {
  win: string | null
  price: string | null
  tax: string | null
}

/** Short keys: there are many legs. Prices in thousandths. */
export interface ReceiptLeg {
  /** I at acceptance. */
  i: number
  ci: number
  main: number
  t: number
  /** P on the wire. */
  p: number
  pl: number
  /** 1 live, 3 line. */
  k: number
  g: number
  gs: number
  asked: number
  given: number
  /** Version of the game whose price was given. */
  ver: number
  /** Older receipts have what the client called the player, in his own words: it is shown to nobody. */
  pv: string | null
  score: string
  sec: number
  /** The price without the boost that was given (XT-09). */
  boost?: number
  /** Participants of a duel, team by team. */
  duel?: readonly (readonly number[])[]
}

/** verify-bets.ts says the same in SQL. */
export function keyDigest({ guid, bodyHash }: { guid: string; bodyHash: string }): string {
  return hash('sha256', `${guid}|${bodyHash}`, 'hex').slice(0, 32)
}
