/** Recorded and simulated games are marked as such on their page (feeds §11), in the words of the server: the page brings no code for it. */
import { expect, it } from 'vitest'
import { footballMarkets, sampleFact, sampleGame, sampleGameFact, SAMPLE_START } from '../rules/sample-facts.ts'
import type { Origin } from '#modules/feeds/rules/fact.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { feedQuery, lowerKeys } from '../rules/feed-query.ts'
import { feedQuestion, type FeedMethod } from './answers.ts'
import { createLine } from './line.ts'

const clock = { now: () => SAMPLE_START - 3_600_000 }
const line = createLine({ clock, texts: loadTexts(new URL('../../../../locales', import.meta.url).pathname) })

function put(n: number, origin: Origin, venue?: string): number {
  const { venue: _, ...game } = sampleGame({ n })
  line.apply([sampleGameFact({ ...game, origin, ...(venue ? { venue } : {}) })])
  line.apply([sampleFact({ t: 'odds.delta', game: '', markets: footballMarkets(n) }, game.ci)])
  return game.ci
}
type Row = { MIO?: Record<string, string>; MIS?: { K: number }[]; CI: number }
function ask<T>(method: FeedMethod, query: Record<string, unknown>, lng = 'ru'): T {
  const parsed = feedQuery(lowerKeys(Object.entries(query)), { lng, format: 0, countryId: 85 })
  return (
    JSON.parse(JSON.stringify(feedQuestion(line.answers, method, 3, parsed, { id: 'test', sportsOrder: [] }).build())) as { Value: T }
  ).Value
}

it('the card says where it is played and that it is no game of its day; rows of lists do not', () => {
  const recorded = put(1, 'recorded')
  const simulated = put(2, 'simulated', 'Mill Road')
  const real = put(3, 'real')
  const about = (id: number, lng: string) => ask<Row>('GetGameZip', { id }, lng).MIO?.['Abt']
  expect([about(recorded, 'ru'), about(recorded, 'en'), about(recorded, 'ar')]).toEqual(['Запись', 'Recording', 'تسجيل'])
  expect(about(simulated, 'ru')).toBe('Стадион: Mill Road · Симуляция')
  expect(about(real, 'ru')).toBeUndefined()
  const rows = ask<Row[]>('Get1x2_VZip', {})
  expect(rows.map(({ CI, MIO }) => [CI, MIO?.['Abt']])).toEqual([recorded, simulated, real].map((ci) => [ci, undefined]))
})
