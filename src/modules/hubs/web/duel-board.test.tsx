// @vitest-environment happy-dom
import { useState } from 'react'
import { expect, it, onTestFinished } from 'vitest'
import hubs from '../../../../locales/en/hubs.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
import { without, type Sides } from '../rules/duel.ts'
import { DuelBoard } from './DuelBoard.tsx'

const side = (id: number) => ({ id, name: `Side ${id}`, match: id, sportId: 1, average: 1, blocked: false })

it.each([
  ['refused', () => json({ Success: false, Error: 'no', ErrorCode: 110, Value: null }), hubs.duel_refused],
  [
    'asked in vain',
    () => {
      throw new TypeError('no network')
    },
    ui.retry,
  ],
])('a duel that was %s says so', async (_name, answer, says) => {
  const page = await sampleScreen(<DuelBoard sides={[[side(1)], [side(2)]]} onRemove={() => {}} onClear={() => {}} />, {
    units: { hubs, ui },
    answer,
  })
  onTestFinished(page.leave)
  await page.until(() => page.says().includes(says))
  expect([hubs.duel_refused, ui.retry].filter((one) => page.says().includes(one))).toEqual([says])
})

it('the keyboard stays on the board when what it pressed goes with its side', async () => {
  function Board() {
    const [sides, setSides] = useState<Sides>([[side(1), side(2)], []])
    return <DuelBoard sides={sides} onRemove={(id) => setSides(without(sides, id))} onClear={() => setSides([[], []])} />
  }
  const page = await sampleScreen(<Board />, { units: { hubs, ui } })
  onTestFinished(page.leave)
  await page.press(hubs.duel_remove.replace('{{name}}', 'Side 1'))
  await page.settle()
  expect(document.activeElement?.textContent).toContain('Side 2')
  await page.press(hubs.duel_clear)
  await page.settle()
  expect(document.activeElement?.getAttribute('aria-label')).toBe(hubs.duel_title)
})
