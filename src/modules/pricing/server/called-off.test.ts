/** A game that a person has voided while it was played. */
import { expect, test } from 'vitest'
import type { Fact, FactBody } from '#modules/feeds/rules/fact.ts'
import type { ResolvedFact, ResolvedGame } from '#modules/feeds/rules/resolved.ts'
import { applyFact } from '#modules/line/rules/apply-fact.ts'
import { emptyBook, marketIdKey } from '#modules/line/rules/book.ts'
import { SAMPLE_START, sampleFact, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { createPricing, DEFAULT_MARGINS } from './index.ts'

const MINUTE = 60_000
const VOID = { won: 0, voidFactor: 1, deadHeat: 1 }
const head = sampleGame({ n: 1, parts: ['h1', 'h2', 'corners'], kind: 1 })
const calledOff: ResolvedGame = { ...head, status: 'abandoned', statusNote: 'called_off' }
const book = emptyBook()
let now = SAMPLE_START
const pricing = createPricing({ clock: { now: () => now }, margins: DEFAULT_MARGINS, isTop: () => true })
const game = () => book.games.get(head.ci)!
const markets = () => [...game().parts.values()].flatMap(({ part, markets: of }) => [...of.values()].map((market) => ({ part, market })))
const outcomes = () => markets().flatMap(({ market }) => market.outcomes)

const put = (facts: readonly Fact[]) => facts.map((fact) => (applyFact(book, { fact, gameCi: head.ci }), fact))
/** As the feed does: the fact, what pricing makes of it, what can be told after it. */
function feed(resolved: ResolvedFact): Fact[] {
  applyFact(book, resolved)
  put(pricing.onFact(book, resolved.fact, head.ci))
  return put(pricing.results(book, game(), now))
}
const told = (body: FactBody, provider: Fact['provider'] = 'world') =>
  feed(sampleFact(body, head.ci, { sentAt: now, provider, producer: provider }))
const headed = (as: ResolvedGame) => feed(sampleGameFact(as, { sentAt: now, provider: 'trader', producer: 'trader' }))
const model = (total: number) => told({ t: 'model', game: head.ref, supremacy: 0.3, total, rho: -0.05 })
function played(sec: number, score: [number, number], half: 'h1' | 'h2' = 'h2'): void {
  const first = { no: 1, code: 'h1', score: half === 'h1' ? score : ([1, 0] as [number, number]) }
  const second = { no: 2, code: 'h2', score: [score[0] - 1, score[1]] as [number, number] }
  const state = {
    game: head.ref,
    phase: half,
    clockSec: sec,
    clockRuns: true,
    score,
    periods: half === 'h1' ? [first] : [first, second],
    stats: {},
  }
  told({ t: 'live', state, incidents: score[0] > 0 ? [{ game: head.ref, seq: 1, clockSec: 900, type: 'goal', side: 'home' }] : [] })
}

test('what was told before stands, all else comes back, nothing is priced again while its provider plays on', () => {
  headed(head)
  model(2.6)
  played(60, [0, 0], 'h1')
  now += 85 * MINUTE
  // So long that a match which breaks off counts as it stands (rules 3.5).
  played(85 * 60, [1, 0])
  const before = outcomes().flatMap((outcome) => (outcome.result ? [[outcome, { ...outcome.result }] as const] : []))
  expect(before.length).toBeGreaterThan(10)
  const known = new Set(before.map(([outcome]) => outcome))
  const [first, ...left] = markets().filter(({ market }) => market.status === 'active')
  expect(left.length).toBeGreaterThan(5)
  // The others are those of which the desk did not know: opened meanwhile, or offered before a restart.
  const id = { game: head.ref, part: first!.part, key: first!.market.key, spec: first!.market.spec }
  told({ t: 'cancel', game: head.ref, markets: [id] }, 'trader')
  expect(headed(calledOff).map((fact) => fact.t === 'settle' && fact.certainty)).toEqual(['live', 'confirmed'])
  expect(markets().filter(({ market }) => market.status === 'active' || market.status === 'suspended')).toEqual([])
  // Those of the cancelled market too: a bet on its way to one that nobody had bet on before is found by its result.
  expect(outcomes().filter((outcome) => !known.has(outcome) && JSON.stringify(outcome.result) !== JSON.stringify(VOID))).toEqual([])
  for (const [outcome, result] of before) expect(outcome.result).toEqual(result)

  const after = structuredClone(markets())
  now += MINUTE
  played(86 * 60, [1, 2])
  model(5)
  put(pricing.tick(book, (now += 20_000)))
  put(pricing.opened(book, head.ci, (now += MINUTE)))
  put(pricing.results(book, game(), (now += 5 * MINUTE)))
  headed({ ...calledOff, status: 'closed' })
  expect(markets()).toEqual(after)
  expect(pricing.awaitingConfirmation()).toEqual([])

  const market = () => game().parts.get(id.part)!.markets.get(marketIdKey(id.key, id.spec))!

  // Played on after all: what came back is taken back, and the market whose cancellation is taken back too is priced.
  told({ t: 'cancel.rollback', game: head.ref, markets: [id] }, 'trader')
  expect(market().status).toBe('settled')
  const [back] = headed({ ...head, status: 'live' })
  // Else whoever bets on it from now on would come after its result.
  expect(back).toMatchObject({ t: 'settle.rollback', markets: expect.arrayContaining([id]) })
  expect(market().outcomes.every(({ result }) => result === undefined)).toBe(true)
  model(2.6)
  expect(market().status).toBe('active')
})
