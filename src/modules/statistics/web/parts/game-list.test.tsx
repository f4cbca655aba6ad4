// @vitest-environment happy-dom
import { expect, it, onTestFinished } from 'vitest'
import statistics from '../../../../../locales/en/statistics.json' with { type: 'json' }
import ui from '../../../../../locales/en/ui.json' with { type: 'json' }
import { sampleScreen } from '#platform/web/sample-screen.tsx'
import type { GameRow } from '../../contract.ts'
import { WidgetProvider } from '../widget/Widget.tsx'
import { GameList } from './GameList.tsx'

const GAME = { id: 'a', ci: 0, home: 1, away: 2, winner: 1, score: [1, 0], state: 'over', championship: '' } as unknown as GameRow

it('a game of New Year has the year of the day that stands above it', async () => {
  const games = [{ ...GAME, startsAt: Date.UTC(2026, 11, 31, 21) / 1000 }]
  const page = await sampleScreen(
    <WidgetProvider>
      <GameList games={games} teams={{}} sportId={1} />
    </WidgetProvider>,
    {
      units: { statistics, ui },
      at: '/en/statisticpopup?tz=5&geo=DE',
      config: { statistics: { frameOrigins: [] } },
      answer: () => undefined,
    },
  )
  onTestFinished(page.leave)
  expect(page.place.querySelector('li span')?.textContent).toBe('01.012027')
})
