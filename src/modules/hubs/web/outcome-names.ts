import { useMemo } from 'react'
import { groupName, outcomeName, useNameModel, type LineGame, type Outcome } from '#modules/line/web/index.ts'

export interface OutcomeNames {
  market(outcome: Outcome): string
  outcome(outcome: Outcome, game: LineGame): string
}

/** Names of the outcomes of some games: lists carry none, the dictionaries do. */
export function useOutcomeNames(games: readonly LineGame[]): OutcomeNames {
  const model = useNameModel(games.flatMap(({ outcomes }) => outcomes.map(({ g }) => g)))
  return useMemo(() => ({ market: ({ g }) => groupName(model, g), outcome: (outcome, game) => outcomeName(model, outcome, game) }), [model])
}
