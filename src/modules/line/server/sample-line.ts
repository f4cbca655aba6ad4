/** A small line for tests of answers: football with sub-games, a cup game, a live game, basketball, a long-term bet. */
import { expect } from 'vitest'
import type { z } from 'zod'
import { loadTexts } from '#platform/server/texts.ts'
import * as contract from '../contract.ts'
import { feedQuery, lowerKeys } from '../rules/feed-query.ts'
import { footballMarkets, SAMPLE_START, sampleFact, sampleGame, sampleGameFact, sampleLive, sampleMarket } from '../rules/sample-facts.ts'
import { type FeedMethod, feedQuestion, USUAL_ROWS } from './answers.ts'
import { createLine, type Line } from './line.ts'

export type Row = Record<string, unknown>
const texts = loadTexts(new URL('../../../../locales', import.meta.url).pathname)
const NOW = SAMPLE_START - 3_600_000
export const line: Line = createLine({ clock: { now: () => NOW }, texts })

/** The value of a call, checked with its schema. */
export function ask(method: FeedMethod, query: Record<string, unknown> = {}, kind: 1 | 3 = 3): unknown {
  const raw = lowerKeys(Object.entries(query))
  const parsed = feedQuery(raw, { lng: 'en', format: 0, countryId: 225, ...USUAL_ROWS[method] })
  const question = feedQuestion(line.answers, method, kind, parsed, { id: 'test', sportsOrder: [1, 2] })
  const reply = JSON.parse(JSON.stringify(question.build())) as { Value: unknown }
  const schema: z.ZodType = contract.feedEndpoints[method].reply
  const checked = schema.safeParse(reply)
  expect(checked.error?.issues.slice(0, 3), method).toBeUndefined()
  return reply.Value
}
export const rows = (method: FeedMethod, query: Record<string, unknown> = {}, kind: 1 | 3 = 3): Row[] => ask(method, query, kind) as Row[]

export const football = sampleGame({ n: 1, parts: ['h1', 'h2', 'corners'] })
export const cup = sampleGame({ n: 2, championshipId: 910_102, weight: 0, startsAt: SAMPLE_START + 60_000 })
export const live = sampleGame({ n: 3, kind: 1, parts: ['h1', 'h2'] })
export const basket = sampleGame({ n: 4, sportId: 3, championshipId: 910_301, parts: ['q1', 'h1'] })
export const outright = sampleGame({ n: 5, championshipId: 910_900, type: 'outright' })
outright.sides = Array.from({ length: 8 }, (_, k) => ({
  id: 71_000 + k,
  ref: `r${k}`,
  role: 'runner' as const,
  order: k,
  names: { en: `Runner ${k}` },
  countryId: 0,
  countryCode: '',
}))

const odds = (ci: number, markets: ReturnType<typeof footballMarkets>) => sampleFact({ t: 'odds.delta', game: '', markets }, ci)

function fill(): void {
  for (const game of [football, cup, live, basket, outright]) line.apply([sampleGameFact(game)])
  line.apply([
    odds(football.ci, [...footballMarkets(), ...partMarkets()]),
    odds(cup.ci, footballMarkets(3)),
    odds(live.ci, footballMarkets(9)),
  ])
  const playerIds = Object.fromEntries(outright.sides.map((side) => [side.ref, side.id]))
  const winners = outright.sides.map((side, k): [string, number] => [`2637@${side.ref}`, 2000 + k * 500])
  line.apply(
    [odds(basket.ci, basketMarkets()), odds(outright.ci, [sampleMarket('outright', '', winners)])].map((fact) => ({ ...fact, playerIds })),
  )
  const body = sampleLive([1, 0])
  if (body.t === 'live')
    body.incidents = [
      { game: '', seq: 1, clockSec: 1260, type: 'goal', side: 'home' },
      { game: '', seq: 2, clockSec: 2700, type: 'period_end', detail: { period: 'h1' } },
    ]
  line.apply([sampleFact(body, live.ci, { sentAt: SAMPLE_START + 5000 })])
}

function partMarkets() {
  const half: [string, number][] = [
    ['1', 2700],
    ['2', 2100],
    ['3', 3900],
  ]
  const corners: [string, number][] = [
    ['9:9.5', 1850],
    ['10:9.5', 1950],
  ]
  return [sampleMarket('result_1x2', '', half, { part: 'h1' }), sampleMarket('total', 'line=9.5', corners, { part: 'corners' })]
}

function basketMarkets() {
  const winner: [string, number][] = [
    ['401', 1600],
    ['402', 2300],
  ]
  const total: [string, number][] = [
    ['9:188.5', 1912],
    ['10:188.5', 1885],
  ]
  const handicap: [string, number][] = [
    ['7:-3.5', 1936],
    ['8:3.5', 1850],
  ]
  return [
    sampleMarket('winner_with_ot', '', winner),
    sampleMarket('total', 'line=188.5', total, { main: true }),
    { ...sampleMarket('handicap', 'line=-3.5', handicap), status: 'suspended' as const, reason: 'stale' as const },
  ]
}

fill()
