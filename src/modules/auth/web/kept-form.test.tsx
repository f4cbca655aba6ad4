// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { keepTyped, takeTyped, useTyped } from './kept-form.ts'
import { forgetTyped } from './forget-typed.ts'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const NAMES = ['subject', 'text'] as const
const MINUTE_MS = 60_000

beforeEach(() => sessionStorage.clear())
// Files share what they load: a page that was signed out of keeps nothing any more.
afterAll(() => vi.resetModules())

it('is given back once, to its player alone, for fifteen minutes', () => {
  keepTyped(7, { text: 'Where is it' }, NAMES, 0)
  expect(takeTyped(7, NAMES, 15 * MINUTE_MS)).toEqual({ text: 'Where is it' })
  expect(takeTyped(7, NAMES, 15 * MINUTE_MS)).toBeNull()
  keepTyped(7, { text: 'Where is it' }, NAMES, 0)
  expect(takeTyped(8, NAMES, MINUTE_MS)).toBeNull()
  // Nor is it there for the first one after that: the tab has changed hands.
  expect(takeTyped(7, NAMES, MINUTE_MS)).toBeNull()
  keepTyped(7, { text: 'Where is it' }, NAMES, 0)
  expect(takeTyped(7, NAMES, 15 * MINUTE_MS + 1)).toBeNull()
})

it('is the same in another language of the page, and on no other page', () => {
  const kept = ['/ru/office/account', '/en/office/account', '/ru/office/support'].map((path) => {
    vi.stubGlobal('location', { pathname: '/ru/office/account' })
    keepTyped(7, { text: 'Where is it' }, NAMES, 0)
    vi.stubGlobal('location', { pathname: path })
    return takeTyped(7, NAMES, 0)
  })
  vi.unstubAllGlobals()
  expect(kept).toEqual([{ text: 'Where is it' }, { text: 'Where is it' }, null])
})

it('what somebody else has written into the storage fills nothing but texts of these fields', () => {
  sessionStorage.setItem(`typed:${location.pathname}:subject,text`, '{"player":7,"keptAt":0,"values":{"text":{"a":1},"admin":"1"}}')
  expect(takeTyped(7, NAMES, 0)).toEqual({})
  sessionStorage.setItem(`typed:${location.pathname}:subject,text`, 'nonsense')
  expect(takeTyped(7, NAMES, 0)).toBeNull()
})

it('a form that goes away keeps what was typed, not what it began with, has sent or was signed out of', () => {
  const box = document.body.appendChild(document.createElement('div'))
  const filled = vi.fn()
  function Form() {
    const [text, set] = useState('begun')
    const { settled } = useTyped(7, NAMES, { subject: '', text }, filled)
    return (
      <>
        <button type="button" onClick={() => set(`${text}, typed`)}>
          type
        </button>
        <button type="button" onClick={settled}>
          send
        </button>
      </>
    )
  }
  const app = createRoot(box)
  act(() => app.render(<Form />))
  const press = (index: number) => act(() => box.querySelectorAll('button')[index]!.click())
  const leave = () => {
    window.dispatchEvent(new Event('pagehide'))
    return takeTyped(7, NAMES, Date.now())
  }
  expect(leave()).toBeNull()
  press(0)
  expect(leave()).toEqual({ text: 'begun, typed' })
  press(1)
  expect(leave()).toBeNull()
  press(0)
  forgetTyped()
  expect(leave()).toBeNull()
  act(() => app.unmount())
})
