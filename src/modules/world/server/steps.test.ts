import { expect, test } from 'vitest'
import { type Step, Steps } from './steps.ts'

const given: Step[] = [
  { at: 1_800_000_000_000, what: 'publish', left: 1 },
  { at: 1_800_000_060_500, what: 'opinion', left: 0.25 },
  { at: 1_800_000_120_000, what: 'start', left: 0 },
]

test('steps come back as they were given, and there is nothing behind the last one', () => {
  const steps = new Steps(given)
  expect(given.map((_, index) => steps.get(index))).toEqual(given)
  expect(given.map((_, index) => steps.timeOf(index))).toEqual(given.map(({ at }) => at))
  expect([steps.length, steps.get(3), steps.timeOf(3)]).toEqual([3, undefined, undefined])
})
