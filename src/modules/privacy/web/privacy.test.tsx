// @vitest-environment happy-dom
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, onTestFinished } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import privacy from '../../../../locales/en/privacy.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider } from '#platform/web/i18n.ts'
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { TextStore } from '#platform/web/text-store.ts'
import { overviewQuery, type Overview } from './queries.ts'
import PrivacyScreen from './privacy.screen.tsx'

const texts = new TextStore({ lng: 'en', units: { privacy, ui }, report: () => {} })

it('a choice of cookies is shown as what was chosen, other consents as yes or no', () => {
  const version = '1'
  const consents: Overview['consents'] = [
    { kind: 'cookies', what: '0', accepted: false, version, at: 300 },
    { kind: 'cookies', what: '1', accepted: true, version, at: 200 },
    { kind: 'mailing', what: 'email', accepted: false, version, at: 100 },
  ]
  const client = new QueryClient()
  client.setQueryData(overviewQuery.queryKey, { consents, exports: [], erasure: null, retention: [], kept: [] })
  const place = document.createElement('div')
  place.innerHTML = renderToStaticMarkup(
    <QueryClientProvider client={client}>
      <SiteProvider value={{ lng: 'en', country: 'GB', config: {}, features: {} } as never}>
        <TextsProvider texts={texts}>
          <PrivacyScreen />
        </TextsProvider>
      </SiteProvider>
    </QueryClientProvider>,
  )
  const rows = [...place.querySelectorAll('li')].map((row) => [row.querySelector('strong')!.textContent, row.lastElementChild!.textContent])
  expect(rows).toEqual([
    ['Cookies', 'Necessary only'],
    ['Cookies', 'Functional'],
    ['News: e-mail', 'No'],
  ])
})

it('what is shown stays when it is asked anew and does not come', async () => {
  let reads = 0
  const page = await sampleScreen(<PrivacyScreen />, {
    units: { privacy, ui },
    answer: () => {
      reads += 1
      if (reads > 1) throw new TypeError('no network')
      return { consents: [], exports: [], erasure: null, retention: [], kept: [] }
    },
  })
  onTestFinished(page.leave)
  const box = () => page.place.querySelector('input[type="checkbox"]')
  await page.until(box)
  await page.press(box())
  await page.client.invalidateQueries()
  await page.settle()
  expect([reads, page.place.querySelector<HTMLInputElement>('input[type="checkbox"]')?.checked]).toEqual([2, true])
})

it('a copy that does not come says so in words, and asks for the password where the server wants it', async () => {
  const answers = [() => new Response('<html>', { status: 502 }), () => json({ success: false, error: 'no', error_code: 91 }, 403)]
  const copy = { id: 3, state: 'done', askedAt: 1, expiresAt: 2, size: 9 }
  const page = await sampleScreen(<PrivacyScreen />, {
    units: { auth, privacy, ui },
    answer: (path) =>
      path.endsWith('/download') ? answers.shift()?.() : { consents: [], exports: [copy], erasure: null, retention: [], kept: [] },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(privacy.copy_download))
  await page.press(privacy.copy_download)
  await page.until(() => page.says().includes(ui.server_generic))
  await page.press(privacy.copy_download)
  await page.until(() => document.querySelector('input[type="password"]'))
})

it('a copy that is asked for leaves the keyboard at its card', async () => {
  let exports: readonly object[] = []
  const page = await sampleScreen(<PrivacyScreen />, {
    units: { privacy, auth, ui },
    answer: (path) => {
      if (path.endsWith('/privacy')) return { consents: [], exports, erasure: null, retention: [], kept: [] }
      exports = [{ id: 1, state: 'waiting', askedAt: 1, expiresAt: 0, size: 0 }]
      return {}
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(privacy.copy_ask))
  await page.press(privacy.copy_ask)
  await page.until(() => page.says().includes(privacy.copy_waiting))
  await page.settle()
  expect(document.activeElement?.matches('section')).toBe(true)
})
