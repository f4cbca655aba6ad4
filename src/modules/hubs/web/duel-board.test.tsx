// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import hubs from '../../../../locales/en/hubs.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { json, sampleScreen } from '#platform/web/sample-screen.tsx'
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
