// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useCopied } from './use-copied.ts'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

function Copy() {
  const [copied, copy] = useCopied()
  return <button onClick={() => copy('text')}>{copied ?? 'copy'}</button>
}

it.each([
  ['one that may copy says what', () => Promise.resolve(), 'text'],
  ['one that may not says nothing', () => Promise.reject(new Error('denied')), 'copy'],
  ['one without TLS has no clipboard, and copies what is selected', null, 'text'],
])('a page: %s', async (_name, writeText, says) => {
  vi.stubGlobal('navigator', writeText ? { clipboard: { writeText } } : {})
  const selected: string[] = []
  document.execCommand = () => {
    if (writeText) return false
    selected.push((document.activeElement as HTMLTextAreaElement).value)
    return true
  }
  onTestFinished(() => void vi.unstubAllGlobals())
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  act(() => root.render(<Copy />))
  const button = () => document.querySelector('button')!
  await act(async () => button().click())
  expect(button().textContent).toBe(says)
  expect(selected).toEqual(writeText ? [] : ['text'])
  expect(document.querySelector('textarea')).toBeNull()
  act(() => root.unmount())
  document.body.replaceChildren()
})
