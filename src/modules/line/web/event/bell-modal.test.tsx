// @vitest-environment happy-dom
import { useState } from 'react'
import { afterAll, expect, it, vi } from 'vitest'
import line from '../../../../../locales/en/line.json'
import site from '../../../../../locales/en/site.json'

const TYPES = [
  { Id: 1, Name: 'Start', PeriodId: 1 },
  { Id: 2, Name: 'Goal', PeriodId: 1 },
]
/** What the account has chosen, in whichever tab. */
let chosen: readonly number[] = []
/** Answers wait until they are let go. */
let held: Promise<void> = Promise.resolve()
vi.mock('#platform/web/call.ts', () => ({
  request: async (_method: string, path: string, { body }: { body?: { events: { id: number }[] } }) => {
    if (path.endsWith('/save')) chosen = body!.events.map(({ id }) => id)
    if (path.endsWith('/GetEventTypesByGameId')) return { Value: TYPES }
    await held
    return { Value: { Events: chosen.map((Id) => ({ Id, PeriodId: 1, IsOn: true })), Channels: [1] } }
  },
}))
vi.mock('#ui/Overlay.tsx', () => ({ Modal: ({ children }: { children: object }) => children }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { samplePage } = await import('../sample-page.tsx')
const { BellModal } = await import('./BellModal.tsx')

const GAME = { i: 5, side1: 'Ann', side2: 'Bea' } as never

function Bell() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button onClick={() => setOpen(!open)}>bell</button>
      {open ? <BellModal game={GAME} onClose={() => setOpen(false)} /> : null}
    </>
  )
}

it('what another tab has chosen since stands there, and is kept with what is chosen now', async () => {
  const page = await samplePage(<Bell />, { units: { line, site }, player: { id: 7 } })
  const boxes = () => [...page.place.querySelectorAll<HTMLInputElement>('input[type=checkbox]')].slice(0, TYPES.length)
  const bell = () => page.press('bell')
  await bell()
  await page.until(() => boxes().length > 0)
  expect(boxes().map(({ checked }) => checked)).toEqual([false, false])
  await bell()
  chosen = [1]
  let letGo = () => {}
  held = new Promise((done) => (letGo = done))
  await bell()
  expect(boxes()).toEqual([])
  letGo()
  await page.until(() => boxes().length > 0)
  expect(boxes().map(({ checked }) => checked)).toEqual([true, false])
  await page.press(boxes()[1]!)
  await page.press('Save')
  await page.until(() => boxes().length === 0)
  expect(chosen).toEqual([1, 2])
  page.leave()
})
