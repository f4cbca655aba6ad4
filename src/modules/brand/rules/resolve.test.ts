import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { overlay, resolve, type Layer } from './resolve.ts'

const place = { host: 'polosa.localhost', country: 'DE', lng: 'ru', partner: 1, group: 1 }

describe('resolve', () => {
  const base = { a: { b: 1, c: [1, 2] }, d: 'x' }

  it('lays fitting layers over the base in order and leaves the rest', () => {
    const layers: Layer[] = [
      { when: { countries: ['DE'] }, set: { a: { b: 2 } } },
      { when: { countries: ['FR'] }, set: { d: 'never' } },
      { when: { partners: [1], languages: ['ru'] }, set: { a: { c: [9] } } },
    ]
    expect(resolve(base, layers, place)).toEqual({ a: { b: 2, c: [9] }, d: 'x' })
    expect(base).toEqual({ a: { b: 1, c: [1, 2] }, d: 'x' })
  })

  it('takes no prototype from a file', () => {
    const out = overlay({} as Record<string, unknown>, JSON.parse('{"__proto__":{"bad":true},"constructor":{"bad":true}}'))
    expect(({} as Record<string, unknown>)['bad']).toBeUndefined()
    expect(Object.keys(out)).toEqual([])
  })
})

it('law of configuration: the same place gives the same configuration, and a layer that does not fit changes nothing', () => {
  const json = fc.dictionary(
    fc.constantFrom('a', 'b', 'c'),
    fc.oneof(fc.integer(), fc.string(), fc.dictionary(fc.constantFrom('x', 'y'), fc.integer())),
  )
  const layer = fc.record({ when: fc.record({ countries: fc.constantFrom<string[]>(['DE'], ['FR'], ['DE', 'FR']) }), set: json })
  fc.assert(
    fc.property(json, fc.array(layer, { maxLength: 6 }), (base, layers) => {
      const once = resolve(base, layers, place)
      expect(resolve(base, layers, place)).toEqual(once)
      const fitting = layers.filter((l) => l.when.countries.includes('DE'))
      expect(resolve(base, fitting, place)).toEqual(once)
      // Laying the same layers twice is laying them once.
      expect(resolve(once, fitting, place)).toEqual(once)
    }),
  )
})
