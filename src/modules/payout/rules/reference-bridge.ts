/** Puts a bet into the form of the second calculation; plain renaming, no arithmetic that could hide an error. */
import { KIND_OF_VID, type BetLeg, type SettledBet } from './bet.ts'
import { isVoid, legResult, type LegResult } from './leg.ts'
import type { BetMoney } from './money.ts'
import type { EarlyPayout } from './terms.ts'
import { type ReferenceBet, referenceMoney } from './reference.ts'

/** What the results alone say; a leg that only a lead has decided is handed over as lost, the lead must win it again. */
function statedResult(leg: BetLeg, terms: EarlyPayout | undefined): LegResult {
  if (!leg.early) return leg.result!
  return leg.early.official ?? (terms && leg.early.lead >= terms.lead ? legResult('LOSE') : leg.result!)
}

/** All legs must be decided. */
export function asReference(bet: SettledBet): ReferenceBet {
  const vid = Object.keys(KIND_OF_VID)
    .map(Number)
    .find((id) => KIND_OF_VID[id] === bet.kind)!
  return {
    vid,
    stake: bet.stakeMinor,
    legs: bet.legs.map((leg, i) => {
      const r = statedResult(leg, bet.earlyPayout)
      const half = BigInt(r.voidHalves)
      const wins: [bigint, bigint] = r.won === 0 || isVoid(r) ? [0n, 1n] : [(2n - half) * r.deadHeat.num, 2n * r.deadHeat.den]
      return {
        price: leg.price,
        result: { wins, back: half === 2n ? [1n, 1n] : half === 1n ? [1n, 2n] : [0n, 1n] },
        ...(leg.deducted ? { cut: leg.deducted } : {}),
        ...(leg.early && bet.earlyPayout?.legs.includes(i) ? { led: leg.early.lead, enough: bet.earlyPayout.lead } : {}),
        group: leg.relatedGroup ?? null,
      }
    }),
    ...(bet.size === undefined ? {} : { k: bet.size }),
    ...(bet.blocks ? { blocks: bet.blocks } : {}),
    ...(bet.withLobby ? { lobby: true } : {}),
    ...(bet.blockStakesMinor ? { blockStakes: bet.blockStakesMinor } : {}),
    ...(bet.antiExpress?.storedPrice === undefined ? {} : { antiPrice: bet.antiExpress.storedPrice }),
    ...(bet.basePrice === undefined ? {} : { basePrice: bet.basePrice }),
    ...(bet.jointPrice === undefined ? {} : { jointPrice: bet.jointPrice }),
    ...(bet.bonus?.kind === 'day' ? { dayPercent: bet.bonus.percent } : {}),
    ...(bet.bonus?.kind === 'boost' ? { boost: bet.bonus } : {}),
    ...(bet.tax ? { tax: bet.tax } : {}),
    ...(bet.exponent === undefined ? {} : { exponent: bet.exponent }),
    ...(bet.promoMinor === undefined ? {} : { promo: bet.promoMinor }),
    ...(bet.soldStakeMinor === undefined ? {} : { sold: bet.soldStakeMinor }),
    ...(bet.insuredMinor === undefined ? {} : { insured: bet.insuredMinor }),
    ...(bet.expressInsurance ? { oneLost: { legs: bet.expressInsurance.legs, units: BigInt(bet.expressInsurance.minor) } } : {}),
    ...(bet.uncoveredMinor ? { uncovered: bet.uncoveredMinor } : {}),
    maxPayout: bet.maxPayoutMinor ?? null,
  }
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
