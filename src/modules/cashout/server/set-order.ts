/** Sets or cancels the order to sell a bet when the offer reaches a sum. */
import type { Minor } from '#lib/money.ts'
import { moneyText } from '#modules/coupon/server/index.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { lockBet, selectBetOptional, type StoredBet } from './bet-store.ts'
import { closeOrder, upsertOrder } from './order-store.ts'
import { notSold, type SaleDeps, unknownBet } from './sell.ts'
import { neverSold, targetRange, valueBet } from './value-bet.ts'

/**
 * `targetMinor` 0 cancels. Setting the same target again changes nothing. Problems: cashout.off_… (900051),
 * cashout.bad_target (900400), cashout.unknown_bet.
 */
export async function setOrder(
  deps: SaleDeps,
  wanted: { playerId: number; betId: bigint; targetMinor: Minor },
): Promise<{ bet: StoredBet; targetMinor: Minor } | Problem> {
  const { betId, playerId, targetMinor } = wanted
  const at = new Date(deps.clock.now())
  const done = await inTx(deps.db, async (tx) => {
    await lockBet(tx, betId)
    const bet = await selectBetOptional(tx, betId)
    if (!bet || bet.playerId !== playerId) return unknownBet()
    if (targetMinor === 0n) {
      await closeOrder(tx, betId, 'cancelled', at)
      return { bet, targetMinor }
    }
    const never = neverSold(bet) ?? (bet.terms.jointPrice === undefined ? null : 'same_game')
    if (never) return notSold(never)
    const { leastMinor, mostMinor, never: noTarget } = targetRange(bet, deps.configOf)
    const { answer } = valueBet(bet, deps.source, deps.configOf)
    const off = answer.on ? null : answer.reason
    if (noTarget) return notSold(off === 'decided' ? off : noTarget)
    if (targetMinor < leastMinor || targetMinor > mostMinor) {
      const currency = currencyById(bet.currencyId)
      const params = { min: moneyText(leastMinor, currency), max: moneyText(mostMinor, currency) }
      return problem('cashout.bad_target', { wire: 900_400, field: 'target', params })
    }
    // It would end at once: the offer has jumped over every target.
    if (off === 'great') return notSold(off)
    await upsertOrder(tx, { betId, playerId, targetMinor, at })
    return { bet, targetMinor }
  })
  if (!isProblem(done)) deps.refresh([playerId])
  return done
}
