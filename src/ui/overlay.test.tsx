// @vitest-environment happy-dom
/** What overlays do to the history of the page, and to one who must answer. */
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, expect, test, vi } from 'vitest'
import { Modal, type ModalProps } from './Overlay.tsx'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
const root = createRoot(document.body.appendChild(document.createElement('div')))
afterEach(() => act(() => root.render(null)))

function shown(props: Partial<ModalProps> = {}) {
  const onClose = vi.fn()
  act(() =>
    root.render(
      <Modal title="Title" onClose={onClose} {...props}>
        text
      </Modal>,
    ),
  )
  return { onClose, dialog: document.querySelector('dialog')! }
}

/** False: the page keeps the browser from closing it. */
const pressEsc = (dialog: HTMLElement): boolean =>
  dialog.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true }))

test('what a press has opened stands in the history, what came by itself or must be answered leaves it alone', () => {
  const before = history.length
  for (const props of [{ closesOnBack: false }, { dismissible: false }]) {
    shown(props)
    expect([history.length, (history.state as { overlay?: string } | null)?.overlay]).toEqual([before, undefined])
    act(() => root.render(null))
  }
  shown()
  expect(history.length).toBe(before + 1)
})

test('a question that waits for its answer takes no Esc, and comes back when the browser closes it all the same', async () => {
  const { dialog, onClose } = shown({ dismissible: false })
  expect(pressEsc(dialog)).toBe(false)
  dialog.close()
  await vi.waitFor(() => expect(dialog.open).toBe(true))
  expect(onClose).not.toHaveBeenCalled()
})

test('any other takes Esc and stays closed', async () => {
  const { dialog, onClose } = shown()
  expect(pressEsc(dialog)).toBe(true)
  dialog.dispatchEvent(new Event('cancel', { cancelable: true }))
  expect(onClose).toHaveBeenCalledTimes(1)
  dialog.close()
  await Promise.resolve()
  expect(dialog.open).toBe(false)
})
