/** One game of the replay → its facts: published, priced by a model, played, ended, closed. */
import type { Fact, Game } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { Model } from './prior.ts'
import type { Step } from './recording.ts'

export interface ReplayGame {
  game: Game
  publishAt: number
  startsAt: number
  endsAt: number
  model: Model
  /** Times inside are of speed 1. */
  steps(): Step[]
}

/** Held this long after the end before the result is closed. */
const CLOSED_AFTER_MS = 10 * 60_000
/** A match of the calendar may take some minutes longer than is counted for it. */
export const LEAVES_AFTER_MS = CLOSED_AFTER_MS + 5 * 60_000

/** Facts with from <= sentAt < to, in order. */
export function factsOf(it: ReplayGame, from: number, to: number, speed: number): Fact[] {
  const facts: Fact[] = []
  const { ref } = it.game
  const say = (at: number, body: Parameters<typeof makeFact>[3]): void => {
    if (at >= from && at < to) facts.push(makeFact('replay', 'replay', at, body))
  }
  say(it.publishAt, { t: 'game', game: it.game, reason: 'new' })
  const { supremacy, total, rho, extra } = it.model
  say(it.publishAt, { t: 'model', game: ref, supremacy, total, rho, ...(extra ? { extra } : {}) })
  if (to <= it.startsAt || from > it.endsAt + LEAVES_AFTER_MS) return facts
  say(it.startsAt, { t: 'game', game: { ...it.game, status: 'live' }, reason: 'status' })
  let seq = 0
  let endedAt = it.endsAt
  for (const step of it.steps()) {
    seq += 1
    const at = it.startsAt + Math.round(step.atMs / speed)
    endedAt = Math.max(endedAt, at)
    if (at < from || at >= to) continue
    const incidents = step.incident ? [{ ...step.incident, game: ref, seq }] : []
    say(at, { t: 'live', state: { ...step.state, game: ref }, ...(incidents.length > 0 ? { incidents } : {}) })
  }
  say(endedAt, { t: 'game', game: { ...it.game, status: 'ended' }, reason: 'status' })
  say(endedAt + CLOSED_AFTER_MS, { t: 'game', game: { ...it.game, status: 'closed' }, reason: 'status' })
  return facts
}

/**
 * What a newcomer has to be told of a game at the moment `to`: its head, its model, and the picture of now with
 * everything that happened, in one fact instead of hundreds.
 */
export function openingFacts(it: ReplayGame, to: number, speed: number): Fact[] {
  const facts = factsOf(it, -Infinity, to, speed)
  const lives = facts.filter((fact) => fact.t === 'live')
  const last = lives.at(-1)
  if (!last || lives.length === 1) return facts
  const incidents = lives.flatMap((fact) => fact.incidents ?? [])
  const merged = makeFact('replay', 'replay', last.sentAt, { t: 'live', state: last.state, ...(incidents.length > 0 ? { incidents } : {}) })
  return facts.flatMap((fact) => (fact.t !== 'live' ? [fact] : fact === last ? [merged] : []))
}
