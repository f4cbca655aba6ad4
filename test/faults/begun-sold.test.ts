/** Who bets on the line after a match has begun sells nothing of it before that is judged (rules 3.5, 8.1); who bet before sells as ever. */
import { afterEach, expect, it } from 'vitest'
import polosa from '../../brands/polosa/config.json' with { type: 'json' }
import { HOUR, MINUTE, SECOND } from '#lib/time.ts'
import { createLegSource } from '#modules/cashout/server/leg-now.ts'
import { saleConfigOf } from '#modules/cashout/server/index.ts'
import { sellBet, type SaleDeps } from '#modules/cashout/server/sell.ts'
import { createBookReader } from '#modules/coupon/server/index.ts'
import type { FactBody } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import { LOOKED_AGAIN_MS } from '#modules/feeds/server/course.ts'
import { rawPool } from '#platform/server/db.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { courseScene, headed, model, OPEN, played, VOID } from './course-scene.ts'
import { betOnAll } from './feed-houses.ts'
import { testDatabase } from '../support/database.ts'

const { db } = await testDatabase()
const SOLD = 8
const { announced, clock, house, lastBet, openAnew, states, tell, turn } = courseScene(db)
afterEach(() => house().close())

const sent = (at: number, ...bodies: FactBody[]) => bodies.map((body) => makeFact('uof', 'outside', at, body))
const line = (id: string) => betOnAll(house(), `${id}:g`, 3)

/** Tries to sell every bet after this one and up to that one, each for whatever it brings; answers how often each answer came. */
async function sellAll(after: bigint, upTo: bigint): Promise<Record<string, number>> {
  const { line: book, ledger } = house()
  const reader = createBookReader({ ...book, text: (_lng, key) => key })
  const config = saleConfigOf(polosa.config as unknown as SiteConfig)
  const source = createLegSource({ reader, line: book, clock })
  const deps: SaleDeps = { db, clock, ledger, source, configOf: () => config, refresh() {}, repay: async () => null }
  const { rows } = await rawPool(db).query<{ id: bigint; player_id: number }>(
    'SELECT id, player_id FROM bet WHERE id > $1 AND id <= $2 ORDER BY id',
    [after, upTo],
  )
  const told: Record<string, number> = {}
  for (const { id, player_id: playerId } of rows) {
    const sold = await sellBet(deps, { playerId, betId: id, takeMinor: 1n, leftStakeMinor: 0n, guid: null })
    const answer = isProblem(sold) ? sold.code : 'sold'
    told[answer] = (told[answer] ?? 0) + 1
  }
  return told
}

/** Offered for an hour later, it begins ten minutes early; bets of before, and of the two minutes in which nobody here knew. */
async function early(id: string) {
  const start = clock.now() + HOUR
  await announced(id, start)
  clock.advance(50 * MINUTE)
  const first = await lastBet()
  const before = await line(id)
  const [real, since] = [clock.now(), await lastBet()]
  clock.advance(2 * MINUTE)
  const late = await line(id)
  expect(Math.min(before, late)).toBeGreaterThan(5)
  return { start, real, before, late, first, since, last: await lastBet() }
}

it('a late bet waits for its judgement and is void, one of before is sold', async () => {
  await openAnew()
  const { start, real, before, late, first, since, last } = await early('sold')
  await tell([...sent(real, headed('sold', start, 'live')), ...sent(real + 110 * SECOND, played('sold', 110, [1, 0]), model('sold'))])
  const told = await sellAll(since, last)
  expect(told['sold']).toBeUndefined()
  expect(told['cashout.off_suspended']).toBeGreaterThan(5)
  const honest = (await sellAll(first, since))['sold']!
  expect(honest).toBeGreaterThan(5)
  await turn()
  expect((await sellAll(since, last))['sold']).toBeUndefined()
  clock.advance(LOOKED_AGAIN_MS)
  await turn()
  expect((await sellAll(since, last))['sold']).toBeUndefined()
  expect(await states('sold', since)).toEqual({ [VOID]: late })
  expect((await states('sold'))[SOLD]).toBe(honest)
  expect(honest).toBeLessThanOrEqual(before)
  expect(await house().ledger.checkInvariants()).toEqual([])
})

it('the first word of play counts, though it is heard last', async () => {
  await openAnew()
  const { start, real, first, since, last } = await early('state-first')
  await tell(sent(real + 130 * SECOND, played('state-first', 130, [1, 0]), model('state-first')))
  await tell(sent(real, headed('state-first', start, 'live')))
  const told = await sellAll(since, last)
  expect(told['sold']).toBeUndefined()
  expect((await sellAll(first, since))['sold']).toBeGreaterThan(5)
})

it('a game that had not begun after all stops no sale', async () => {
  await openAnew()
  const { start, real, since, last } = await early('mistake')
  await tell(sent(real, headed('mistake', start, 'live')))
  await tell(sent(real + 2 * MINUTE + SECOND, headed('mistake', start, 'scheduled'), model('mistake')))
  expect((await sellAll(since, last))['sold']).toBeGreaterThan(5)
  expect((await states('mistake'))[OPEN]).toBeGreaterThan(5)
})
