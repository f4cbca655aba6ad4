/**
 * All the money of a bet: what its results pay, the additions, what an insurance gives back, the taxes. Everything
 * stays exact until it is booked, and each booked amount is rounded once, half up (rules 1.3, 2.10, 5, 8).
 */
import { must } from '#lib/assert.ts'
import type { Minor } from '#lib/money.ts'
import type { Milli } from '#lib/price.ts'
import { KIND_OF_VID, type PayoutStatus, type SettledBet } from './bet.ts'
import { bonusPercent, countedLegs } from './express-bonus.ts'
import { comesBack } from './express-insurance.ts'
import { type Fraction, fraction, least, minus, plus, roundHalfUp, times, ZERO } from './fraction.ts'
import { isVoid, legResult } from './leg.ts'
import { payoutStatus, runningCap, settleBet } from './payout.ts'
import { effectiveStake, payoutTaxMinor, stakeTaxMinor } from './tax.ts'
import type { BetTerms } from './terms.ts'

/** Booked amounts in minor units; net = gross + bonus + insurance − tax. */
export interface BetMoney {
  status: PayoutStatus
  /** What leaves the open stake for the player: cut to the maximum payout, without a promo stake, with a returned stake tax. */
  grossMinor: Minor
  bonusMinor: Minor
  taxMinor: Minor
  insuranceMinor: Minor
  /** The part of `grossMinor` that is stake tax given back (the whole bet was void). */
  stakeTaxBackMinor: Minor
  /** What an insured express gives as a promo code: not money of the account, so not in net (XT-21). */
  freeBetMinor: Minor
  netMinor: Minor
}

export interface WantedBet {
  /** Wire coupon type; kinds that are not coupons throw. */
  vid: number
  stakeMinor: Minor
  legs: readonly { price: Milli }[]
  terms?: BetTerms | null
  maxPayoutMinor?: Minor | null
  exponent: number
}

/** A bet as it is agreed, nothing decided yet. */
export function betOf({ vid, stakeMinor, legs, terms, maxPayoutMinor, exponent }: WantedBet): SettledBet {
  return {
    kind: must(KIND_OF_VID[vid], `coupon type ${vid}`),
    stakeMinor,
    legs: legs.map(({ price }) => ({ price, result: null })),
    maxPayoutMinor: maxPayoutMinor ?? null,
    exponent,
    ...agreed(terms ?? {}),
  }
}

/** The terms of a receipt in the form of the rules. */
export function agreed(terms: BetTerms): Partial<SettledBet> {
  return {
    ...(terms.size === undefined ? {} : { size: terms.size }),
    ...(terms.blocks && terms.blocks.length > 0 ? { blocks: terms.blocks.map((block) => [...block]) } : {}),
    ...(terms.withLobby ? { withLobby: true } : {}),
    ...(terms.blockStakes ? { blockStakesMinor: terms.blockStakes.map((text) => (text === null ? null : BigInt(text))) } : {}),
    ...(terms.antiExpressPrice === undefined
      ? {}
      : { antiExpress: { legMarginPercent: 5, marginPercent: 5, storedPrice: terms.antiExpressPrice } }),
    ...(terms.basePrice === undefined ? {} : { basePrice: terms.basePrice }),
    ...(terms.worth === undefined ? {} : { worthMinor: BigInt(terms.worth) }),
    ...(terms.jointPrice === undefined ? {} : { jointPrice: terms.jointPrice }),
    ...(terms.rule4 ? { rule4: terms.rule4 } : {}),
    ...(terms.houseHeat ? { houseHeat: terms.houseHeat } : {}),
    ...(terms.earlyPayout ? { earlyPayout: terms.earlyPayout } : {}),
    ...(terms.expressInsurance ? { expressInsurance: terms.expressInsurance } : {}),
    ...(terms.bonus ? { bonus: terms.bonus } : {}),
    ...(terms.tax ? { tax: terms.tax } : {}),
    ...(terms.promo ? { promoMinor: BigInt(terms.promo.minor) } : {}),
  }
}

/** The money that the results give, null while it is not decided. A function of the bet and of nothing else (SET-01). */
export function betMoney(bet: SettledBet): BetMoney | null {
  const money = moneyOf(bet)
  if (money === null || !bet.uncoveredMinor) return money
  const own = bet.stakeMinor - (bet.soldStakeMinor ?? 0n) - bet.uncoveredMinor
  const grossMinor = money.netMinor > 0n && own > 0n ? own : 0n
  return { ...NOTHING, status: 'RETURN', grossMinor, netMinor: grossMinor }
}

function moneyOf(bet: SettledBet): BetMoney | null {
  const settled = settleBet(bet)
  if (!settled) return null
  const runningMinor = bet.stakeMinor - (bet.soldStakeMinor ?? 0n)
  if (settled.allVoid) return returned(bet, runningMinor)
  const cap = runningCap(bet)
  const effective = effectiveStake(runningMinor, bet.tax)
  const exact = least(times(effective, settled.coefficient), cap)
  const won = roundHalfUp(exact)
  if (won === 0n) return lost(bet, runningMinor)
  const bonus = bonusOf(bet, exact, effective, cap)
  const promo = bet.promoMinor ?? 0n
  const grossMinor = won > promo ? won - promo : 0n
  const total = minus(plus(exact, bonus.exact), fraction(promo))
  const taxMinor = lesser(taxDue(bet, total), grossMinor + bonus.minor)
  return {
    // What the results say of the stake, before taxes: a won bet stays won when a tax eats the winnings.
    status: payoutStatus(runningMinor, roundHalfUp(least(times(fraction(runningMinor), settled.coefficient), cap)), false),
    grossMinor,
    bonusMinor: bonus.minor,
    taxMinor,
    insuranceMinor: 0n,
    stakeTaxBackMinor: 0n,
    freeBetMinor: 0n,
    netMinor: grossMinor + bonus.minor - taxMinor,
  }
}

