// @vitest-environment happy-dom
/** A press whose answer was lost, and the payment had an end before the next one. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { MemoryRouter } from 'react-router'
import { expect, it, onTestFinished, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import payments from '../../../../locales/en/payments.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { DepositForm } from './DepositForm.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const texts = new TextStore({ lng: 'en', units: { auth, payments, ui }, report: () => {} })
const site = { lng: 'en', country: 'KZ', config: { captcha: { type: 'none' } }, features: {} }
const currency = { code: 'EUR', symbol: '€', exponent: 2 }
const account = { id: 7, name: 'EUR', balance: 0n, currency, isActive: true, isBonus: false }
const card = { id: 1, name: 'Bank card', group: 'cards', min: 5, max: 1000, fee: 0, drawing: 'card' }

function json(body: unknown): Response {
  return new Response(JSON.stringify(body), { headers: { 'content-type': 'application/json', date: new Date().toUTCString() } })
}
const token = { data: { attributes: { userToken: 'token', expireDate: Math.floor(Date.now() / 1000) + 600 } } }

it.each([
  ['called_off', payments.watch_called_off],
  ['done', payments.watch_done],
])('of one that is %s it says so, asks for balances again, and the next press is another payment', async (state, said) => {
  const keys: string[] = []
  const answers = [new Response('', { status: 502 }), json({ success: true, data: { id: 'a', state } })]
  vi.stubGlobal('fetch', async (url: string, init?: RequestInit) => {
    if (!url.endsWith('/office/deposit')) return json(token)
    keys.push((JSON.parse(init!.body as string) as { request_key: string }).request_key)
    return answers.shift() ?? new Promise(() => {})
  })
  const refresh = vi.fn<() => void>()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  act(() =>
    root.render(
      <QueryClientProvider client={new QueryClient()}>
        <SiteProvider value={site as never}>
          <SessionProvider value={{ player: null, account, accounts: [account], refresh } as Partial<SessionPort> as SessionPort}>
            <TextsProvider texts={texts}>
              <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
                <MemoryRouter>
                  <DepositForm account={account} methods={[card]} method={1} wanted="25" tax={null} />
                </MemoryRouter>
              </UiSettingsProvider>
            </TextsProvider>
          </SessionProvider>
        </SiteProvider>
      </QueryClientProvider>,
    ),
  )
  const press = async (times: number) => {
    act(() => place.querySelector<HTMLButtonElement>('button[type="submit"]')!.click())
    await act(() => vi.waitFor(() => expect(keys).toHaveLength(times)))
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  }
  await press(1)
  expect(place.textContent).not.toContain(said)
  await press(2)
  expect(keys[1]).toBe(keys[0])
  expect([place.querySelector('[role="status"]')?.textContent, refresh.mock.calls.length]).toEqual([said, 1])
  await press(3)
  expect(keys[2]).not.toBe(keys[0])
  expect(place.textContent).not.toContain(said)
})
