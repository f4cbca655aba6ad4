/**
 * Results of every market ever offered in a game (feeds 4.2): what is decided and not in the book yet, and what
 * the book says otherwise. The book is the memory, so a restart changes nothing. Pure.
 */
import type { MarketId, OutcomeResult } from '#modules/feeds/rules/fact.ts'
import type { BookGame, BookMarket, BookOutcome } from '#modules/line/rules/book.ts'
import { keysOf } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import type { Grade } from './grade.ts'

export interface MarketResults {
  id: MarketId
  results: OutcomeResult[]
}

export interface ResultChange {
  settle: MarketResults[]
  /** Markets whose told result no longer holds; they stand in `settle` again when they have a new one. */
  rollback: MarketId[]
}

function resultOf(outcome: string, grade: Grade): OutcomeResult {
  const result: OutcomeResult = { outcome, won: grade.won }
  if (grade.voidFactor !== undefined) result.voidFactor = grade.voidFactor
  if (grade.deadHeat !== undefined) result.deadHeat = grade.deadHeat
  if (grade.tied !== undefined) result.tied = grade.tied
  return result
}

function isTold(outcome: BookOutcome, grade: Grade): boolean {
  const told = outcome.result
  return (
    told !== undefined &&
    told.won === grade.won &&
    told.voidFactor === (grade.voidFactor ?? 0) &&
    told.deadHeat === (grade.deadHeat ?? 1) &&
    told.tied === grade.tied
  )
}

/** The grade by which an outcome was told. */
function toldGrade({ result }: BookOutcome): Grade | undefined {
  if (!result) return undefined
  const { won, voidFactor, deadHeat, tied } = result
  const isHalf = voidFactor === 0.5 || voidFactor === 1
  return { won, ...(isHalf ? { voidFactor } : {}), ...(deadHeat === 1 ? {} : { deadHeat }), ...(tied === undefined ? {} : { tied }) }
}

type MarketVerdict = 'same' | 'more' | 'other'

function judge(part: string, market: BookMarket, facts: GameFacts, decided: OutcomeResult[]): MarketVerdict {
  let verdict: MarketVerdict = 'same'
  for (const outcome of market.outcomes) {
    const stands = facts.calledOff ? toldGrade(outcome) : undefined
    const grade = stands ?? gradeOutcome(part, market.key, outcome.t, outcome.p, outcome.playerId, facts, market.spec)
    if (grade.won !== null) decided.push(resultOf(outcome.key, grade))
    if (outcome.result && !isTold(outcome, grade)) verdict = 'other'
    else if (!outcome.result && grade.won !== null && verdict === 'same') verdict = 'more'
  }
  return verdict
}

/** Everything that can be said now and differs from the book; `again` repeats what is already told (confirmation). */
export function resultChange(game: BookGame, facts: GameFacts, again = false): ResultChange {
  const change: ResultChange = { settle: [], rollback: [] }
  if (facts.stage === 'before') return change
  // Only the model tells that a game decides a tie: after a restart, what was told of it stands until the model has come.
  const ties = game.model ? [] : keysOf(facts.sportId, 'tie', true)
  for (const part of game.parts.values()) {
    for (const market of part.markets.values()) {
      // A cancellation names no outcomes. Of a game that is called off each is told, or a bet on its way to one that nobody had
      // bet on before would stay open.
      if (market.status === 'cancelled' && !facts.calledOff) continue
      if (ties.includes(market.key) && market.outcomes.some(({ result }) => result !== undefined)) continue
      const decided: OutcomeResult[] = []
      const verdict = judge(part.part, market, facts, decided)
      if (verdict === 'same' && !again) continue
      const id: MarketId = { game: game.ref, part: part.part, key: market.key, spec: market.spec }
      if (verdict === 'other') change.rollback.push(id)
      if (decided.length > 0) change.settle.push({ id, results: decided })
    }
  }
  return change
}
