/** Whatever has been told of a game: what is priced is made of numbers. The last score of a match comes a moment before its end. */
import { expect, it } from 'vitest'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import { courseOf, inputAfter, inputBefore, SAMPLE_GAMES } from '../../../../test/support/sample-games.ts'
import { factsFrom } from './game-facts.ts'
import { priceGame, priceMain } from './price-game.ts'
import type { PricedMarket, PriceInput } from './price-game.ts'

const COURSES = 3
/** Of a long course every so many moments are looked at, and all of its last ones. */
const MOMENTS = 60
const LAST = 6

function wordsForNumbers(sheet: readonly PricedMarket[]): string[] {
  const found = new Set<string>()
  for (const { part, key, spec, outcomes } of sheet) {
    const numbers = spec === '' ? [] : spec.split('|').map((one) => Number(one.slice(one.indexOf('=') + 1)))
    for (const { key: own, prob, prob5, price } of outcomes) {
      const { t, p, playerId } = parseOutcomeKey(own)
      numbers.push(t, p, playerId, prob, ...(prob5 ?? []), price ?? 0)
    }
    if (!numbers.every(Number.isFinite)) found.add(`${part} ${key} ${spec}: ${JSON.stringify(outcomes[0])}`)
  }
  return [...found]
}

const faults = (input: PriceInput): string[] => [
  ...wordsForNumbers(priceGame(input)),
  ...wordsForNumbers(priceMain(input)),
  ...openAfterLast(input),
]

/** What decides a match of sets, maps or frames: after it nothing of the match is offered, though its end is not told yet. */
function openAfterLast(input: PriceInput): string[] {
  const { shape, counts, bestOf } = factsFrom(input)
  const { h, a } = counts.get('full')!
  const isWon = ['tennis', 'rally', 'frames'].includes(shape.engine) && Math.max(h, a) > bestOf / 2
  return isWon ? priceGame(input).map(({ part, key, spec }) => `${part} ${key} ${spec} of a match that is won`) : []
}

it.each(SAMPLE_GAMES)('%s %s %i', (...row) => {
  expect(faults(inputBefore(row))).toEqual([])
  for (let n = 0; n < COURSES; n++) {
    const course = courseOf(row, `moment${n}`)
    const moments = [...new Set(course.items.map(({ at }) => at))].sort((a, b) => a - b)
    const step = Math.ceil(moments.length / MOMENTS)
    for (const [k, at] of moments.entries()) {
      if (k % step !== 0 && k < moments.length - LAST) continue
      expect(faults(inputAfter(row, course, at / course.endsAtMs)), `${at} of ${course.endsAtMs}`).toEqual([])
    }
  }
})
