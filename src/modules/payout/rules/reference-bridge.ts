/** Puts a bet into the form of the second calculation; plain renaming, no arithmetic that could hide an error. */
import { KIND_OF_VID, type SettledBet } from './bet.ts'
import { isVoid } from './leg.ts'
import type { ReferenceBet } from './reference.ts'

/** All legs must be decided. */
export function asReference(bet: SettledBet): ReferenceBet {
  const vid = Object.keys(KIND_OF_VID)
    .map(Number)
    .find((id) => KIND_OF_VID[id] === bet.kind)!
  return {
    vid,
    stake: bet.stakeMinor,
    legs: bet.legs.map((leg) => {
      const r = leg.result!
      const half = BigInt(r.voidHalves)
      const wins: [bigint, bigint] = r.won === 0 || isVoid(r) ? [0n, 1n] : [(2n - half) * r.deadHeat.num, 2n * r.deadHeat.den]
      return {
        price: leg.price,
        result: { wins, back: half === 2n ? [1n, 1n] : half === 1n ? [1n, 2n] : [0n, 1n] },
        group: leg.relatedGroup ?? null,
      }
    }),
    ...(bet.size === undefined ? {} : { k: bet.size }),
    ...(bet.blocks ? { blocks: bet.blocks } : {}),
    ...(bet.withLobby ? { lobby: true } : {}),
    ...(bet.blockStakesMinor ? { blockStakes: bet.blockStakesMinor } : {}),
    ...(bet.antiExpress?.storedPrice === undefined ? {} : { antiPrice: bet.antiExpress.storedPrice }),
    maxPayout: bet.maxPayoutMinor ?? null,
  }
}
