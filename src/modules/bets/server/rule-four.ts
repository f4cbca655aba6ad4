/** What withdrawn runners will take from a bet on a race, fixed with the bet by the prices at which it is made (rule 4, XT-18). */
import type { LineReader } from '#modules/coupon/server/index.ts'
import { isCutByWithdrawals, ruleFourPercent } from '#modules/payout/rules/each-way.ts'
import type { RuleFour } from '#modules/payout/rules/terms.ts'
import type { SeenLeg } from './checked-bet.ts'

const NONE: readonly RuleFour[] = []

export function ruleFourOf(
  line: Pick<LineReader, 'runners'>,
  legs: readonly Pick<SeenLeg, 'selection' | 't' | 'playerId'>[],
): readonly RuleFour[] {
  if (!line.runners || !legs.some(({ t }) => isCutByWithdrawals(t))) return NONE
  return legs.flatMap(({ selection, t, playerId }, leg) => {
    if (!isCutByWithdrawals(t)) return []
    const others = (line.runners!(selection.gameId) ?? []).filter(({ runner }) => runner !== playerId)
    const runners = others.flatMap(({ runner, price }) => {
      const percent = ruleFourPercent(price)
      return percent > 0 ? [[runner, percent] as const] : []
    })
    return runners.length > 0 ? [{ leg, runners }] : []
  })
}
