import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import type { EndedGame } from './ended-query.ts'

let game: EndedGame
vi.mock('#platform/web/query.ts', () => ({ useApi: () => ({ data: game, isPending: false }) }))
vi.mock('#platform/web/features.tsx', () => ({ useSite: () => ({ lng: 'en' }) }))
vi.mock('../model/texts.ts', () => ({
  useSiteTexts: () => (key: string, params?: { source?: string }) => [key, params?.source].filter(Boolean).join(' '),
}))
vi.mock('../model/zone.ts', () => ({ useDates: () => (at: number) => `at ${at}` }))
vi.mock('../model/use-name-model.ts', () => ({ useNameModel: () => ({}) }))
vi.mock('../model/outcome-text.ts', () => ({ groupName: () => 'Result', outcomeName: (_: unknown, { t }: { t: number }) => `W${t}` }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { EventResults } = await import('./EventResults.tsx')

type Outcome = EndedGame['markets'][number]['outcomes'][number]
const won = (t: number, ...changes: Outcome['changes']): Outcome => ({ t, p: 0, player: null, result: 'won', price: null, changes })
const ended = (...outcomes: Outcome[]): EndedGame => ({
  ...{ sportId: 1, champId: 7, champ: 'Cup', side1: 'Ann', side2: 'Bea', score: '2:0', scoreBefore: '', status: '' },
  told: { source: 'feed', at: 5 },
  markets: [{ g: 1, gs: 1, part: '', outcomes }],
})
/** What stands above the markets, as text. */
const shown = () =>
  renderToStaticMarkup(<EventResults ci={1} />)
    .split('result-group')[0]!
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

it('a result that was corrected says when, by whom and from what to what, the last correction first', () => {
  game = ended(won(1))
  expect(shown()).not.toContain('result_corrected')
  game = ended(won(1, { at: 3, source: 'feed', from: 'won', to: 'lost' }, { at: 4, source: 'trader', from: 'lost', to: 'won' }), won(2))
  expect(shown()).toMatch(
    /result_told feed at 5 result_corrected trader at 4 1 Result: W1 result_of_lost result_of_won result_corrected feed at 3 1 Result: W1 result_of_won result_of_lost/,
  )
})

it('a score that was put right names the one that was told before', () => {
  game = ended(won(1))
  expect(shown()).not.toContain('score_before')
  game = { ...ended(won(1)), scoreBefore: '2:1' }
  expect(shown()).toContain('result_told feed at 5 score_before 2:1')
})

it('a correction of many outcomes is opened by hand', () => {
  game = ended(...Array.from({ length: 9 }, (_, t) => won(t, { at: 4, source: 'trader', from: 'lost', to: 'won' })))
  expect(renderToStaticMarkup(<EventResults ci={1} />)).toMatch(/<details class="[^"]*"><summary>/)
})
