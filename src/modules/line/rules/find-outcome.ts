import { type BookGame, type BookMarket, type BookOutcome, type BookPart, isOpen, isOver } from './book.ts'
import { outcomeKey } from './param.ts'

export interface FoundOutcome {
  game: BookGame
  part: BookPart
  market: BookMarket
  outcome: BookOutcome
  /** A bet on it would be accepted now; closing times are the acceptor's. */
  open: boolean
}

/** The outcome (part, T, P, PlayerId), also a blocked or inactive one; null when it was never offered or its game is over. */
export function findInPart(game: BookGame, part: BookPart, t: number, p: number, playerId: number): FoundOutcome | null {
  if (isOver(game)) return null
  const key = outcomeKey(t, p, playerId)
  let found: FoundOutcome | null = null
  for (const market of part.markets.values()) {
    for (const outcome of market.outcomes) {
      if (outcome.t !== t || outcome.key !== key) continue
      const open = isOpen(game, market, outcome)
      if (open) return { game, part, market, outcome, open }
      found ??= { game, part, market, outcome, open }
    }
  }
  return found
}

/** A line that moved: outcomes of the same type and player in the part that are open now (ErrorCode 148). */
export function openLines(game: BookGame, part: BookPart, t: number, playerId: number): BookOutcome[] {
  const lines: BookOutcome[] = []
  for (const market of part.markets.values()) {
    for (const outcome of market.outcomes) {
      if (outcome.t === t && outcome.playerId === playerId && isOpen(game, market, outcome)) lines.push(outcome)
    }
  }
  return lines
}
