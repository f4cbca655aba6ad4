/**
 * An order becomes a bet: in one transaction the order is locked and found to be waiting still, the bet is written and
 * the order is marked. So it is placed at most once, whoever else tries and whenever a process dies.
 */
import { priceText, type Milli } from '#lib/price.ts'
import type { BetRequest } from '#modules/bets/contract.ts'
import type { BetOutcome, Bets, BetToAccept } from '#modules/bets/server/index.ts'
import { acceptedUnderTax } from '#modules/payout/rules/tax.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import type { Problem } from '#platform/shared/problem.ts'

/** Rolls the transaction back without being an error. */
class NotPlaced extends Error {
  readonly outcome: BetOutcome
  constructor(outcome: BetOutcome) {
    super('not placed')
    this.outcome = outcome
  }
}

export interface OrderSteps {
  /** Locks the order; the bet as it is to be written, or null when it is not to be placed any more. */
  before(tx: Tx, bet: BetToAccept): Promise<BetToAccept | null>
  /** Marks the order. */
  after(tx: Tx, betId: bigint): Promise<void>
}

/** For `accept` of `bets.place`. */
export function acceptOrder(db: Db, bets: Pick<Bets, 'placeIn'>, steps: OrderSteps): (bet: BetToAccept) => Promise<BetOutcome> {
  return async (bet) => {
    try {
      return await inTx(db, async (tx) => {
        const own = await steps.before(tx, bet)
        // The lock of the order may have been waited for.
        if (!own || bet.stillGood?.() === false) throw new NotPlaced({ kind: 'changed' })
        const outcome = await bets.placeIn(tx, own)
        // Nothing of a refusal is kept: the same order may be tried again.
        if (outcome.kind !== 'accepted') throw new NotPlaced(outcome)
        await steps.after(tx, own.betId)
        return outcome
      })
    } catch (error) {
      if (error instanceof NotPlaced) return error.outcome
      throw error
    }
  }
}

/** A key for one try to place: the order, or the member of a group, keeps it from being placed twice, the key only has to be new. */
export function tryGuid(what: 'auto' | 'bid' | 'group', id: number): string {
  return `${what}-${id}-${crypto.randomUUID().slice(0, 13)}`
}

/** The body of a bet out of the body of an order: at any price, for the order has looked at it. */
export function plainBody(request: BetRequest, more: Partial<BetRequest>): BetRequest {
  return {
    ...request,
    CheckCf: 1,
    ApprovedBet: true,
    notWait: false,
    isAutoBet: false,
    autoBetCf: 0,
    dropOnScoreChange: false,
    TransformEventKind: false,
    VIPBetSumm: 0,
    Shown: undefined,
    ...more,
  }
}

/** The stake that was agreed to. A conditional bet stakes its first block: that sum is the one that counts. */
export function staking({ GroupsSumms }: Pick<BetRequest, 'GroupsSumms'>, sum: number): Pick<BetRequest, 'Summ' | 'GroupsSumms'> {
  const isFirstNamed = (GroupsSumms?.[0] ?? -1) > 0
  return { Summ: sum, GroupsSumms: isFirstNamed && GroupsSumms ? [sum, ...GroupsSumms.slice(1)] : GroupsSumms }
}

/** A tax may ask for a coefficient that is not below its least one: no offer goes around it. */
export function takesPrice({ receipt }: BetToAccept, price: Milli): boolean {
  const { terms } = JSON.parse(receipt) as { terms?: BetTerms }
  return acceptedUnderTax(price, terms?.tax)
}

/**
 * The bet at a coefficient that was agreed to: the price of a single, the re-based coefficient of an express, the joint
 * price of outcomes of one game. Above the line (`lineMilli`) it is measured by the fair one, so that nothing comes on top of
 * it: no boost, no promotion. Below the line it keeps what the brand gives with the line.
 */
export function atPrice(bet: BetToAccept, price: Milli, lineMilli: Milli): BetToAccept {
  const receipt = JSON.parse(bet.receipt) as { given: string; legs: { given: number }[]; terms?: BetTerms }
  receipt.given = priceText(price)
  const { bonus: _bonus, earlyPayout: _early, expressInsurance: _insured, ...plain } = receipt.terms ?? {}
  const terms = price > lineMilli ? plain : (receipt.terms ?? {})
  if (receipt.terms) receipt.terms = terms
  if (bet.legs.length === 1) {
    receipt.legs[0]!.given = price
    return { ...bet, price: receipt.given, receipt: JSON.stringify(receipt), legs: [{ ...bet.legs[0]!, price }] }
  }
  receipt.terms = { ...terms, ...(terms.jointPrice === undefined ? { basePrice: price } : { jointPrice: price }) }
  const money = bet.money ?? { stakeTaxMinor: 0n, promo: null, advance: null }
  return { ...bet, price: receipt.given, receipt: JSON.stringify(receipt), money }
}

/** Refusals that end by themselves: prices and outcomes on hold, too many bets at once, a busy or absent database. */
const PASSING: ReadonlySet<number> = new Set([104, 129, 130, 131, 133, 135, 148, 158_150, 158_188])

export function isPassing(refused: Problem): boolean {
  return refused.status === 503 || PASSING.has(refused.wire ?? 0)
}
