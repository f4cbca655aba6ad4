// @vitest-environment happy-dom
/** The way back from a service that leads on to nothing: whoever is signed in goes back to security. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, expect, it, onTestFinished } from 'vitest'
import auth from '../../../../../locales/en/auth.json' with { type: 'json' }
import ui from '../../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { SessionProvider, type SessionPort } from '#platform/web/session.tsx'
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { forgetPendingSocial, readPendingSocial } from './pending-social.ts'
import SocialReturn from './social.screen.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
afterEach(() => document.body.replaceChildren())

const texts = new TextStore({ lng: 'en', units: { auth, ui }, report: () => {} })
const site = {
  lng: 'en',
  country: 'KZ',
  config: { registration: { types: ['social'] }, customize: {}, global: { routes: [] } },
  features: {},
}

async function shown(player: object | null) {
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  const router = createMemoryRouter([{ path: '/en/social/:provider', element: <SocialReturn /> }], {
    initialEntries: ['/en/social/google'],
  })
  await act(async () =>
    root.render(
      <SiteProvider value={site as never}>
        <SessionProvider value={{ player, accounts: [], refresh: () => {} } as unknown as SessionPort}>
          <TextsProvider texts={texts}>
            <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
              <RouterProvider router={router} />
            </UiSettingsProvider>
          </TextsProvider>
        </SessionProvider>
      </SiteProvider>,
    ),
  )
  const found = {
    title: place.querySelector('h1')?.textContent,
    said: place.querySelector('[role=alert]')?.textContent,
    leads: [...place.querySelectorAll('a')].map((a) => [a.textContent, a.getAttribute('href')]).at(-1),
  }
  act(() => root.unmount())
  return found
}

it('an address that has done its work', async () => {
  expect(await shown({ id: 7 })).toEqual({
    title: 'Link with Google',
    said: auth.problem_social_over,
    leads: [auth.back_to_security, '/en/office/security#social'],
  })
  expect(await shown(null)).toEqual({
    title: 'Sign in with Google',
    said: auth.problem_social_refused,
    leads: [auth.back_to_sign_in, '/en/login'],
  })
})

it('a person without an account is not linked by himself with whoever signs in next', async () => {
  const profile = { email: '', name: 'A', provider: 'google' }
  location.hash = '#state=s&code=c'
  const page = await sampleScreen(<SocialReturn />, {
    units: { auth, ui },
    at: '/en/social/google',
    pattern: '/en/social/:provider',
    player: null,
    config: { registration: { types: [] } },
    answer: (path) => (path.endsWith('/socauth/auth') ? { nextStep: 'registration', authId: 'a', profile } : undefined),
  })
  onTestFinished(page.leave)
  onTestFinished(forgetPendingSocial)
  await page.until(() => page.path() === '/en/login')
  expect(await readPendingSocial()).toEqual({ authId: 'a', profile, link: false })
})
