// @vitest-environment happy-dom
/** The code of an electronic identity: it stands there again after the page was read anew, and for one session only. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest'
import auth from '../../../../locales/en/auth.json' with { type: 'json' }
import identity from '../../../../locales/en/identity.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { TextStore } from '#platform/web/text-store.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

let answer = 'running'
const called: string[] = []
vi.mock('#platform/web/call.ts', () => ({
  call: async (method: string, path: string, { params }: { params?: { sessionId: string } }) => {
    called.push(`${method} ${params?.sessionId ?? path.split('/')[3]}`)
    return method === 'POST' ? { sessionId: 'new', verificationCode: '2222' } : { state: answer }
  },
}))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { SiteProvider } = await import('#platform/web/features.tsx')
const { TextsProvider, textsOf } = await import('#platform/web/i18n.ts')
const { SessionProvider } = await import('#platform/web/session.tsx')
const { UiSettingsProvider } = await import('#ui/settings.tsx')
const { PersonForm } = await import('./PersonForm.tsx')

const texts = new TextStore({ lng: 'en', units: { identity, auth, ui }, report: () => {} })
const site = { lng: 'en', country: 'KZ', config: { captcha: { type: 'none' } }, features: {} } as never
const session = { player: { id: 7 }, accounts: [], refresh: () => {} } as never
const sent = vi.fn()

let leave = () => {}
beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 4, 5, 12) })
  called.length = 0
  answer = 'running'
  sent.mockClear()
})
afterEach(() => {
  act(leave)
  document.body.replaceChildren()
  vi.useRealTimers()
})

const running = (id: string, code: string) => ({ kind: 'smart_id', session_id: id, code, until: Date.now() / 1000 + 300 })

function page() {
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  leave = () => root.unmount()
  return (told: ReturnType<typeof running> | undefined) =>
    act(async () =>
      root.render(
        <SiteProvider value={site}>
          <SessionProvider value={session}>
            <TextsProvider texts={texts}>
              <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
                <PersonForm way="smart_id" running={told} onSent={sent} />
              </UiSettingsProvider>
            </TextsProvider>
          </SessionProvider>
        </SiteProvider>,
      ),
    )
}

const code = () => document.querySelector('[data-testid=session-code]')?.textContent
const pass = () => act(async () => vi.advanceTimersByTimeAsync(2_100))
const press = (name: string) =>
  act(async () => {
    ;[...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click()
    await vi.advanceTimersByTimeAsync(1)
  })

it('a session that runs already is shown and asked; its end is told', async () => {
  const draw = page()
  await draw(running('old', '1111'))
  expect(code()).toBe('1111')
  expect(document.body.textContent).toContain('The code is good until')
  answer = 'timeout'
  await pass()
  await draw(undefined)
  expect(called).toEqual(['GET old'])
  expect(sent).toHaveBeenCalledOnce()
  expect(code()).toBeUndefined()
  expect(document.body.textContent).toContain(identity.session_timeout)
})

it('what another tab has begun takes the place of what this one shows', async () => {
  const draw = page()
  await draw(running('old', '1111'))
  await draw(running('new', '2222'))
  expect(code()).toBe('2222')
  await pass()
  expect(called).toEqual(['GET new'])
})

it('a new one is begun while one runs; what the status still says of the one before does not come back', async () => {
  const draw = page()
  await draw(running('old', '1111'))
  await press(identity.session_again)
  expect(code()).toBeUndefined()
  const field = document.querySelector<HTMLInputElement>('input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, '38001085718')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  await press(identity.session_start)
  await draw(running('old', '1111'))
  expect(code()).toBe('2222')
  await draw(running('new', '2222'))
  expect(code()).toBe('2222')
})
