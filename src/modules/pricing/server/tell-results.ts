/** ResultService (feeds 4.2): results as soon as they are certain, confirmed when the end has held, corrected when it has not. */
import { SECOND } from '#lib/time.ts'
import type { Millis } from '#lib/time.ts'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import { factsOf } from '../rules/game-facts.ts'
import { resultChange } from '../rules/results.ts'
import type { Memories } from './memory.ts'

/** Builtin providers: an end that has held for so long is confirmed. */
const CONFIRM_AFTER_MS = 60 * SECOND

export function tellResults(memories: Memories, game: BookGame, now: Millis): Fact[] {
  const facts = told(memories, game, now)
  memories.waits(game)
  return facts
}

function told(memories: Memories, game: BookGame, now: Millis): Fact[] {
  const facts = factsOf(game)
  // After a restart a game may run before its state has come again: what was told of it stands until then.
  if (facts.stage === 'before' || facts.unheard || (facts.stage === 'running' && !game.live)) return []
  const memory = memories.of(game)
  const change = resultChange(game, facts)
  const out: Fact[] = []
  if (change.rollback.length > 0)
    out.push(memories.send(game, 'result', now, { t: 'settle.rollback', game: game.ref, markets: change.rollback }))
  if (change.settle.length > 0)
    out.push(memories.send(game, 'result', now, { t: 'settle', game: game.ref, certainty: 'live', markets: change.settle }))
  if (facts.stage === 'running') {
    delete memory.endedAt
    delete memory.confirmed
    return out
  }
  if (out.length > 0 || memory.endedAt === undefined) {
    memory.endedAt = now
    delete memory.confirmed
    if (out.length === 0 && memory.confirmedAt !== undefined) memory.confirmed = true
  }
  const confirmedAt = memory.endedAt + (memory.byHand ? 0 : CONFIRM_AFTER_MS)
  if (memory.confirmed || now < confirmedAt) return out
  memory.confirmed = true
  const all = resultChange(game, facts, true)
  if (all.settle.length > 0)
    out.push(memories.send(game, 'result', confirmedAt, { t: 'settle', game: game.ref, certainty: 'confirmed', markets: all.settle }))
  return out
}
