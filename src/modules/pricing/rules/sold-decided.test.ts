/**
 * Whatever has been told of a game of any sport: what is decided by it is not sold. Courses of the world are looked at moment by
 * moment; an outcome whose result the grades already know has no price.
 */
import { expect, it } from 'vitest'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import { courseOf, inputAfter, SAMPLE_GAMES } from '../../../../test/support/sample-games.ts'
import { factsFrom } from './game-facts.ts'
import { gradeOutcome } from './grade.ts'
import { priceGame } from './price-game.ts'
import type { PriceInput } from './price-game.ts'

const COURSES = 2
/** Of a long course every so many moments are looked at, and all of its last ones. */
const MOMENTS = 40
const LAST = 8

/** What is sold though its result is known already. */
function decided(input: PriceInput): string[] {
  const facts = factsFrom(input)
  const found: string[] = []
  for (const { part, key, spec, outcomes } of priceGame(input)) {
    for (const one of outcomes) {
      if (!one.active) continue
      const { t, p, playerId } = parseOutcomeKey(one.key)
      const { won } = gradeOutcome(part, key, t, p, playerId, facts, spec)
      if (won !== null) found.push(`${part} ${key} ${spec} ${one.key} of ${one.prob.toFixed(3)} is ${won}`)
    }
  }
  return found
}

it.each(SAMPLE_GAMES)('%s %s %i', (...row) => {
  for (let n = 0; n < COURSES; n++) {
    const course = courseOf(row, `decided${n}`)
    const moments = [...new Set(course.items.map(({ at }) => at))].sort((a, b) => a - b)
    const step = Math.ceil(moments.length / MOMENTS)
    for (const [k, at] of moments.entries()) {
      if (k % step !== 0 && k < moments.length - LAST) continue
      if (at >= course.endsAtMs) continue
      expect(decided(inputAfter(row, course, at / course.endsAtMs)), `${at} of ${course.endsAtMs}`).toEqual([])
    }
    const last = course.items.findLast(({ kind, at }) => kind === 'incident' && at < course.endsAtMs)!
    // Where the match is over a moment before its end is told nothing of it is sold.
    if (!['frame_end', 'set_end', 'period_end', 'finish'].includes(last.type)) continue
    const sold = priceGame(inputAfter(row, course, last.at / course.endsAtMs)).filter(({ status }) => status === 'active')
    expect(sold.map(({ part, key, spec }) => `${part} ${key} ${spec}`)).toEqual([])
  }
})
