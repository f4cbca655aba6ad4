/** A leg that was bought under a former number of its type (wire rule 32) is looked for under the present one. */
import { expect, test } from 'vitest'
import type { LineGame, LineOutcome, LineReader } from '#modules/coupon/rules/selection.ts'
import type { Line } from '#modules/line/server/index.ts'
import { manualClock } from '#platform/server/clock.ts'
import { createLegSource } from './leg-now.ts'

const [NOW, BEFORE] = [1_000_002, 16_688]
const game = { gameId: 7, constId: 9, kind: 3, status: 'scheduled', startsAt: 5_000 } as unknown as LineGame
const outcome = { price: 3_100, active: true, marketStatus: 'active' } as unknown as LineOutcome
const reader = {
  findByConstant: () => game,
  findGame: () => game,
  findOutcome: (_: number, t: number) => (t === NOW ? outcome : null),
  openLines: () => [],
} as unknown as LineReader
const outcomes = [1, 2].map((p) => ({ t: NOW, p, playerId: 71, price: 1_900 }))
const market = { status: 'active', provider: 'world', outcomes }
const line = { byCi: () => ({ part: { markets: new Map([['finish', market]]) } }) } as unknown as Pick<Line, 'byCi'>

test('a former number is worth what the present one is', () => {
  const source = createLegSource({ reader, line, clock: manualClock(1_000) })
  const leg = { ci: 9, p: 20_000, playerId: 71 }
  const now = source.now({ ...leg, t: NOW })
  expect(now).toMatchObject({ on: true, price: 3_100 })
  expect(source.now({ ...leg, t: BEFORE })).toEqual(now)
})

test('a game that the line has not told yet after a start is on hold, not over', () => {
  const unknown = (isFilling: boolean) => ({ ...reader, findByConstant: () => null, isFilling: () => isFilling })
  const leg = { ci: 9, p: 20_000, playerId: 71, t: NOW }
  const said = [true, false].map((isFilling) => createLegSource({ reader: unknown(isFilling), line, clock: manualClock(1_000) }).now(leg))
  expect(said).toEqual([
    { on: false, reason: 'suspended' },
    { on: false, reason: 'event_over' },
  ])
})
