// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'

const NOW_SEC = 1_900_000_000
const drawn: number[][] = []
vi.mock('uplot', () => ({
  default: class {
    static paths = { stepped: () => null }
    constructor(_options: unknown, [times]: number[][]) {
      drawn.push(times!)
    }
    setSize() {}
    destroy() {}
  },
}))
vi.mock('#platform/web/product-clock.ts', () => ({ useProductClock: () => clock }))
vi.mock('../model/zone.ts', () => ({ useDates: () => String }))
const clock = () => NOW_SEC * 1000
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { Chart } = await import('./Chart.tsx')

it('the last price stands until now, by the clock of the product', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Chart points={[{ at: NOW_SEC - 60, price: 2000 }]} label="" />))
  expect(drawn).toEqual([[NOW_SEC - 60, NOW_SEC]])
  await act(async () => root.unmount())
})
