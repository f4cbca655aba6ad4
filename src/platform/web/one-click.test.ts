import { expect, it } from 'vitest'
import { oneClickOf, withOneClick } from './one-click.ts'

it('is of one player: others and nobody have it off, also where a browser once kept it for all', () => {
  const kept = withOneClick({ boost: false }, 7, { on: true })
  expect(kept).toEqual({ boost: false, oneClicks: { 7: { on: true, stakes: {} } } })
  expect([oneClickOf(kept, 7).on, oneClickOf(kept, 9).on, oneClickOf(kept, null).on, oneClickOf(null, 7).on]).toEqual([
    true,
    false,
    false,
    false,
  ])
  expect(oneClickOf({ oneClick: { on: true, stakes: {} } } as never, 7).on).toBe(false)
})

it('changes what is named and keeps the rest, of others too', () => {
  const both = withOneClick(withOneClick(null, 7, { on: true }), 9, { stakes: { KZT: '500' } })
  expect(withOneClick(both, 7, { stakes: { EUR: '2' } }).oneClicks).toEqual({
    7: { on: true, stakes: { EUR: '2' } },
    9: { on: false, stakes: { KZT: '500' } },
  })
})
