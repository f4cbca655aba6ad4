/** Puts a bet into the form of the second calculation; plain renaming, no arithmetic that could hide an error. */
import { KIND_OF_VID, type BetKind, type BetLeg, type SettledBet } from './bet.ts'
import { isVoid, legResult, type LegResult } from './leg.ts'
import type { BetMoney } from './money.ts'
import type { EarlyPayout } from './terms.ts'
import { type ReferenceBet, type ReferenceLeg, referenceMoney } from './reference.ts'

/** What the results alone say; a leg that only a lead has decided is handed over as lost, the lead must win it again. */
function statedResult(leg: BetLeg, terms: EarlyPayout | undefined): LegResult {
  if (leg.shared) return leg.shared
  if (!leg.early) return leg.result!
  return leg.early.official ?? (terms && leg.early.lead >= terms.lead ? legResult('LOSE') : leg.result!)
}

const VID_OF_KIND = Object.fromEntries(Object.entries(KIND_OF_VID).map(([vid, kind]) => [kind, Number(vid)])) as Record<BetKind, number>

function legAsReference(leg: BetLeg, at: number, { earlyPayout: early, houseHeat }: SettledBet): ReferenceLeg {
  const r = statedResult(leg, early)
  const half = BigInt(r.voidHalves)
  const wins: [bigint, bigint] = r.won === 0 || isVoid(r) ? [0n, 1n] : [(2n - half) * r.deadHeat.num, 2n * r.deadHeat.den]
  const back: [bigint, bigint] = half === 2n ? [1n, 1n] : half === 1n ? [1n, 2n] : [0n, 1n]
  const second: ReferenceLeg = { price: leg.price, result: { wins, back }, group: leg.relatedGroup ?? null }
  if (leg.deducted) second.cut = leg.deducted
  const isShared = r.won === 1 && !isVoid(r) && r.deadHeat.num !== r.deadHeat.den
  if (isShared && houseHeat?.includes(at)) second.tied = r.deadHeat.den
  if (leg.early && early?.legs.includes(at)) {
    second.led = leg.early.lead
    second.enough = early.lead
  }
  return second
}

/** All legs must be decided. Terms are put in one by one: spreading them costs more than the calculation. */
export function asReference(bet: SettledBet): ReferenceBet {
  const second: ReferenceBet = {
    vid: VID_OF_KIND[bet.kind],
    stake: bet.stakeMinor,
    legs: bet.legs.map((leg, i) => legAsReference(leg, i, bet)),
    maxPayout: bet.maxPayoutMinor ?? null,
  }
  if (bet.size !== undefined) second.k = bet.size
  if (bet.blocks) second.blocks = bet.blocks
  if (bet.withLobby) second.lobby = true
  if (bet.blockStakesMinor) second.blockStakes = bet.blockStakesMinor
  if (bet.antiExpress?.storedPrice !== undefined) second.antiPrice = bet.antiExpress.storedPrice
  if (bet.basePrice !== undefined) second.basePrice = bet.basePrice
  if (bet.worthMinor !== undefined) second.worth = bet.worthMinor
  if (bet.jointPrice !== undefined) second.jointPrice = bet.jointPrice
  if (bet.bonus?.kind === 'day') second.dayPercent = bet.bonus.percent
  if (bet.bonus?.kind === 'boost') second.boost = bet.bonus
  if (bet.tax) second.tax = bet.tax
  if (bet.exponent !== undefined) second.exponent = bet.exponent
  if (bet.promoMinor !== undefined) second.promo = bet.promoMinor
  if (bet.soldStakeMinor !== undefined) second.sold = bet.soldStakeMinor
  if (bet.soldGrossMinor !== undefined) second.soldFor = bet.soldGrossMinor
  if (bet.soldTaxMinor !== undefined) second.soldTaxed = bet.soldTaxMinor
  if (bet.insuredMinor !== undefined) second.insured = bet.insuredMinor
  if (bet.premiumBackMinor !== undefined) second.latePremiums = bet.premiumBackMinor
  if (bet.expressInsurance) second.oneLost = { legs: bet.expressInsurance.legs, units: BigInt(bet.expressInsurance.minor) }
  if (bet.uncoveredMinor) second.uncovered = bet.uncoveredMinor
  return second
}

/** True when the second calculation gives this money to the last unit. All legs must be decided. */
export function referenceAgrees(bet: SettledBet, money: BetMoney): boolean {
  const second = referenceMoney(asReference(bet))
  return (
    second.status === money.status &&
    second.gross === money.grossMinor &&
    second.bonus === money.bonusMinor &&
    second.tax === money.taxMinor &&
    second.insurance === money.insuranceMinor &&
    second.stakeTaxBack === money.stakeTaxBackMinor &&
    second.freeBet === money.freeBetMinor &&
    second.net === money.netMinor
  )
}
