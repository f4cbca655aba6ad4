// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useLinkedCode } from './linked-code.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

it.each([true, false])('what a shared address brings is shown also where the coupon lies in a sheet (%s), once', async (isNarrow) => {
  vi.stubGlobal('matchMedia', () => ({ matches: !isNarrow }))
  const replaced = vi.fn()
  vi.stubGlobal('location', { href: 'https://site.test/ru?coupon=7K4QA&a=1' })
  vi.stubGlobal('history', { state: 1, replaceState: replaced })
  const findCode = vi.fn(async (_code: string) => {})
  const setSheetOpen = vi.fn()
  function Page() {
    useLinkedCode(findCode, setSheetOpen)
    return null
  }
  const root = createRoot(document.createElement('div'))
  onTestFinished(() => {
    act(() => root.unmount())
    vi.unstubAllGlobals()
  })
  await act(async () => root.render(<Page />))
  await act(async () => root.render(<Page />))
  expect(findCode.mock.calls).toEqual([['7K4QA']])
  expect(setSheetOpen.mock.calls).toEqual(isNarrow ? [[true]] : [])
  expect(replaced.mock.calls.map(([state, , url]) => [state, String(url)])).toEqual([[1, 'https://site.test/ru?a=1']])
})
