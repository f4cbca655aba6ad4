import { describe, expect, test } from 'vitest'
import { ballPlace, isUntouched, lastBalls, lastPoints, momentum, trackerKind, type TrackerEvent } from './tracker.ts'

function event(id: number, type: string, more: Partial<TrackerEvent> = {}): TrackerEvent {
  return { id, type, side: 1, clockSec: null, amount: 0, at: null, cancelled: false, ...more }
}

describe('momentum', () => {
  test('who presses in which span of the clock; a goal that was taken back presses nobody', () => {
    const events = [
      event(1, 'attack', { clockSec: 0 }),
      event(2, 'dangerous_attack', { clockSec: 10 }),
      event(3, 'shot', { clockSec: 1199, side: 2 }),
      event(4, 'goal', { clockSec: 1199, side: 2, cancelled: true }),
    ]
    expect(momentum(events, 4)).toEqual([3, 0, 0, -3])
  })
  test('a game without a clock is cut by its incidents', () => {
    expect(momentum([event(1, 'point'), event(2, 'point'), event(3, 'point', { side: 2 }), event(4, 'point', { side: 2 })], 2)).toEqual([
      2, -2,
    ])
    expect(momentum([], 3)).toEqual([0, 0, 0])
  })
})

describe('the place of the play', () => {
  test('is that of the newest incident that has one, mirrored for side 2', () => {
    expect(ballPlace([])).toBeNull()
    expect(ballPlace([event(5, 'period_start', { side: 0 })])).toBeNull()
    const one = ballPlace([event(1, 'attack'), event(2, 'dangerous_attack'), event(3, 'timeout')])!
    const two = ballPlace([event(2, 'dangerous_attack', { side: 2 })])!
    expect([one.side, one.type, one.x]).toEqual([1, 'dangerous_attack', 0.8])
    expect(two.x).toBeCloseTo(0.2)
    expect(one.y).toBeGreaterThan(0)
    expect(one.y).toBeLessThan(1)
  })
  test('the feed’s own place is taken when it is told', () => {
    expect(ballPlace([event(1, 'shot', { at: [91, 40], side: 2 })])).toEqual({ side: 2, type: 'shot', x: 0.91, y: 0.4 })
  })
})

test('points and balls are the last ones, in their order', () => {
  expect(lastPoints([event(3, 'point', { side: 2 }), event(1, 'point'), event(2, 'game_end')], 5)).toEqual([1, 2])
  expect(lastBalls([event(1, 'ball', { amount: 4 }), event(2, 'wicket'), event(3, 'ball')], 2)).toEqual([
    { runs: 0, wicket: true },
    { runs: 0, wicket: false },
  ])
  expect([trackerKind(1), trackerKind(66), trackerKind(11)]).toEqual(['football', 'cricket', null])
})

test('nothing has happened only where the course is known and empty and no score speaks against it', () => {
  expect(isUntouched([], [0, 0])).toBe(true)
  expect(isUntouched([], undefined)).toBe(true)
  expect(isUntouched(undefined, [0, 0])).toBe(false)
  expect(isUntouched([], [0, 1])).toBe(false)
  expect(isUntouched([event(1, 'goal')], [0, 0])).toBe(false)
})
