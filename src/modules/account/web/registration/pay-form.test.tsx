// @vitest-environment happy-dom
import { act } from 'react'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import account from '../../../../../locales/en/account.json' with { type: 'json' }
import auth from '../../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { PayForm } from './PayForm.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
vi.mock(import('#platform/web/session.tsx'), async (load) => ({ ...(await load()), useSession: () => ({ player: null }) as never }))

const kzt = {
  form: { id: 5, title: '', type: 'fast_reg', kind: 'pay', steps: [] },
  currency: 'KZT',
  symbol: '₸',
  exponent: 2,
  methods: [{ id: 1, name: 'Card', min: 100, max: 100_000, fee: 0 }],
}
let offer = kzt
vi.stubGlobal('fetch', async () => new Response(JSON.stringify(offer), { headers: { 'content-type': 'application/json' } }))

const texts = new TextStore({ lng: 'en', units: { account, auth, ui }, report: () => {} })
const taxes = [{ country: 'KZ', rule: 'ЗРК', validFrom: 0, transfer: { deposit: '0.1' } }]
const site = { lng: 'en', country: 'KZ', config: { captcha: { type: 'none' }, taxes }, features: {} }

async function shown() {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const form = (
    <QueryClientProvider client={client}>
      <SiteProvider value={site as never}>
        <TextsProvider texts={texts}>
          <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
            <PayForm setupId={1} origin={{} as never} known={{}} />
          </UiSettingsProvider>
        </TextsProvider>
      </SiteProvider>
    </QueryClientProvider>
  )
  const router = createMemoryRouter([{ path: '/', element: form }])
  const field = () => document.querySelector<HTMLInputElement>('input[inputmode=decimal]')
  await act(async () => root.render(<RouterProvider router={router} />))
  await vi.waitFor(() => act(async () => expect(field()).not.toBeNull()))
  onTestFinished(() => act(async () => root.unmount()))
  return field()!
}

it('the sum of a first deposit is read in digits of every script, and its tax is reckoned from them', async () => {
  const sum = await shown()
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(sum, '٥٠٠٫٥')
    sum.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(sum.value).toBe('500.5')
  expect(document.querySelector('[data-testid=tax]')!.textContent).toMatch(/50\.05/)
})

it('the least and the most of a way have every decimal of their currency', async () => {
  offer = { ...kzt, currency: 'BTC', symbol: '₿', exponent: 8, methods: [{ id: 1, name: 'Bitcoin', min: 0.0002, max: 1.5, fee: 0 }] }
  await shown()
  const said = document.body.textContent?.replaceAll(/[\u2066\u2069]/g, '')
  expect(said).toContain('₿0.0002 to ₿1.5')
})
