/** A part of a page in its providers, as tests draw it; what the part asks is answered by a double of the calls. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import type { RouteRule } from '#platform/shared/site-config.ts'
import { SiteProvider, type SiteContext } from '#platform/web/features.tsx'
import { startI18n, TextsProvider } from '#platform/web/i18n.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'

export interface SamplePage {
  place: HTMLElement
  /** Waits until it holds, letting answers come. */
  until(holds: () => boolean): Promise<void>
  button(name: string): HTMLButtonElement
  press(element: Element): Promise<void>
  /** What stands in the address behind its path. */
  search(): string
  /** Asks everything again that the page has asked. */
  askAgain(): Promise<void>
  leave(): void
}

const SITE = {
  lng: 'en',
  country: 'GB',
  features: { line: true, live: true },
  config: { customize: { name: 'Brand' }, betting: {}, coupon: { types: ['sameGame'] } },
} as unknown as SiteContext

interface SampleOptions {
  /** English texts by module. */
  units: Readonly<Record<string, Readonly<Record<string, string>>>>
  at?: string
  player?: object
  /** The brand's rules of pages. */
  routes?: readonly RouteRule[]
}

export async function samplePage(part: ReactNode, { units, at = '/en/line', player, routes = [] }: SampleOptions): Promise<SamplePage> {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 10_000, gcTime: 300_000 } } })
  // A screen reads what its loader brought: nothing, as after a press on a link.
  const router = createMemoryRouter([{ id: 'page', path: '*', element: part, loader: () => null }], {
    initialEntries: [at],
    hydrationData: { loaderData: { page: { state: { mutations: [], queries: [] } } } },
  })
  const session = { player: player ?? null, signIn: () => {} } as unknown as SessionPort
  const site = { ...SITE, config: { ...SITE.config, global: { routes } } } as unknown as SiteContext
  const texts = startI18n({ lng: 'en', units })
  await act(async () =>
    root.render(
      <SiteProvider value={site}>
        <SessionProvider value={session}>
          <QueryClientProvider client={client}>
            <TextsProvider texts={texts}>
              <RouterProvider router={router} />
            </TextsProvider>
          </QueryClientProvider>
        </SessionProvider>
      </SiteProvider>,
    ),
  )
  const buttons = () => [...document.querySelectorAll('button')]
  const nameOf = (one: HTMLButtonElement) => one.getAttribute('aria-label') ?? one.textContent
  return {
    place,
    async until(holds) {
      for (let tries = 0; !holds(); tries += 1) {
        if (tries > 2_000) throw new Error(`it never came to hold; the page says: ${document.body.textContent}`)
        await act(async () => new Promise((done) => setTimeout(done, 10)))
      }
    },
    button(name) {
      const found = buttons().find((one) => nameOf(one) === name)
      if (!found) throw new Error(`no button ${name} among ${buttons().map(nameOf).join()}`)
      return found
    },
    async press(element) {
      await act(async () => {
        ;(element as HTMLElement).focus()
        ;(element as HTMLElement).click()
      })
    },
    search: () => router.state.location.search,
    askAgain: () => act(async () => client.refetchQueries()),
    leave() {
      act(() => root.unmount())
      place.remove()
    },
  }
}
