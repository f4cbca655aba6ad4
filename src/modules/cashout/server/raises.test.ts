/** The list of what a power bet could raise looks at hundreds of bets: it holds nobody up, and values each of them once. */
import { setImmediate as turn } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBookReader } from '#modules/coupon/server/index.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type SaleSite } from '../../../../test/support/sale-site.ts'
import { createLegSource, type LegSource } from './leg-now.ts'
import { listRaisable, type RaiseDeps } from './raises.ts'
import { saleConfigOf } from './value-bet.ts'

const { db } = await testDatabase()
const PLAYER = 310
const BETS = 12
let site: SaleSite

beforeAll(async () => {
  site = await saleSite(db)
})
afterAll(() => site.stop())

const busy = (ms: number) => {
  for (const end = performance.now() + ms; performance.now() < end;);
}

test('the loop is given back between the bets, and the outcome of a bet is looked at once', async () => {
  await site.player(PLAYER, 1_000_000n)
  const ids: bigint[] = []
  for (let n = 1; n <= BETS; n += 1) {
    site.addGame(n, { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] })
    // The highest price of its market: every other outcome is tried, and none of them raises it.
    ids.push(await site.place(PLAYER, 10, [site.event(n, 3)]))
  }
  const { line, clock, limits, config } = site
  const reader = createBookReader({ ...line, text: (_lng, key) => key })
  const looks = new Map<number, number>()
  const turns = new Set<number>()
  let now = 0
  const real = createLegSource({ reader, line, clock })
  const source: LegSource = {
    now(leg) {
      busy(2)
      turns.add(now)
      looks.set(leg.t, (looks.get(leg.t) ?? 0) + 1)
      return real.now(leg)
    },
  }
  const deps: RaiseDeps = { db, line, reader, limits, source, configOf: () => saleConfigOf(config) }
  let isDone = false
  const asked = listRaisable(deps, { brand: 'polosa', config } as never, ids).finally(() => (isDone = true))
  for (; !isDone; now += 1) await turn()
  expect(await asked).toEqual([])
  expect(Object.fromEntries(looks)).toEqual({ 1: BETS, 2: BETS, 3: BETS })
  // A slice takes five milliseconds, a bet six: hardly two of them stand in one turn.
  expect(turns.size).toBeGreaterThanOrEqual(BETS / 2)
})
