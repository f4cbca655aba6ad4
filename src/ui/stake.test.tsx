// @vitest-environment happy-dom
/** The field of a stake under the hands: what is typed or pasted after it was entered takes the place of what stood in it. */
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { StakeField } from './Stake.tsx'
import { UiSettingsProvider } from './settings.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const root = createRoot(document.body.appendChild(document.createElement('div')))
afterEach(() => act(() => root.render(null)))

function Field({ accuracy = 2 }: { accuracy?: number }) {
  const [value, setValue] = useState('2000')
  return <StakeField label="Stake" sign="$" value={value} accuracy={accuracy} onChange={setValue} />
}

const field = () => document.querySelector('input')!
const marked = () => [field().value, field().selectionStart, field().selectionEnd]
const paste = (text: string) => {
  const event = Object.assign(new Event('paste', { bubbles: true, cancelable: true }), { clipboardData: { getData: () => text } })
  act(() => void field().dispatchEvent(event))
}

const draw = (accuracy = 2) =>
  act(() =>
    root.render(
      <UiSettingsProvider value={{ lng: 'en', priceView: 0, text: ((key: string) => key) as never }}>
        <Field key={accuracy} accuracy={accuracy} />
      </UiSettingsProvider>,
    ),
  )
beforeEach(() => draw())

test('it is marked as a whole before the next key can come', () => {
  expect(field().value).toBe('2,000')
  act(() => field().focus())
  expect(marked()).toEqual(['2000', 0, 4])
})

test('a press sets no caret into it, but may mark a part', () => {
  act(() => void field().dispatchEvent(new Event('pointerdown', { bubbles: true })))
  act(() => field().focus())
  field().setSelectionRange(2, 2)
  act(() => field().click())
  expect(marked()).toEqual(['2000', 0, 4])
  field().setSelectionRange(1, 1)
  act(() => field().click())
  expect(marked()).toEqual(['2000', 1, 1])
})

test('a number is pasted with its groups, and what is none changes nothing', () => {
  act(() => field().focus())
  paste('1e3')
  expect(field().value).toBe('2000')
  paste('1,500.50')
  expect(field().value).toBe('1500.50')
  field().setSelectionRange(1, 4)
  paste('00')
  expect(field().value).toBe('100.50')
})

test('in a currency without cents no dot is left of them, and nothing behind it makes the stake larger', () => {
  draw(0)
  act(() => field().focus())
  const type = (text: string) =>
    act(() => {
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), text)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  type('300')
  type('300.')
  expect(field().value).toBe('300')
  type('3005')
  expect(field().value).toBe('300')
  // Left and entered again, it is a number as any other.
  act(() => field().blur())
  expect(field().value).toBe('300')
  act(() => field().focus())
  type('3005')
  expect(field().value).toBe('3005')
})

test('in a currency without cents a number typed over a marked one that hides a dot is what was typed', () => {
  draw(0)
  act(() => field().focus())
  const key = (sign: string, from: number) =>
    act(() => {
      field().setSelectionRange(from, field().value.length)
      field().dispatchEvent(new Event('beforeinput', { bubbles: true }))
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field(), field().value.slice(0, from) + sign)
      field().dispatchEvent(new Event('input', { bubbles: true }))
    })
  key('1', 0)
  key('.', 1)
  key('5', 1)
  expect(field().value).toBe('1')
  for (const [at, sign] of [...'150'].entries()) key(sign, at)
  expect(field().value).toBe('150')
})
