import fc from 'fast-check'
import { expect, it } from 'vitest'
import { offsetsOf, windowOf } from './row-window.ts'

const sizes = fc.array(fc.constantFrom(34, 40, 48, 137), { maxLength: 300 })

it('the window holds every item that is in view and no more than these', () => {
  fc.assert(
    fc.property(sizes, fc.integer({ min: -2_000, max: 30_000 }), fc.integer({ min: 1, max: 2_000 }), (list, top, height) => {
      const offsets = offsetsOf(list.length, (index) => list[index]!)
      const { first, end } = windowOf(offsets, top, top + height)
      const seen = list.flatMap((size, index) => (offsets[index]! < top + height && offsets[index]! + size > top ? [index] : []))
      for (const index of seen) expect(index >= first && index < end).toBe(true)
      expect(end - first).toBeLessThanOrEqual(seen.length + 1)
      expect(first >= 0 && end <= list.length).toBe(true)
    }),
  )
})

it('at the beginning of the list what the server drew stays', () => {
  const offsets = offsetsOf(100, () => 48)
  expect(windowOf(offsets, 0, 0, 26)).toEqual({ first: 0, end: 26 })
  expect(windowOf(offsets, -500, 200, 26)).toEqual({ first: 0, end: 26 })
  expect(windowOf(offsets, 480, 960, 26)).toEqual({ first: 10, end: 20 })
  expect(
    windowOf(
      offsetsOf(3, () => 48),
      0,
      0,
      26,
    ),
  ).toEqual({ first: 0, end: 3 })
  expect(
    windowOf(
      offsetsOf(0, () => 48),
      0,
      800,
      26,
    ),
  ).toEqual({ first: 0, end: 0 })
})

it('a list that became shorter than the scroll shows its end', () => {
  expect(
    windowOf(
      offsetsOf(5, () => 48),
      10_000,
      10_800,
    ),
  ).toEqual({ first: 4, end: 5 })
})
