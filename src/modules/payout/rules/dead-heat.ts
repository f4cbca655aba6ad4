/** Places that are shared, where the brand pays them by the rule of the house (rules 3.4): which legs, and what they end as. */
import { EACH_WAY_PLACE, EXACT_PLACE, RACE_WINNER } from './each-way.ts'
import { deadHeatUnder, resultName, type LegResult } from './leg.ts'

/** Outcome types of one runner among all. Of two who are held against each other nobody shares a place. */
const SHARED: ReadonlySet<number> = new Set([
  RACE_WINNER,
  12_670,
  835,
  836,
  1706,
  1707,
  3135,
  3136,
  3137,
  3138,
  3139,
  3143,
  EACH_WAY_PLACE,
  EXACT_PLACE,
])

/** Indexes of the legs that the rule of the house may change: they stand in the terms of the bet. */
export function houseHeatOf(mode: 'industry' | 'house', legs: readonly { t: number }[]): number[] {
  return mode === 'house' ? legs.flatMap(({ t }, leg) => (SHARED.has(t) ? [leg] : [])) : []
}

/** The result that counts of a leg. `official`: the places that are paid among those that share them. */
export function resultByHouse(houseHeat: readonly number[] | undefined, leg: number, official: LegResult | null): LegResult | null {
  if (!official || !houseHeat?.includes(leg) || resultName(official) !== 'DEAD_HEAT') return official
  return deadHeatUnder('house', Number(official.deadHeat.num), Number(official.deadHeat.den), false)
}
