// @vitest-environment happy-dom
/** The active row of a list of options is the one that a key chooses. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { SelectModal, type SelectOption } from './SelectModal.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const root = createRoot(document.body.appendChild(document.createElement('div')))
afterEach(() => act(() => root.render(null)))

const OPTIONS = ['Armenia', 'Austria', 'Kenya', 'Kuwait'].map((name) => ({ name, value: name }))
const onSelect = vi.fn()
const show = (options: readonly SelectOption<string>[]) =>
  act(async () =>
    root.render(<SelectModal title="Country" searchable stay options={options} value="Austria" onSelect={onSelect} onClose={() => {}} />),
  )
const active = () => document.querySelector('[data-active] span')?.textContent
const press = (key: string) =>
  act(async () =>
    document.querySelector('[role=listbox]')!.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  )
const search = (query: string) =>
  act(async () => {
    const field = document.querySelector('input')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, query)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

test('a search that moves the rows leaves the active one on its option, or on the first where that is not found', async () => {
  await show(OPTIONS)
  expect(active()).toBe('Austria')
  await press('End')
  await search('ku')
  expect(active()).toBe('Kuwait')
  await search('ken')
  expect(active()).toBe('Kenya')
  await press('Enter')
  expect(onSelect).toHaveBeenLastCalledWith('Kenya')
})

test('options that come before it do not move it', async () => {
  await show(OPTIONS)
  await press('ArrowDown')
  await show([{ name: 'Albania', value: 'Albania' }, ...OPTIONS])
  expect(active()).toBe('Kenya')
})
