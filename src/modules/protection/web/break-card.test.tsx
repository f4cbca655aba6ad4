// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import protection from '../../../../locales/en/protection.json' with { type: 'json' }
import ui from '../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import { BreakCard } from './BreakCard.tsx'
import { PositionFacts } from './NetPosition.tsx'
import { CheckEveryCard, MonthsCard } from './OwnPlayCards.tsx'

it.each([
  ['a break', <BreakCard key="break" />],
  ['what he has won and lost', <PositionFacts key="position" />],
  ['the months', <MonthsCard key="months" />],
  ['the reality check', <CheckEveryCard key="check" />],
])('%s that cannot be read says so and is asked for again', async (_name, card) => {
  let reads = 0
  const page = await sampleScreen(card, {
    units: { protection, ui },
    answer: () => {
      reads += 1
      throw new TypeError('no network')
    },
  })
  onTestFinished(page.leave)
  await page.until(() => page.find(ui.retry))
  const before = reads
  await page.press(ui.retry)
  await page.until(() => reads > before)
  expect(reads).toBeGreaterThan(before)
})
