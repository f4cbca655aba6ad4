// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { beforeEach, expect, it, vi } from 'vitest'
import { TooltipHost } from './Tooltip.tsx'

;(globalThis as { IS_REACT_ACT_ENVIRONMENT?: boolean }).IS_REACT_ACT_ENVIRONMENT = true

const page = document.body.appendChild(document.createElement('div'))
const app = createRoot(document.body.appendChild(document.createElement('div')))

beforeEach(async () => {
  vi.useFakeTimers()
  await act(async () => app.render(<TooltipHost />))
})

const tip = () => document.querySelector('[popover]')?.textContent ?? null
const byId = (id: string) => document.getElementById(id)!

/** What a layout would say of a name in a narrow place. */
function draw(
  html: string,
  sizes: Record<string, Partial<Record<'scrollWidth' | 'clientWidth' | 'scrollHeight' | 'clientHeight', number>>>,
): void {
  page.innerHTML = html
  for (const [id, size] of Object.entries(sizes))
    for (const [name, value] of Object.entries(size)) Object.defineProperty(byId(id), name, { value })
}

async function point(id: string, pointerType = 'mouse'): Promise<string | null> {
  await act(async () => {
    byId(id).dispatchEvent(new PointerEvent('pointerover', { bubbles: true, pointerType }))
    vi.advanceTimersByTime(300)
  })
  return tip()
}

const DOTS = 'style="text-overflow: ellipsis"'

it('a name that ends in dots is told whole, from anything within it; one that fits says nothing', async () => {
  draw(
    `<p><a id="link"><b id="cut" ${DOTS}>Long <i id="inner">name</i></b></a></p><b id="fits" ${DOTS}>Short</b><b id="runs">On and on</b>`,
    {
      cut: { scrollWidth: 200, clientWidth: 100 },
      fits: { scrollWidth: 100, clientWidth: 100 },
      runs: { scrollWidth: 200, clientWidth: 100 },
    },
  )
  expect(await point('cut')).toBe('Long name')
  expect(await point('fits')).toBeNull()
  expect(await point('inner')).toBe('Long name')
  expect(await point('runs')).toBeNull()
  expect(await point('cut', 'touch')).toBeNull()
})

it('so is one that ends after its last line, and not one whose letters reach below theirs', async () => {
  const lines = 'style="-webkit-line-clamp: 2"'
  draw(`<b id="cut" ${lines}>Three lines</b><b id="fits" ${lines}>Two</b>`, {
    cut: { scrollHeight: 48, clientHeight: 32 },
    fits: { scrollHeight: 35, clientHeight: 32 },
  })
  expect(await point('fits')).toBeNull()
  expect(await point('cut')).toBe('Three lines')
})

it('what has a tip or a title of its own says that', async () => {
  draw(`<b id="tip" data-tip="A word" ${DOTS}>Long name</b><b id="title" title="Whole" ${DOTS}>Long name</b>`, {
    tip: { scrollWidth: 200, clientWidth: 100 },
    title: { scrollWidth: 200, clientWidth: 100 },
  })
  expect(await point('tip')).toBe('A word')
  expect(await point('title')).toBeNull()
})

it('the keyboard hears of it on the link that holds it, and Esc ends it', async () => {
  draw(`<a id="link" href="#"><b id="cut" ${DOTS}>Long name</b></a>`, { cut: { scrollWidth: 200, clientWidth: 100 } })
  const link = byId('link')
  link.matches = (selector) => selector === ':focus-visible' || selector === 'a, button'
  await act(async () => {
    link.dispatchEvent(new FocusEvent('focusin', { bubbles: true }))
    vi.advanceTimersByTime(0)
  })
  expect(tip()).toBe('Long name')
  await act(async () => void document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true })))
  expect(tip()).toBeNull()
})
