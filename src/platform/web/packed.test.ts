import fc from 'fast-check'
import { expect, it } from 'vitest'
import { dehydrate, hydrate } from '@tanstack/react-query'
import { pack, unpack } from './packed.ts'
import { createQueryClient } from './query-client.ts'

it('what is unpacked is what was packed', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const again = unpack(JSON.parse(JSON.stringify(pack(value))))
      expect(again).toEqual(typeof value === 'object' && value !== null ? JSON.parse(JSON.stringify(value)) : value)
    }),
  )
})

it('one body is written once', () => {
  const body = { Value: [1, 2] }
  expect(pack(body)).toBe(pack(body))
})

it('a page with packed bodies fills the cache of the browser', () => {
  const server = createQueryClient()
  server.setQueryData(['/feed', {}, null], { Value: [{ I: 1 }] })
  const state = dehydrate(server)
  const packed = {
    ...state,
    queries: state.queries.map((query) => ({ ...query, state: { ...query.state, data: pack(query.state.data) } })),
  }
  const browser = createQueryClient()
  hydrate(browser, JSON.parse(JSON.stringify(packed)))
  expect(browser.getQueryData(['/feed', {}, null])).toEqual({ Value: [{ I: 1 }] })
})
