// @vitest-environment happy-dom
import { act, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { expect, it } from 'vitest'
import { storage } from '#platform/web/storage.ts'
import type { Values } from './form-model.ts'
import { useDraft } from './use-draft.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

const INITIAL: Values = { name: '', city: '' }
const form = { change: (_values: Values) => {}, values: INITIAL }
const see = (seen: typeof form) => void Object.assign(form, seen)

function Form() {
  const [values, setValues] = useState(INITIAL)
  see({ change: (next) => setValues({ ...values, ...next }), values })
  useDraft({ kind: 'full', initial: INITIAL, values, fill: (known) => setValues((now) => ({ ...now, ...known })) })
  return null
}

async function open() {
  const root = createRoot(document.createElement('div'))
  const router = createMemoryRouter([{ id: 'root', path: '*', element: <Form /> }])
  await act(async () => root.render(<RouterProvider router={router} />))
  return () => act(() => root.unmount())
}
const kept = async () => (await storage.get('draft-registration')) as { values: Values } | null

it('a field that was erased stays empty, and what another form has asked is not lost', async () => {
  await storage.set('draft-registration', { keptAt: Date.now(), kind: 'full', values: { name: 'Ann', city: 'Oslo', promo: 'X' } })
  const leave = await open()
  expect(form.values).toEqual({ name: 'Ann', city: 'Oslo' })
  act(() => form.change({ name: '' }))
  await expect.poll(async () => (await kept())?.values).toEqual({ city: 'Oslo', promo: 'X' })
  leave()
  const again = await open()
  expect(form.values).toEqual({ name: '', city: 'Oslo' })
  again()
  await storage.remove('draft-registration')
})
