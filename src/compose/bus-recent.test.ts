import { expect, test, vi } from 'vitest'
import { createRecentBets } from '#modules/bets/server/index.ts'
import type { Bus } from '#platform/server/bus.ts'
import { shareRecent } from './bus-recent.ts'

/** Two processes that hear each other and not themselves. */
function twoProcesses(): [Bus, Bus] {
  const heard: ((payload: unknown) => void)[][] = [[], []]
  const bus = (here: number): Bus =>
    ({
      shared: true,
      on: (_subject: string, hear: (payload: unknown) => void) => void heard[here]!.push(hear),
      broadcast: (_subject: string, payload: unknown) => heard[1 - here]!.forEach((hear) => hear(JSON.parse(JSON.stringify(payload)))),
    }) as unknown as Bus
  return [bus(0), bus(1)]
}

test('a bet that another process took is known here: it asks again, and counts for its outcome', () => {
  vi.useFakeTimers()
  const clock = { now: () => 1_000 }
  const [one, two] = twoProcesses()
  const here = shareRecent(createRecentBets(clock), one)
  const there = shareRecent(createRecentBets(clock), two)
  for (let n = 0; n < 50; n++) here.add(1, 7, '0|500|9:1:0:0', ['9:1:0:0'])
  expect(there.equalAgeMs(7, 1, '0|500|9:1:0:0')).toBeNull()
  vi.advanceTimersByTime(30)
  expect(there.equalAgeMs(7, 1, '0|500|9:1:0:0')).toBe(0)
  expect(there.equalAgeMs(7, 2, '0|500|9:1:0:0')).toBeNull()
  expect(there.hasTooMany(7, ['9:1:0:0'])).toBe(true)
  vi.useRealTimers()
})
