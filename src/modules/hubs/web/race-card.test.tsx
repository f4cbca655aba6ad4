import { renderToStaticMarkup } from 'react-dom/server'
import { afterAll, expect, it, vi } from 'vitest'
import type { LineGame } from '#modules/line/web/index.ts'
import type { RaceFacts } from './queries.ts'

vi.mock('#modules/line/web/index.ts', () => ({
  LinePrice: () => null,
  useStatisticsLinks: () => null,
  gameAddress: () => '/',
  useDates: () => () => '',
}))
vi.mock('#platform/web/stream-client.ts', () => ({ useTopics: () => {} }))
vi.mock('#platform/web/site-link.tsx', () => ({ SiteLink: () => null }))
vi.mock('./outcome-names.ts', () => ({ useOutcomeNames: () => ({ market: () => '', outcome: () => '' }) }))
vi.mock('./texts.ts', () => ({ useHubTexts: () => (key: string) => `${key}.` }))
// Files share what they load: what was loaded without these doubles, or with them, is nothing for another file.
vi.resetModules()
afterAll(() => vi.resetModules())
const { RaceCard } = await import('./RaceCard.tsx')

it('every fact of a race and of a runner keeps its own direction', () => {
  const race = {
    ci: 4,
    startsAt: 1,
    side1: 'Race 2',
    groups: [{ columns: [[{ p: 0, g: 1, key: 'a', player: { id: 7, name: 'Zephyr' } }]] }],
  }
  const runner = { id: 7, number: 3, name: 'Zephyr', jockey: 'B. Hart', trainer: 'K. Low', age: 4 }
  const card = { track: 'Ascot', distanceM: 1600, going: '', className: '', prize: '£12,000', runners: [runner] }
  const page = renderToStaticMarkup(<RaceCard race={race as unknown as LineGame} card={card as unknown as RaceFacts} />)
  expect(page).toContain('<bdi>Ascot</bdi> · <bdi>race_distance.</bdi> · <bdi>£12,000</bdi>')
  expect(page).toContain('<bdi>B. Hart</bdi> · <bdi>K. Low</bdi> · <bdi>race_age.</bdi>')
})
