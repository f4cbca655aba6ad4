/** The inputs of `betMoney` as text that travels: the browser works a result out again from exactly what the server had. */
import type { BetKind, SettledBet } from './bet.ts'
import { fraction } from './fraction.ts'
import type { LegResult } from './leg.ts'
import type { BonusTerms, ExpressInsurance, TaxTerms } from './terms.ts'

type Sum = string

/** Sums are minor units as text. Absent = does not apply. */
export interface WhyInputs {
  kind: BetKind
  stake: Sum
  legs: readonly { price: number; result: WhyResultOfLeg | null; deducted?: number }[]
  exponent: number
  maxPayout: Sum | null
  size?: number
  blocks?: readonly (readonly number[])[]
  withLobby?: boolean
  blockStakes?: readonly (Sum | null)[]
  antiExpressPrice?: number
  basePrice?: number
  worth?: Sum
  jointPrice?: number
  bonus?: BonusTerms
  tax?: TaxTerms
  promo?: Sum
  sold?: Sum
  soldGross?: Sum
  soldTax?: Sum
  insured?: Sum
  premiumBack?: Sum
  uncovered?: Sum
  expressInsurance?: ExpressInsurance
}

/** heat: places / tied as two texts. */
export interface WhyResultOfLeg {
  won: 0 | 1
  voidHalves: 0 | 1 | 2
  heat: readonly [string, string]
}

export function writtenResult(result: LegResult): WhyResultOfLeg {
  return { won: result.won, voidHalves: result.voidHalves, heat: [String(result.deadHeat.num), String(result.deadHeat.den)] }
}

export function inputsOf(bet: SettledBet): WhyInputs {
  const sum = <K extends string>(key: K, minor: bigint | undefined) => (minor ? { [key]: String(minor) } : {})
  const same = <K extends keyof SettledBet & keyof WhyInputs>(key: K) => (bet[key] === undefined ? {} : { [key]: bet[key] })
  return {
    kind: bet.kind,
    stake: String(bet.stakeMinor),
    legs: bet.legs.map((leg) => ({
      price: leg.price,
      result: leg.result && writtenResult(leg.result),
      ...(leg.deducted ? { deducted: leg.deducted } : {}),
    })),
    exponent: bet.exponent ?? 2,
    maxPayout: bet.maxPayoutMinor == null ? null : String(bet.maxPayoutMinor),
    ...same('size'),
    ...same('blocks'),
    ...same('withLobby'),
    ...(bet.blockStakesMinor ? { blockStakes: bet.blockStakesMinor.map((minor) => (minor === null ? null : String(minor))) } : {}),
    ...(bet.antiExpress?.storedPrice === undefined ? {} : { antiExpressPrice: bet.antiExpress.storedPrice }),
    ...same('basePrice'),
    ...(bet.worthMinor === undefined ? {} : { worth: String(bet.worthMinor) }),
    ...same('jointPrice'),
    ...same('bonus'),
    ...same('tax'),
    ...same('expressInsurance'),
    ...sum('promo', bet.promoMinor),
    ...sum('sold', bet.soldStakeMinor),
    ...sum('soldGross', bet.soldGrossMinor),
    ...sum('soldTax', bet.soldTaxMinor),
    ...sum('insured', bet.insuredMinor),
    ...sum('premiumBack', bet.premiumBackMinor),
    ...sum('uncovered', bet.uncoveredMinor),
  }
}

export function legResultOf({ won, voidHalves, heat }: WhyResultOfLeg): LegResult {
  return { won, voidHalves, deadHeat: fraction(BigInt(heat[0]), BigInt(heat[1])) }
}

export function betOfInputs(inputs: WhyInputs): SettledBet {
  const { kind, stake, legs, exponent, maxPayout, blocks, blockStakes, antiExpressPrice, promo, sold, insured, uncovered, ...others } =
    inputs
  const { soldGross, soldTax, premiumBack, worth, ...rest } = others
  return {
    ...rest,
    kind,
    stakeMinor: BigInt(stake),
    legs: legs.map(({ price, result, deducted }) => ({
      price,
      result: result && legResultOf(result),
      ...(deducted ? { deducted } : {}),
    })),
    exponent,
    maxPayoutMinor: maxPayout === null ? null : BigInt(maxPayout),
    ...(blocks ? { blocks: blocks.map((block) => [...block]) } : {}),
    ...(blockStakes ? { blockStakesMinor: blockStakes.map((text) => (text === null ? null : BigInt(text))) } : {}),
    ...(antiExpressPrice === undefined ? {} : { antiExpress: { legMarginPercent: 5, marginPercent: 5, storedPrice: antiExpressPrice } }),
    ...(worth === undefined ? {} : { worthMinor: BigInt(worth) }),
    ...(promo ? { promoMinor: BigInt(promo) } : {}),
    ...(sold ? { soldStakeMinor: BigInt(sold) } : {}),
    ...(soldGross ? { soldGrossMinor: BigInt(soldGross) } : {}),
    ...(soldTax ? { soldTaxMinor: BigInt(soldTax) } : {}),
    ...(insured ? { insuredMinor: BigInt(insured) } : {}),
    ...(premiumBack ? { premiumBackMinor: BigInt(premiumBack) } : {}),
    ...(uncovered ? { uncoveredMinor: BigInt(uncovered) } : {}),
  }
}
