// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it } from 'vitest'
import { selectionKey, SelectionProvider, type SelectionPort } from '#platform/web/selection.tsx'
import { expressQuery } from './queries.ts'
import { useIsInCoupon } from './use-is-in-coupon.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const leg = (id: number) => ({ I: id, CI: id + 1, O1: 'A', O2: 'B', S: 1, SI: 1, KI: 3, E: [{ T: 9, P: 2.5, C: 1.9, G: 17, GS: 4 }] })

it('an express knows that it is in the coupon when all of its outcomes are, and no sooner', () => {
  const [express] = expressQuery(3, 'en', false).read({ Success: true, Value: [{ I: 1, EI: 1, G: [leg(600), leg(700)] }] })
  const key = (gameId: number) => selectionKey({ gameId, type: 9, param: 2.5, playerId: 0 })
  const chosen = new Set<string>()
  const listeners = new Set<() => void>()
  const port: SelectionPort = {
    subscribe: () => (listener) => (listeners.add(listener), () => void listeners.delete(listener)),
    state: (one) => (chosen.has(one) ? 'selected' : 'none'),
    toggle: () => {},
  }
  const Card = () => String(useIsInCoupon(express!))
  const place = document.createElement('div')
  const root = createRoot(place)
  act(() =>
    root.render(
      <SelectionProvider port={port}>
        <Card />
      </SelectionProvider>,
    ),
  )
  const press = (gameId: number) =>
    act(() => {
      chosen.add(key(gameId))
      for (const listener of listeners) listener()
    })
  expect(place.textContent).toBe('false')
  press(600)
  expect(place.textContent).toBe('false')
  press(700)
  expect(place.textContent).toBe('true')
  act(() => root.unmount())
})
