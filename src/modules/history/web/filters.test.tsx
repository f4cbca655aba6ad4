// @vitest-environment happy-dom
/** What is typed and pressed in the filters stays, however late the address follows. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider, createMemoryRouter } from 'react-router'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import history from '../../../../locales/en/history.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { SiteProvider } from '#platform/web/features.tsx'
import { TextsProvider, textsOf } from '#platform/web/i18n.ts'
import { TextStore } from '#platform/web/text-store.ts'
import { UiSettingsProvider } from '#ui/settings.tsx'
import { Filters } from './Filters.tsx'
import { useFilter } from './filter.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
const texts = new TextStore({ lng: 'en', units: { history, ui }, report: () => {} })
const config = { coupon: { hiddenBetStatuses: [], historyDays: 7, types: [] } }

function Page() {
  const [filter, change] = useFilter()
  return <Filters filter={filter} change={change} />
}

/** Lets the address follow. */
let arrive: () => void = () => {}

async function page() {
  const router = createMemoryRouter([
    {
      path: '*',
      Component: Page,
      HydrateFallback: () => null,
      loader: ({ request }) => (request.url.includes('?') ? new Promise((done) => (arrive = () => done(null))) : null),
    },
  ])
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(async () => {
    await act(async () => root.unmount())
    document.body.innerHTML = ''
    vi.useRealTimers()
  })
  await act(async () =>
    root.render(
      <SiteProvider value={{ lng: 'en', country: 'KZ', config, features: {} } as never}>
        <TextsProvider texts={texts}>
          <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: textsOf(texts, 'ui') as never }}>
            <RouterProvider router={router} />
          </UiSettingsProvider>
        </TextsProvider>
      </SiteProvider>,
    ),
  )
  return router
}

beforeEach(() => void vi.useFakeTimers())
const field = () => document.querySelector('input')!
const type = (value: string, into = field()) =>
  act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(into, value)
    into.dispatchEvent(new Event('input', { bubbles: true }))
  })
const press = (name: string) =>
  act(async () => [...document.querySelectorAll('button')].find(({ textContent }) => textContent === name)!.click())
const wait = () => act(async () => vi.advanceTimersByTimeAsync(400))
const follow = () => act(async () => (arrive(), vi.advanceTimersByTimeAsync(0)))

it('what is typed while the address follows is not lost', async () => {
  const router = await page()
  await type('a')
  await wait()
  await type('ab')
  await follow()
  expect([router.state.location.search, field().value]).toEqual(['?q=a', 'ab'])
  await wait()
  await follow()
  expect([router.state.location.search, field().value]).toEqual(['?q=ab', 'ab'])
  // What another way has changed is shown.
  await act(async () => void router.navigate('/'))
  await wait()
  expect(field().value).toBe('')
})

it('a chip that was pressed while a word was typed stays pressed, and so does one of two pressed at once', async () => {
  const router = await page()
  await type('a')
  await press(history.filter_won)
  await follow()
  await wait()
  await follow()
  expect(router.state.location.search).toBe('?status=won&q=a')
  await press(history.filter_lost)
  await press(history.days_other.replace('{{count}}', '30'))
  await follow()
  expect(Object.fromEntries(new URLSearchParams(router.state.location.search))).toEqual({ status: 'lost', q: 'a', days: '30' })
})

it('a chip whose way was overtaken by another one is not pressed by the next', async () => {
  const router = await page()
  await press(history.filter_won)
  await act(async () => void router.navigate('/'))
  await wait()
  await press(history.days_other.replace('{{count}}', '30'))
  await follow()
  expect(router.state.location.search).toBe('?days=30')
})

it('the days of a range are those of the address, whoever has changed it; what is being typed stays', async () => {
  const router = await page()
  const days = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode=numeric]')]
  const typed = () => days().map(({ value }) => value)
  await act(async () => void router.navigate('/?from=2026-11-01&to=2026-11-05'))
  await follow()
  await press(history.more_filters)
  expect(typed()).toEqual(['01.11.2026', '05.11.2026'])
  await type('02.11.2026', days()[0])
  await follow()
  expect([router.state.location.search, ...typed()]).toEqual(['?from=2026-11-02&to=2026-11-05', '02.11.2026', '05.11.2026'])
  // A day that is half typed by the time the address follows is not filled in.
  await type('03.11.2026', days()[0])
  await type('03.11.202', days()[0])
  await follow()
  expect([router.state.location.search, ...typed()]).toEqual(['?from=2026-11-03&to=2026-11-05', '03.11.202', '05.11.2026'])
  await press(history.days_other.replace('{{count}}', '7'))
  await follow()
  expect([router.state.location.search, ...typed()]).toEqual(['?days=7', '', ''])
  await act(async () => void router.navigate(-1))
  await follow()
  expect(typed()).toEqual(['03.11.2026', '05.11.2026'])
})

const dates = () => [...document.querySelectorAll<HTMLInputElement>('input[inputmode="numeric"]')] as [HTMLInputElement, HTMLInputElement]
const enter = (at: HTMLInputElement, value: string) =>
  act(async () => {
    at.focus()
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(at, value)
    at.dispatchEvent(new Event('input', { bubbles: true }))
  })
const leave = (at: HTMLInputElement) => act(async () => at.blur())
const faultOf = ({ id }: HTMLInputElement) => document.getElementById(`${id}-error`)?.textContent ?? null

it('a period of more than ninety days is a fault of its field and does not get into the address', async () => {
  vi.setSystemTime(new Date('2026-12-01T12:00:00Z'))
  const router = await page()
  await press(history.more_filters)
  const [from, to] = dates()
  await enter(from, '02.09.2026')
  await enter(to, '01.12.2026')
  await follow()
  expect([faultOf(to), router.state.location.search]).toEqual([history.date_span.replace('{{days}}', '90'), ''])
  await enter(from, '03.09.2026')
  await follow()
  expect([faultOf(to), router.state.location.search]).toEqual([null, '?from=2026-09-03&to=2026-12-01'])
})

it('a day that has not come is a fault of its field and does not get into the address', async () => {
  vi.setSystemTime(new Date('2026-12-01T12:00:00Z'))
  const router = await page()
  await press(history.more_filters)
  const [from, to] = dates()
  await enter(from, '01.11.2026')
  await enter(to, '02.12.2026')
  await leave(to)
  await follow()
  expect([faultOf(to), router.state.location.search]).toEqual([expect.stringContaining('12'), ''])
})

it('what is no date is said once its field is left', async () => {
  await page()
  await press(history.more_filters)
  const [from] = dates()
  await enter(from, '1.12')
  expect(faultOf(from)).toBeNull()
  await leave(from)
  expect(faultOf(from)).toBe(history.date_invalid)
  await enter(from, '')
  await leave(from)
  expect(faultOf(from)).toBeNull()
})
