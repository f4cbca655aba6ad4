/** Chances as they are sold: from the one call that prices a whole game, so that vectors hold what players see. */
import { outcomeKey } from '#modules/line/rules/param.ts'
import { DEFAULT_MARGINS } from '#modules/pricing/rules/margin-table.ts'
import { priceGame, type PriceInput } from '#modules/pricing/rules/price-game.ts'

type Game = Pick<PriceInput, 'sportId' | 'model'> & Partial<PriceInput>

/** Margin-free chance of an outcome (type and parameter as on the wire); NaN where the sheet does not have it. */
export function soldChance(game: Game, part: string, t: number, p = 0): number {
  const key = outcomeKey(t, p)
  const sheet = priceGame({ status: 'scheduled', margins: DEFAULT_MARGINS, top: true, ...game })
  const found = sheet.filter((market) => market.part === part).flatMap(({ outcomes }) => outcomes.filter((one) => one.key === key))
  return found[0]?.prob ?? NaN
}
