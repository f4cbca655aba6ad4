// @vitest-environment happy-dom
/** A letter with bets: its address is seen before it goes, and a press sends it. */
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import history from '../../../../locales/ru/history.json' with { type: 'json' }
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

let address: { to: string | null; confirmed: boolean } | undefined
const sent = vi.fn()
const gone = vi.fn()
vi.mock('./queries.ts', () => ({
  useMailAddress: () => ({ data: address, isError: false, refetch: () => {} }),
  useMail: () => ({ isPending: false, mutate: sent }),
}))
vi.mock('#platform/web/site-link.tsx', () => ({ useSiteNavigate: () => gone }))
vi.mock('#ui/Overlay.tsx', () => ({
  Modal: ({ children, footer }: { children: ReactNode; footer: ReactNode }) => (
    <div>
      {children}
      {footer}
    </div>
  ),
}))
const { MailModal } = await import('./Mail.tsx')

const texts = new TextStore({ lng: 'ru', units: { history }, report: () => {} })
function show(given: typeof address): { said: string; buttons: HTMLButtonElement[] } {
  address = given
  document.body.innerHTML = '<div id="root"></div>'
  const root = createRoot(document.querySelector('#root')!)
  onTestFinished(() => act(() => root.unmount()))
  act(() =>
    root.render(
      <TextsProvider texts={texts}>
        <UiSettingsProvider value={{ lng: 'ru', priceView: 0, text: textsOf(texts, 'ui') as never }}>
          <MailModal filter={{} as never} onClose={() => {}} />
        </UiSettingsProvider>
      </TextsProvider>,
    ),
  )
  return { said: document.body.textContent ?? '', buttons: [...document.querySelectorAll('button')] }
}

beforeEach(() => vi.clearAllMocks())

it('names the address, and sends with a press only', () => {
  const { said, buttons } = show({ to: 'a***@polosa.example', confirmed: true })
  expect(said).toContain('Письмо уйдёт на a***@polosa.example')
  expect(said).not.toContain(history.mail_unconfirmed)
  expect(sent).not.toHaveBeenCalled()
  act(() => buttons.find(({ textContent }) => textContent === history.send_mail)!.click())
  expect(sent).toHaveBeenCalledOnce()
})

it('an address that nobody has confirmed says so; without one, or before it is known, nothing can be sent', () => {
  expect(show({ to: 'a***@polosa.example', confirmed: false }).said).toContain(history.mail_unconfirmed)
  expect(show(undefined).buttons.map(({ textContent }) => textContent)).toEqual([history.mail_no])
  const { said, buttons } = show({ to: null, confirmed: false })
  expect(said).toContain(history.problem_no_mail)
  expect(buttons.map(({ textContent }) => textContent)).toEqual([history.mail_add, history.mail_no])
  act(() => buttons[0]!.click())
  expect(gone).toHaveBeenCalledWith('/office/security#email')
})
