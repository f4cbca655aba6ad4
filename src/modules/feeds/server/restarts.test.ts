import { expect, it } from 'vitest'
import { createRestarts } from './restarts.ts'

it('a provider that breaks at once is started later and later; one that ran for long is started soon again', () => {
  let now = 0
  const restarts = createRestarts(() => now)
  const ran = (ms: number) => {
    restarts.begins()
    now += ms
    const pause = restarts.pauseMs()
    now += pause
    return pause
  }
  expect([1, 2, 3, 4, 5, 6, 7, 8].map(() => ran(10))).toEqual([500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000])
  expect([ran(30_001), ran(10), ran(30_000)]).toEqual([500, 1_000, 2_000])
})
