import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import type { LockReason } from '#ui/PriceCell.tsx'
import type { LineGame, OutcomeGroup } from '../model/types.ts'

vi.mock('../live/use-locks.ts', () => ({ useMarketLock: () => 'lock_goal' }))
vi.mock('../model/texts.ts', () => ({ useSiteTexts: () => (key: string) => key }))
vi.mock('#ui/settings.tsx', () => ({ useUi: () => ({ text: (key: string) => key }) }))
vi.mock('#platform/web/storage.ts', () => ({ usePreference: (_: string, value: unknown) => [value, () => {}] }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { MarketCard } = await import('./MarketCard.tsx')

it('the head of a market names its lock only where the event above has told another one', () => {
  const group = { g: 1, gs: 1, columns: [] } as unknown as OutcomeGroup
  const game = { side1: 'One', side2: 'Two', partName: '', marks: {} } as unknown as LineGame
  const names = { groups: new Map(), outcomes: new Map() }
  const drawn = (told: LockReason | null) =>
    renderToStaticMarkup(
      <MarketCard {...{ group, game, told }} names={names as never} topic="t" openOnly={false} pinned={false} onPin={() => {}} />,
    )
  expect(drawn('lock_goal')).toContain('data-locked="lock_goal"')
  expect(drawn('lock_goal')).not.toContain('data-lock=')
  expect(drawn('lock_trader')).toContain('data-lock="lock_goal"')
  expect(drawn(null)).toContain('data-lock="lock_goal"')
})
