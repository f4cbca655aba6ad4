// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, expect, it, vi } from 'vitest'

const NOW = Date.UTC(2030, 0, 1, 12)
const at = (hours: number) => new Date(NOW + hours * 3_600_000).toISOString()
const said = vi.fn((_note: { text: string }) => () => {})
const site = { lng: 'en', country: 'GB', config: { maintenance: [{ from: at(1), to: at(2) }] } }
vi.mock('#platform/web/product-clock.ts', () => ({ useProductClock: () => () => NOW }))
vi.mock('#platform/web/features.tsx', () => ({ useSite: () => site }))
vi.mock('#platform/web/i18n.ts', () => ({ useTexts: () => String }))
vi.mock('#platform/web/site-link.tsx', () => ({ useSiteNavigate: () => () => {} }))
vi.mock('#platform/web/ModalHost.tsx', () => ({ showToast: said }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { useWorksNotice } = await import('./works-notice.ts')

it('works of the next day are those of the day of the product, wherever the clock of the browser stands', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  function Page() {
    useWorksNotice()
    return null
  }
  const root = createRoot(document.createElement('div'))
  await act(async () => root.render(<Page />))
  expect(said).toHaveBeenCalledOnce()
  await act(async () => root.unmount())
})
