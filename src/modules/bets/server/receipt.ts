/**
 * The receipt of a bet: what the player saw and agreed to, kept unchanged (standards WAG-04, WAG-05).
 * v is the version of this form and of the rules that it was taken under.
 */
export interface Receipt {
  v: 1
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
  /** Combined price asked and given, decimal text. */
  asked: string
  given: string
  legs: ReceiptLeg[]
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
  pv: string | null
  score: string
  sec: number
}
