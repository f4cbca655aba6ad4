import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Pace, worldTime } from './pace.ts'

describe('the time of the world', () => {
  it.each<[string, Pace, number, number]>([
    ['goes with the product', { from: 1000, at: 1000, speed: 1 }, 4000, 4000],
    ['runs ahead where it was made faster', { from: 1000, at: 1000, speed: 60 }, 2000, 61_000],
    ['waits for the product at the usual speed', { from: 1000, at: 11_000, speed: 1 }, 6000, 15_000],
    ['is the product’s again once that has come up to it', { from: 1000, at: 11_000, speed: 1 }, 51_000, 51_000],
    ['and then goes with it', { from: 1000, at: 11_000, speed: 1 }, 60_000, 60_000],
    ['stays as far behind as it was started', { from: 10_000, at: 1000, speed: 1 }, 12_000, 3000],
  ])('%s', (_what, pace, now, at) => {
    expect(worldTime(pace, now)).toBe(at)
  })

  it('never runs back, whatever speed it is given and when', () => {
    const steps = fc.array(fc.record({ passes: fc.nat(100_000), speed: fc.integer({ min: 1, max: 1000 }) }), { maxLength: 20 })
    fc.assert(
      fc.property(steps, (all) => {
        let now = 1_000_000
        let pace: Pace = { from: now, at: now, speed: 1 }
        let last = now
        for (const { passes, speed } of all) {
          for (const part of [passes >> 1, passes - (passes >> 1)]) {
            now += part
            const at = worldTime(pace, now)
            expect(at).toBeGreaterThanOrEqual(last)
            expect(at).toBeGreaterThanOrEqual(now)
            last = at
          }
          pace = { from: now, at: last, speed }
        }
      }),
    )
  })
})
