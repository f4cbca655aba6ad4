/** A screen in its providers, as tests draw it; its calls go as far as `fetch`, which the test answers. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider, type Location } from 'react-router'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { SiteProvider, type SiteContext } from './features.tsx'
import { startI18n, TextsProvider, textsOf } from './i18n.ts'
import { modals } from './modal-queue.ts'
import { ModalHost } from './ModalHost.tsx'
import { SessionProvider, type SessionAccount, type SessionPort } from './session.tsx'

/** The answer of the server to a call: a value, a whole response, or a promise of one; nothing is a 404, one that throws no network. */
export type Answer = (path: string, body: Record<string, unknown>) => unknown

interface SampleOptions {
  /** English texts by module. */
  units: Readonly<Record<string, Readonly<Record<string, string>>>>
  /** Nothing, where the test has a double of the calls themselves. */
  answer?: Answer
  lng?: string
  country?: string
  /** With what the step there has brought, where the screen reads that. */
  at?: string | Partial<Location>
  /** Of the route, where the screen reads parts of its address. */
  pattern?: string
  /** What the loader of the screen has brought, where it reads that. */
  loaded?: unknown
  player?: { id: number } | null
  accounts?: readonly SessionAccount[]
  /** Asks for the session again. */
  refresh?: () => void
  config?: Readonly<Record<string, unknown>>
  features?: Readonly<Record<string, boolean>>
}

const CONFIG = { captcha: { type: 'disabled' }, customize: { name: 'Brand' }, global: { routes: [] }, coupon: { types: [] } }
const RETRY = { queries: { retry: false, staleTime: 10_000 } } as const

export function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', date: new Date().toUTCString() } })
}

/** What carries the token of the session. */
const token = () => json({ data: { attributes: { userToken: 'token', expireDate: Math.floor(Date.now() / 1000) + 600 } } })

/** Stands in place of `fetch`. */
export function fetchOf(answer: Answer): typeof fetch {
  return async (input, init) => {
    const path = String(input instanceof Request ? input.url : input).split('?')[0]!
    if (path.includes('/v1/token/')) return token()
    const body = typeof init?.body === 'string' ? (JSON.parse(init.body) as Record<string, unknown>) : {}
    const given = await answer(path, body)
    if (given === undefined) return json({}, 404)
    return given instanceof Response ? given : json({ success: true, data: given })
  }
}

export async function sampleScreen(screen: ReactNode, options: SampleOptions) {
  const { units, answer = () => undefined, lng = 'en', country = 'KZ', at = `/${lng}/office`, pattern = '*', loaded } = options
  const { player = { id: 7 }, accounts = [], refresh = () => {}, config = {}, features = {} } = options
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  const real = globalThis.fetch
  globalThis.fetch = fetchOf(answer)
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const client = new QueryClient({ defaultOptions: RETRY })
  const site = { lng, country, brand: 'polosa', features, config: { ...CONFIG, ...config } } as unknown as SiteContext
  const texts = startI18n({ lng, units })
  let session = { player, accounts, account: accounts[0] ?? null, refresh, signIn: () => {} } as unknown as SessionPort
  const router = createMemoryRouter(
    [
      { id: 'screen', path: pattern, element: screen, ...(loaded === undefined ? {} : { loader: () => loaded }) },
      { path: '*', element: null },
    ],
    { initialEntries: [at], ...(loaded === undefined ? {} : { hydrationData: { loaderData: { screen: loaded } } }) },
  )
  const draw = () =>
    root.render(
      <QueryClientProvider client={client}>
        <SiteProvider value={site}>
          <SessionProvider value={session}>
            <TextsProvider texts={texts}>
              <UiSettingsProvider value={{ lng, priceView: 0, text: textsOf(texts, 'ui') as never }}>
                <RouterProvider router={router} />
                <ModalHost />
              </UiSettingsProvider>
            </TextsProvider>
          </SessionProvider>
        </SiteProvider>
      </QueryClientProvider>,
    )
  await act(async () => draw())
  const named = (name: string) => (one: Element) => (one.getAttribute('aria-label') ?? one.textContent) === name
  return {
    place,
    client,
    says: () => document.body.textContent ?? '',
    path: () => router.state.location.pathname,
    /** What stands in the address behind its path. */
    search: () => router.state.location.search,
    /** Waits until it holds, letting answers come. */
    async until(holds: () => unknown) {
      for (let tries = 0; !holds(); tries += 1) {
        if (tries > 2_000) throw new Error(`it never came to hold; the page says: ${document.body.textContent}`)
        await act(async () => new Promise((done) => setTimeout(done, 10)))
      }
    },
    /** Lets what has been answered be drawn. */
    settle: () => act(async () => new Promise((done) => setTimeout(done, 30))),
    find: (name: string) => [...document.querySelectorAll('button, a')].find(named(name)) as HTMLButtonElement | undefined,
    async press(element: Element | string | null | undefined) {
      const found = typeof element === 'string' ? [...document.querySelectorAll('button, a')].find(named(element)) : element
      if (!found) throw new Error(`nothing to press: ${String(element)}; the page says: ${document.body.textContent}`)
      await act(async () => {
        ;(found as HTMLElement).focus()
        ;(found as HTMLElement).click()
      })
    },
    async type(element: Element | null, text: string) {
      await act(async () => {
        Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(element, text)
        element!.dispatchEvent(new Event('input', { bubbles: true }))
      })
    },
    /** Accounts as they are from now on. */
    async setAccounts(next: readonly SessionAccount[]) {
      session = { ...session, accounts: next, account: next[0] ?? null }
      await act(async () => draw())
    },
    leave() {
      act(() =>
        modals
          .entries()
          .toReversed()
          .forEach(({ id }) => modals.close(id)),
      )
      act(() => root.unmount())
      document.body.replaceChildren()
      globalThis.fetch = real
    },
  }
}
