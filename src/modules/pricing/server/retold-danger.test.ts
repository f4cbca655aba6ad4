/** A provider that was away, or is started again, tells a game anew: what was feared then is feared once, not twice. */
import { expect, test } from 'vitest'
import type { FactBody, FactOf, Incident } from '#modules/feeds/rules/fact.ts'
import type { ResolvedFact } from '#modules/feeds/rules/resolved.ts'
import { applyFact } from '#modules/line/rules/apply-fact.ts'
import { emptyBook } from '#modules/line/rules/book.ts'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createPricing, DEFAULT_MARGINS } from './index.ts'

const head = sampleGame({ n: 1, parts: ['h1', 'h2'], kind: 1 })

function setUp() {
  const book = emptyBook()
  let now = SAMPLE_START
  const pricing = createPricing({ clock: { now: () => now }, margins: DEFAULT_MARGINS, isTop: () => true })
  const status = () => book.games.get(head.ci)!.parts.get('full')!.markets.get('result_1x2|')?.status
  const feed = (resolved: ResolvedFact) => {
    applyFact(book, resolved)
    for (const fact of pricing.onFact(book, resolved.fact, head.ci)) applyFact(book, { fact, gameCi: head.ci })
    return status()
  }
  const tell = (body: FactBody) => feed(sampleFact(body, head.ci, { sentAt: ++now }))
  const happened: Incident[] = []
  const live = (...types: ('danger_over' | 'corner')[]) => {
    const from = happened.length
    happened.push(
      ...types.map((type, n) => ({
        game: head.ref,
        seq: from + n + 1,
        clockSec: 60,
        type,
        side: 'home' as const,
        detail: { reason: 'goal' },
      })),
    )
    const state = { game: head.ref, phase: 'h1', clockSec: 60, clockRuns: true, stats: {} }
    const score: [number, number] = [0, 0]
    return tell({ t: 'live', state: { ...state, score, periods: [{ no: 1, code: 'h1', score }] }, incidents: happened.slice(from) })
  }
  const stop = () => tell({ t: 'bet.stop', game: head.ref, groups: 'all', to: 'suspended', reason: 'goal' })
  const begin = () => {
    const told = sampleGameFact(head, { sentAt: ++now })
    feed({ ...told, fact: { ...told.fact, reason: 'new' } as FactOf<'game'> })
    tell({ t: 'model', game: head.ref, supremacy: 0.3, total: 2.6, rho: -0.05 })
    return live()
  }
  return { begin, live, stop }
}

test('a stop that is told again stands for the same danger: one false alarm is the end of it', () => {
  const { begin, live, stop } = setUp()
  expect(begin()).toBe('active')
  expect(stop()).toBe('suspended')
  // Nothing opens for the moment between the state and the stop.
  expect([begin(), stop(), begin(), stop()]).toEqual(Array.from({ length: 4 }, () => 'suspended'))
  expect(live('corner')).toBe('suspended')
  expect(live('danger_over')).toBe('active')
})

test('two dangers at once are two, also when both are told again', () => {
  const { begin, live, stop } = setUp()
  begin()
  stop()
  stop()
  begin()
  stop()
  stop()
  expect(live('danger_over')).toBe('suspended')
  expect(live('danger_over')).toBe('active')
})

test('a danger after what was told again is a new one', () => {
  const { begin, live, stop } = setUp()
  begin()
  stop()
  begin()
  stop()
  stop()
  expect(live('danger_over')).toBe('suspended')
  expect(live('danger_over')).toBe('active')
})
