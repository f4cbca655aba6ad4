/** Markets on the order of goals, corners or cards, priced from one grid of what is still to come. */
import { nthGoal, raceTo } from './goals/order.ts'
import type { CountGrid } from './goals/count-grid.ts'
import type { GoalFact } from './game-facts.ts'
import { addPair, addSet, openMarket, outcome } from './sheet.ts'
import type { Sheet } from './sheet.ts'

type Three = readonly [number, number, number]
const NEXT: Readonly<Record<string, Three>> = { next_goal: [388, 389, 390], next_yellow: [1693, 1694, 1695] }
const RACES: Readonly<Record<string, { ts: Three; targets: readonly number[] }>> = {
  race_to_goals: { ts: [578, 579, 580], targets: [2, 3] },
  race_to_corners: { ts: [2172, 2173, 2174], targets: [3, 5, 7] },
  race_to_cards: { ts: [2175, 2176, 2177], targets: [2, 3] },
}

/** Next goals n+1 … offered for top championships; others carry fewer. */
const NEXT_TOP = 5
const NEXT_OTHER = 2

/** False when the key is not about order. First and last ones need the order so far to be known. */
export function priceOrderMarket(
  sheet: Sheet,
  grid: CountGrid,
  key: string,
  soFar: readonly GoalFact[] | undefined,
  top: boolean,
): boolean {
  const next = NEXT[key]
  if (next) {
    const played = grid.h + grid.a
    for (let k = 1; k <= (top ? NEXT_TOP : NEXT_OTHER); k++) {
      const n = played + k
      const market = openMarket(sheet, key, `n=${n}`, k === 1)
      addSet(
        sheet,
        market,
        next.map((t) => outcome(t, n)),
        nthGoal(grid, k),
      )
      if (market.status === 'inactive') sheet.markets.pop()
    }
    return true
  }
  const race = RACES[key]
  if (race) {
    for (const target of race.targets) {
      if (grid.h >= target || grid.a >= target) continue
      addSet(
        sheet,
        openMarket(sheet, key, `n=${target}`, target === race.targets[0]),
        race.ts.map((t) => outcome(t, target)),
        raceTo(grid, target),
      )
    }
    return true
  }
  switch (key) {
    case 'first_goal':
      if (grid.h + grid.a === 0) addSet(sheet, openMarket(sheet, key), [outcome(1858), outcome(1859), outcome(4415)], nthGoal(grid, 1))
      return true
    case 'last_goal': {
      const [home, away, none] = nthGoal(grid, 1)
      const last = soFar?.at(-1)?.side
      if (!last && grid.h + grid.a > 0) return true
      // No further goal: the last one so far is the last of all.
      const probs = [home + (last === 1 ? none : 0), away + (last === 2 ? none : 0), last ? 0 : none]
      addSet(sheet, openMarket(sheet, key), [outcome(475), outcome(477), outcome(476)], probs)
      return true
    }
    case 'first_corner':
    case 'last_corner': {
      const [home, away] = nthGoal(grid, 1)
      if (grid.h + grid.a > 0 || home + away <= 0) return true
      const [one, two] = key === 'first_corner' ? [1506, 1507] : [1691, 1692]
      addPair(sheet, openMarket(sheet, key), outcome(one), outcome(two), home / (home + away))
      return true
    }
    default:
      return false
  }
}
