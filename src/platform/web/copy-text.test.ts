/** Copying on a page without TLS, where a browser copies only what is selected. */
// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

it('selects inside of the open dialog, also where the button that was pressed has no focus', async () => {
  vi.stubGlobal('navigator', { clipboard: undefined })
  const dialog = document.createElement('dialog')
  dialog.open = true
  document.body.append(dialog)
  const places: unknown[] = []
  document.execCommand = () => {
    const field = document.querySelector('textarea')!
    places.push(field.parentElement, field.value)
    return true
  }
  expect(await copyText('18-3')).toBe(true)
  expect(places).toEqual([dialog, '18-3'])
  expect(document.querySelector('textarea')).toBeNull()
})
