import fc from 'fast-check'
import { expect, test } from 'vitest'
import { areRelated } from './relation.ts'
import { generateCoupon, type GenerateCandidate } from './generate.ts'

const candidates = fc
  .array(fc.record({ price: fc.integer({ min: 1010, max: 12_000 }), game: fc.integer({ min: 1, max: 60 }) }), { maxLength: 200 })
  .map((list) => list.map(({ price, game }, n): GenerateCandidate => ({ id: `o${n}`, price, related: { mainGameId: game } })))
const asked = { kind: 'any' as const, seed: 0, maxLegs: 12, wantedMilli: 10_000 }

test('whatever is open, a coupon has unrelated outcomes and comes within a factor of two', () => {
  fc.assert(
    fc.property(
      candidates,
      fc.integer({ min: 1100, max: 500_000 }),
      fc.constantFrom('single' as const, 'express' as const, 'any' as const),
      fc.nat(),
      (list, wantedMilli, kind, seed) => {
        const found = generateCoupon({ candidates: list, wantedMilli, kind, seed, maxLegs: 12 })
        if (!found) return
        expect(found.length).toBeLessThanOrEqual(12)
        if (kind !== 'any') expect(found.length > 1).toBe(kind === 'express')
        const product = found.reduce((all, i) => (all * list[i]!.price) / 1000, 1)
        expect(product * 1000 <= wantedMilli * 2.0001 && product * 2000 >= wantedMilli * 0.9999).toBe(true)
        found.forEach((a, n) => {
          for (const b of found.slice(n + 1)) expect(a === b || areRelated(list[a]!.related, list[b]!.related)).toBe(false)
        })
      },
    ),
    { numRuns: 60 },
  )
})

test('with many games the win is met closely, and the seed decides among equals', () => {
  const list = Array.from({ length: 180 }, (_, n): GenerateCandidate => ({
    id: `o${n}`,
    price: 1300 + ((n * 37) % 2900),
    related: { mainGameId: Math.floor(n / 3) },
  }))
  for (const wantedMilli of [2500, 10_000, 64_000, 1_000_000]) {
    const found = generateCoupon({ ...asked, candidates: list, wantedMilli })!
    const product = found.reduce((all, i) => (all * list[i]!.price) / 1000, 1)
    expect(Math.abs(product / (wantedMilli / 1000) - 1)).toBeLessThan(0.02)
  }
  const seeds = Array.from({ length: 6 }, (_, seed) => generateCoupon({ ...asked, candidates: list, seed })!.join())
  expect(new Set(seeds).size).toBeGreaterThan(3)
  expect(generateCoupon({ ...asked, candidates: list, seed: 4 })!.join()).toBe(seeds[4])
  // The order in which games stand in the line says nothing.
  const turned = list.toReversed()
  expect(
    generateCoupon({ ...asked, candidates: turned, seed: 4 })!
      .map((i) => turned[i]!.id)
      .toSorted(),
  ).toEqual(
    generateCoupon({ ...asked, candidates: list, seed: 4 })!
      .map((i) => list[i]!.id)
      .toSorted(),
  )
})

test('an empty line has no coupon', () => {
  expect(generateCoupon({ ...asked, candidates: [] })).toBeNull()
})
