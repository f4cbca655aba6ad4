// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { joined, type Sides } from '../rules/duel.ts'
import type { DuelMatch } from './queries.ts'
import { useDuelSides } from './use-duel-sides.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const match = (ci: number): DuelMatch => ({
  ci,
  sportId: 1,
  champ: 'Cup',
  startsAt: 1,
  participants: [{ id: ci, name: `Side ${ci}`, match: ci, sportId: 1, average: 1, blocked: false }],
})
const MATCHES = [match(1), match(2), match(3)]

it('chosen sides stand in the address and are found there again, also when one of them has left the list since', async () => {
  let [sides, choose]: [Sides, (next: Sides) => void] = [[[], []], () => {}]
  let matches: readonly DuelMatch[] = MATCHES
  const see = (seen: ReturnType<typeof useDuelSides>) => void ([sides, choose] = seen)
  function Probe() {
    see(useDuelSides(matches))
    return null
  }
  const place = document.createElement('div')
  const open = async (address: string) => {
    const router = createMemoryRouter([{ path: '/en/duel', element: <Probe /> }], { initialEntries: [address] })
    const root = createRoot(place)
    await act(async () => root.render(<RouterProvider router={router} />))
    return { router, leave: () => act(() => root.unmount()) }
  }
  const names = () => sides.map((side) => side.map(({ name }) => name))
  const first = await open('/en/duel')
  expect(names()).toEqual([[], []])
  await act(async () => choose(joined(sides, 0, MATCHES[0]!.participants[0]!)))
  await act(async () => choose(joined(sides, 1, MATCHES[1]!.participants[0]!)))
  expect(names()).toEqual([['Side 1'], ['Side 2']])
  const { search } = first.router.state.location
  first.leave()
  const second = await open(`/en/duel${search}`)
  expect(names()).toEqual([['Side 1'], ['Side 2']])
  matches = [match(2), match(3)]
  await act(async () => choose(joined(sides, 0, MATCHES[2]!.participants[0]!)))
  expect(names()).toEqual([['Side 1', 'Side 3'], ['Side 2']])
  await act(async () => choose([[], []]))
  expect([names(), second.router.state.location.search]).toEqual([[[], []], ''])
  second.leave()
})
