/** What the order of goals so far says: who has been behind, who has led by two. */
import type { GoalFact } from './game-facts.ts'

export interface Leads {
  homeWasBehind: boolean
  awayWasBehind: boolean
  homeTwoAhead: boolean
  awayTwoAhead: boolean
}

/** Undefined when the order is not known. */
export function leadsOf(goals: readonly GoalFact[] | undefined): Leads | undefined {
  if (!goals) return undefined
  const leads: Leads = { homeWasBehind: false, awayWasBehind: false, homeTwoAhead: false, awayTwoAhead: false }
  let d = 0
  for (const goal of goals) {
    d += goal.side === 1 ? 1 : -1
    if (d < 0) leads.homeWasBehind = true
    if (d > 0) leads.awayWasBehind = true
    if (d >= 2) leads.homeTwoAhead = true
    if (d <= -2) leads.awayTwoAhead = true
  }
  return leads
}

/** Side that first reaches `target` goals; 0 while nobody has. */
export function firstTo(goals: readonly GoalFact[], target: number): 0 | 1 | 2 {
  let home = 0
  let away = 0
  for (const goal of goals) {
    if (goal.side === 1) home++
    else away++
    if (home >= target) return 1
    if (away >= target) return 2
  }
  return 0
}
