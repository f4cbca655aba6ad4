/** Legs of a saved coupon that a line which is still coming has not told yet: they stay in it, blocked, and are called what the tables say. */
import { marketOfType } from '#modules/line/rules/market-book.ts'
import { partName } from '#modules/line/rules/part-names.ts'
import { nameIn } from '#modules/line/rules/wire/view.ts'
import type { ComingGame } from '#modules/line/server/index.ts'
import type { Ctx } from '#platform/server/http.ts'
import { outcomeName } from '../rules/outcome-name.ts'
import { LINE_COMING, type LegNames } from '../rules/selection.ts'
import type { PricedLeg } from './coupon-value.ts'

/** A leg as GetCoupon tells it. */
export interface SavedLeg extends PricedLeg {
  /** Its game, as long as the line does not have it. */
  coming?: ComingGame | undefined
}

/** The leg with its game and its names, where the line has not told of them yet; any other one as it is. */
export function namedLeg(ctx: Ctx, leg: PricedLeg, coming: ComingGame | undefined, lng: string): SavedLeg {
  if (leg.fault?.name !== LINE_COMING) return leg
  const names = leg.names ?? (coming && gameNames(ctx, coming, lng))
  if (!names) return leg
  const { t, p } = leg.selection
  const parts = { sides: [names.opp1, names.opp2] as const, p, player: '' }
  return { ...leg, coming, names: { ...names, ...outcomeName(marketOfType(t)?.key ?? '', t, parts, lng) } }
}

function gameNames(ctx: Ctx, { sides, championship, part, sportId }: ComingGame, lng: string): LegNames {
  const [opp1 = nameIn(championship, lng), opp2 = ''] = sides.map((names) => nameIn(names, lng))
  const { period, type } = partName(part, sportId)
  return {
    opp1,
    opp1Id: 0,
    opp2,
    opp2Id: 0,
    championship: nameIn(championship, lng),
    sport: '',
    periodName: period ? ctx.text(`line:${period.key}`, { count: period.count, ordinal: 1 }) : '',
    gameType: type ? ctx.text(`line:${type}`) : '',
    outcome: '',
    group: '',
  }
}
