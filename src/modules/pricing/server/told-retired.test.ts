/** A player gives up: the last state is told before the status that says so, and what was not played out is not graded between. */
import { expect, test } from 'vitest'
import type { Fact } from '#modules/feeds/rules/fact.ts'
import type { ResolvedFact, ResolvedGame } from '#modules/feeds/rules/resolved.ts'
import { applyFact } from '#modules/line/rules/apply-fact.ts'
import { emptyBook } from '#modules/line/rules/book.ts'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createPricing, DEFAULT_MARGINS } from './index.ts'

const TENNIS = 4
const head: ResolvedGame = sampleGame({ n: 1, sportId: TENNIS, parts: ['set1', 'set2', 'set3'], kind: 1 })
const book = emptyBook()
const now = SAMPLE_START
const pricing = createPricing({ clock: { now: () => now }, margins: DEFAULT_MARGINS, isTop: () => true })
const from = { sentAt: now, provider: 'world', producer: 'world' } as const

function feed(resolved: ResolvedFact): Fact[] {
  applyFact(book, resolved)
  for (const fact of pricing.onFact(book, resolved.fact, head.ci)) applyFact(book, { fact, gameCi: head.ci })
  const told = pricing.results(book, book.games.get(head.ci)!, now)
  for (const fact of told) applyFact(book, { fact, gameCi: head.ci })
  return told
}
const state = (phase: string, second: [number, number]): ResolvedFact =>
  sampleFact(
    {
      t: 'live',
      state: {
        game: head.ref,
        phase,
        score: [1, 0],
        periods: [
          { no: 1, code: 'set1', score: [6, 4] },
          { no: 2, code: 'set2', score: second },
        ],
        stats: {},
      },
    },
    head.ci,
    from,
  )
const winner = () => book.games.get(head.ci)!.parts.get('full')!.markets.get('result_2way|')!

test('the winner of a match that was given up comes back, and was never told as won', () => {
  feed(sampleGameFact(head, from))
  feed(
    sampleFact(
      { t: 'model', game: head.ref, supremacy: 0.03, total: 22.6, rho: 0, extra: { pServe1: 0.64, pServe2: 0.62 } },
      head.ci,
      from,
    ),
  )
  feed(state('set2', [2, 1]))
  expect(winner().status).toBe('active')
  expect(feed(state('ended', [2, 1]))).toEqual([])
  expect(winner().status).toBe('inactive')
  const told = feed(sampleGameFact({ ...head, status: 'ended', statusNote: 'retired' }, from))
  expect(told.map(({ t }) => t)).toEqual(['settle'])
  expect(winner().outcomes.map(({ result }) => result)).toEqual([
    { won: 0, voidFactor: 1, deadHeat: 1 },
    { won: 0, voidFactor: 1, deadHeat: 1 },
  ])
})
