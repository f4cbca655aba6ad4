/**
 * Every sport, before and in play: nothing that covers every end costs less than it pays, longer lines never pay less, and every
 * market that the book announces is priced. The finders are shown a planted fault of each kind.
 */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { marketKeys, unitOf } from '#modules/line/rules/market-book.ts'
import { parseOutcomeKey } from '../../../../test/support/outcome-key.ts'
import table from '#seed/market-book.json' with { type: 'json' }
import { priceGame } from './price-game.ts'
import type { PricedMarket, PriceInput } from './price-game.ts'
import { courseOf, fieldInputs, inputAfter, inputBefore, SAMPLE_GAMES } from '../../../../test/support/sample-games.ts'

/** Rounded sums of fair chances may miss a whole number by so much. */
const NEAR = 1e-6
const label = (market: PricedMarket) => `${market.part} ${market.key} ${market.spec}`

/** Half a goal on top is the double chance, half a goal off the win. */
const HALF_GOAL = new Map([
  ['7:0.5', 4],
  ['7:-0.5', 1],
  ['8:0.5', 6],
  ['8:-0.5', 3],
])

/** Every end is covered by these types together, wherever they stand in one part. */
const COVERS: readonly (readonly number[])[] = [
  [1, 2, 3],
  [4, 3],
  [5, 2],
  [6, 1],
  [4, 5, 6],
]

/** Sets that cover every end and cost less than they pay: whole markets, and results with double chances and half-goal handicaps. */
function sureWins(sheet: readonly PricedMarket[]): string[] {
  const found: string[] = []
  for (const market of sheet) {
    const cost = market.outcomes.reduce((sum, one) => sum + (one.active ? 1000 / one.price! : 0), 0)
    const fair = market.outcomes.reduce((sum, one) => sum + one.prob, 0)
    // As many outcomes win as the chances sum to; where some are closed the open ones must still cost their share.
    const winners = Math.round(fair)
    const whole = market.outcomes.every((one) => one.active) && winners >= 1 && Math.abs(fair - winners) < NEAR
    if (whole && cost < winners) found.push(`${label(market)} costs ${cost} and pays ${winners}`)
    for (const one of market.outcomes)
      if (one.active && 1000 / one.price! < one.prob - NEAR) found.push(`${label(market)} ${one.key} is above fair`)
  }
  const parts = Map.groupBy(sheet, ({ part }) => part)
  for (const [part, markets] of parts) {
    const price = new Map<number, number>()
    for (const { key, outcomes } of markets) {
      for (const one of outcomes) {
        const { t, p } = parseOutcomeKey(one.key)
        if (!one.active) continue
        if (key === 'result_1x2' || key === 'double_chance') price.set(t, 1000 / one.price!)
        const alike = key === 'handicap' ? HALF_GOAL.get(`${t}:${p}`) : undefined
        if (alike !== undefined) price.set(alike, Math.min(price.get(alike) ?? Infinity, 1000 / one.price!))
      }
    }
    if (!price.has(2)) continue
    for (const set of COVERS) {
      const cost = set.reduce((sum, t) => sum + (price.get(t) ?? Infinity), 0)
      const pays = set.length === 3 && set[0] === 4 ? 2 : 1
      if (cost < pays) found.push(`${part}: ${set.join(' + ')} cost ${cost}`)
    }
  }
  return found
}

/** Lines of one type in one market whose prices do not rise or fall all the way. */
function brokenLadders(sheet: readonly PricedMarket[]): string[] {
  const ladders = new Map<string, { line: number; price: number }[]>()
  for (const market of sheet) {
    const own = /(?:^|\|)line=(-?[\d.]+)/.exec(market.spec)
    if (!own) continue
    for (const [column, one] of market.outcomes.entries()) {
      // Between more and fewer stands the line itself, whose chance has a top in the middle.
      if (!one.active || (market.outcomes.length === 3 && column === 1)) continue
      const { t, playerId } = parseOutcomeKey(one.key)
      const id = `${market.part} ${market.key} ${market.spec.replace(own[0], '')} ${t}@${playerId}`
      const steps = ladders.get(id) ?? []
      ladders.set(id, steps)
      steps.push({ line: Number(own[1]), price: one.price! })
    }
  }
  return [...ladders].flatMap(([id, steps]) => {
    steps.sort((a, b) => a.line - b.line)
    const ups = steps.some((step, n) => n > 0 && step.price > steps[n - 1]!.price)
    const downs = steps.some((step, n) => n > 0 && step.price < steps[n - 1]!.price)
    return ups && downs ? [`${id}: ${steps.map(({ line, price }) => `${line} at ${price}`).join(', ')}`] : []
  })
}

const faults = (input: PriceInput): string[] => {
  const sheet = priceGame(input)
  return [...sureWins(sheet), ...brokenLadders(sheet)]
}

describe('no sure win and no broken ladder', () => {
  it.each(SAMPLE_GAMES)('%s', (...row) => {
    expect(faults(inputBefore(row))).toEqual([])
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.double({ min: 0.02, max: 0.97, noNaN: true }), (n, share) => {
        expect(faults(inputAfter(row, courseOf(row, `sure${n}`), share))).toEqual([])
      }),
      { numRuns: 4 },
    )
  })

  it('fields, pairs, seasons and questions', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -1.5, max: 1.5, noNaN: true }), { minLength: 12, maxLength: 12 }), (strengths) => {
        for (const input of fieldInputs(strengths)) expect(faults(input)).toEqual([])
      }),
      { numRuns: 3 },
    )
  })

  it('finds a price that is planted too high, and a line out of its order', () => {
    const sheet = priceGame(inputBefore(SAMPLE_GAMES[0]!))
    const of = (key: string, spec?: string) =>
      sheet.find((m) => m.key === key && m.part === 'full' && (spec === undefined || m.spec === spec))!
    const draw = of('result_1x2').outcomes[1]!
    const was = draw.price!
    draw.price = was + 600
    expect(sureWins(sheet)).not.toEqual([])
    draw.price = was
    expect(sureWins(sheet)).toEqual([])
    const low = of('total', 'line=1.5').outcomes[0]!
    low.price = of('total', 'line=3.5').outcomes[0]!.price!
    expect(brokenLadders(sheet)).toEqual([expect.stringContaining('full total')])
  })
})

/** Units that stand for a game as a whole. */
const WHOLE: ReadonlySet<string> = new Set(['match', 'tie', 'fight', 'game', 'race', 'pair', 'tournament', 'outright', 'question'])

it('every market of the book is priced, in the line or in play', () => {
  const priced = new Set<string>()
  const take = (input: PriceInput) => {
    for (const { part, key, status } of priceGame(input))
      if (status === 'active') priced.add(`${input.sportId} ${part === 'full' ? 'whole' : unitOf(part)} ${key}`)
  }
  for (const row of SAMPLE_GAMES) {
    take(inputBefore(row))
    const course = courseOf(row, 'book')
    for (const share of [0.2, 0.7]) take(inputAfter(row, course, share))
  }
  const strengths = Array.from({ length: 24 }, (_, n) => -n / 12)
  for (const input of fieldInputs(strengths)) take(input)
  const missing = Object.entries(table.sports as unknown as Record<string, Record<string, string[]>>).flatMap(([sport, units]) =>
    Object.keys(units).flatMap((unit) =>
      marketKeys(Number(sport), unit)
        .map((key) => `${sport} ${WHOLE.has(unit) ? 'whole' : unit} ${key}`)
        .filter((name) => !priced.has(name)),
    ),
  )
  expect(missing).toEqual([])
})
