import { afterEach, expect, it, test } from 'vitest'
import fc from 'fast-check'
import { EXTRAS, forceLoadStage, loadStage, nextLoad, stageOf, type LoadSample, type LoadState } from './load.ts'

afterEach(() => forceLoadStage(null))

const CALM: LoadSample = { busy: 0.2, lateMs: 1, waiting: 0 }
const over = (seconds: number, sample: LoadSample, from: LoadState = { stage: 0, run: 0 }) =>
  Array.from({ length: seconds }, () => sample).reduce(nextLoad, from)

test.each<[string, LoadSample, number]>([
  ['a loop that works all the time and comes late', { busy: 0.98, lateMs: 300, waiting: 0 }, 1],
  ['a loop that is never done and serves all in turns', { busy: 1, lateMs: 25, waiting: 0 }, 1],
  ['a loop that works nearly all the time, yet in time', { busy: 0.96, lateMs: 6, waiting: 0 }, 0],
  ['a machine that others use: late without own work', { busy: 0.3, lateMs: 900, waiting: 0 }, 0],
  ['a database that nobody gets to', { busy: 0.3, lateMs: 1, waiting: 200 }, 1],
  ['an easy day', CALM, 0],
])('%s', (_name, sample, stage) => expect(over(3, sample).stage).toBe(stage))

it('goes up stage by stage in seconds, comes down much later, and neither passes its end nor flickers', () => {
  const heavy = { busy: 1, lateMs: 500, waiting: 0 }
  expect([2, 3, 6, 9, 60].map((seconds) => over(seconds, heavy).stage)).toEqual([0, 1, 2, 3, 3])
  const full = over(60, heavy)
  expect([19, 20, 40, 60, 600].map((seconds) => over(seconds, CALM, full).stage)).toEqual([3, 2, 1, 0, 0])
  // A second of rest between heavy ones, or a heavy one between light ones, moves nothing.
  const mixed = Array.from({ length: 60 }, (_, i) => (i % 3 === 2 ? CALM : heavy)).reduce(nextLoad, { stage: 0, run: 0 } as LoadState)
  expect(mixed.stage).toBe(0)
  const sample = fc.record({ busy: fc.double({ min: 0, max: 1, noNaN: true }), lateMs: fc.nat(1000), waiting: fc.nat(200) })
  fc.assert(
    fc.property(fc.array(sample, { maxLength: 60 }), (samples) => {
      let state: LoadState = { stage: 0, run: 0 }
      for (const one of samples) {
        const next = nextLoad(state, one)
        expect(Math.abs(next.stage - state.stage)).toBeLessThanOrEqual(1)
        state = next
      }
    }),
  )
})

it('names the stage of a call by any of its paths, and never turns off what a player lives by', () => {
  expect(stageOf(['/web-api/coupon/popular'])).toBe(1)
  expect(stageOf(['/LiveFeed/GetCoefHistory', '/service-api/LiveFeed/GetCoefHistory'])).toBe(3)
  const vital = [
    '/user/auth',
    '/web-api/user/registration',
    '/service-api/LiveBet/Secure/MakeBetWeb',
    '/service-api/LiveBet/Open/UpdateCoupon',
    '/service-api/LineFeed/GetGameZip',
    '/web-api/office/deposit',
    '/web-api/office/withdraw',
    '/web-api/office/history',
    '/account-api/user/balance',
  ]
  expect(vital.filter((path) => stageOf([path]) !== 0)).toEqual([])
  expect(Object.values(EXTRAS).flat()).toEqual(
    Object.values(EXTRAS)
      .flat()
      .map((path) => path.toLowerCase()),
  )
  forceLoadStage(2)
  expect(loadStage()).toBe(2)
})
