// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { expect, it, onTestFinished, vi } from 'vitest'
import { useDrag } from './use-drag.ts'

it('a leg that goes while it is dragged ends the turns of the frame', async () => {
  ;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true
  let frames: ((at: number) => void)[] = []
  vi.stubGlobal('requestAnimationFrame', (run: (at: number) => void) => frames.push(run))
  document.elementsFromPoint = () => []
  function Leg() {
    const drag = useDrag(() => {})
    return (
      <div style={{ overflowY: 'auto' }}>
        <p data-leg="1">
          <button {...drag('1')} />
        </p>
      </div>
    )
  }
  const root = createRoot(document.body.appendChild(document.createElement('div')))
  onTestFinished(() => {
    vi.unstubAllGlobals()
    document.body.innerHTML = ''
  })
  await act(async () => root.render(<Leg />))
  Object.defineProperty(document.querySelector('[style]')!, 'scrollHeight', { value: 500 })
  const handle = document.querySelector('button')!
  handle.setPointerCapture = () => {}
  const point = (type: string, clientY: number) => handle.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: 0, clientY }))
  await act(async () => void point('pointerdown', 0))
  point('pointermove', 40)
  const turn = () => {
    const due = frames
    frames = []
    for (const run of due) run(0)
    return due.length
  }
  expect([turn(), turn()]).toEqual([1, 1])
  await act(async () => root.unmount())
  expect([turn(), turn()]).toEqual([1, 0])
})