/** What the payout tax of a bet is reckoned from, beside the sum that is paid now. */
export type TaxedBet = Pick<SettledBet, 'stakeMinor' | 'promoMinor' | 'tax' | 'exponent' | 'soldGrossMinor' | 'soldTaxMinor'>

/** The payout tax on all that the bet brings, what it was sold for included, less what the sales have paid of it. */
export function taxDue(bet: TaxedBet, total: Fraction): Minor {
  const promo = bet.promoMinor ?? 0n
  const own = effectiveStake(bet.stakeMinor > promo ? bet.stakeMinor - promo : 0n, bet.tax)
  const due = payoutTaxMinor(plus(total, fraction(bet.soldGrossMinor ?? 0n)), own, bet.tax, bet.exponent ?? 2) - (bet.soldTaxMinor ?? 0n)
  return due > 0n ? due : 0n
}

const NOTHING = { grossMinor: 0n, bonusMinor: 0n, taxMinor: 0n, insuranceMinor: 0n, stakeTaxBackMinor: 0n, freeBetMinor: 0n, netMinor: 0n }

/** An insured express with one lost leg waits for the others: a second one takes what it would give back. */
function lost(bet: SettledBet, runningMinor: Minor): BetMoney | null {
  const back = comesBack(bet.expressInsurance, bet.legs)
  if (back === null) return null
  const coveredMinor = lesser(bet.insuredMinor ?? 0n, runningMinor)
  const insuranceMinor = coveredMinor + (bet.premiumBackMinor ?? 0n)
  // What the player has insured himself does not come back twice.
  const freeBetMinor = lesser(back, runningMinor - coveredMinor)
  return { ...NOTHING, status: 'LOSE', insuranceMinor, freeBetMinor, netMinor: insuranceMinor }
}

/**
 * All legs void: the stake without the promo part; its tax only when the rule returns it. A changed bet gives what it stood
 * for instead, and what is above the stake of that is winnings like any other (ADR 0016). A stake that comes back is no
 * payout, but it lowers the stake that a gain is reckoned from: sales were held against the whole of it, and what they have
 * gained over their own part is taxed now.
 */
function returned(bet: SettledBet, runningMinor: Minor): BetMoney {
  const backMinor = comingBack(bet)
  const stakeTax = stakeTaxMinor(runningMinor, bet.tax)
  const promo = bet.promoMinor ?? 0n
  const kept = bet.tax?.returnsStakeTax ? 0n : stakeTax
  const grossMinor = backMinor - kept > promo ? backMinor - kept - promo : 0n
  const status = payoutStatus(runningMinor, backMinor, true)
  const stakeTaxBackMinor = stakeTax - kept
  const isTaxed = status === 'WIN' || (bet.tax?.payout?.base === 'net' && (bet.soldStakeMinor ?? 0n) > 0n)
  const taxMinor = isTaxed ? lesser(taxDue(bet, fraction(grossMinor - stakeTaxBackMinor)), grossMinor) : 0n
  return { ...NOTHING, status, grossMinor, taxMinor, stakeTaxBackMinor, netMinor: grossMinor - taxMinor }
}

/** What a bet gives where all its legs are void, before tax and promo: what was not sold of the stake, or of its worth. */
export function comingBack(bet: Pick<SettledBet, 'stakeMinor' | 'soldStakeMinor' | 'worthMinor' | 'maxPayoutMinor'>): Minor {
  const runningMinor = bet.stakeMinor - (bet.soldStakeMinor ?? 0n)
  if (bet.worthMinor === undefined) return runningMinor
  return roundHalfUp(least({ num: bet.worthMinor * runningMinor, den: bet.stakeMinor }, runningCap(bet)))
}

/** The addition: exact, and booked so that payout and bonus together never pass the cap. */
function bonusOf(bet: SettledBet, exact: Fraction, effective: Fraction, cap: Fraction): { exact: Fraction; minor: Minor } {
  if (!bet.bonus) return { exact: ZERO, minor: 0n }
  if (bet.bonus.kind === 'day') {
    if (bet.legs.some((leg) => leg.result && isVoid(leg.result))) return { exact: ZERO, minor: 0n }
    // The coefficient itself rises, so the raised payout is what is rounded.
    const raised = least(times(exact, fraction(100 + bet.bonus.percent, 100)), cap)
    return { exact: minus(raised, exact), minor: roundHalfUp(raised) - roundHalfUp(exact) }
  }
  const net = minus(exact, effective)
  if (net.num <= 0n) return { exact: ZERO, minor: 0n }
  const percent = bonusPercent(bet.bonus.table, countedLegs(bet.legs, bet.bonus.minPrice))
  const added = least(times(net, fraction(percent, 100)), minus(cap, exact))
  return { exact: added, minor: lesser(roundHalfUp(added), roundHalfUp(cap) - roundHalfUp(exact)) }
}

function lesser(a: Minor, b: Minor): Minor {
  return a < b ? a : b
}

/** The money if every leg that is still open wins; of an anti-express, which lives from a lost leg, if they lose. */
export function possibleMoney(bet: SettledBet): BetMoney {
  const result = legResult(bet.kind === 'anti_express' ? 'LOSE' : 'WIN')
  const legs = bet.legs.map((leg) => ({ ...leg, result: leg.result ?? result }))
  return must(betMoney({ ...bet, legs }), 'all legs are decided')
}
