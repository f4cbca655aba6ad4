/** Cover in play is bought with the delay of a bet there: nobody buys it at the price from before a goal (WAG-12). */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SAMPLE_START, sampleGame, sampleGameFact } from '#modules/line/rules/sample-facts.ts'
import { rawPool } from '#platform/server/db.ts'
import { lockWaits, testDatabase } from '../../../../test/support/database.ts'
import { saleSite, type Prices, type SaleSite } from '../../../../test/support/sale-site.ts'

const { db } = await testDatabase()
const LEVEL: Prices = { 1: [2200, 0.45], 2: [3400, 0.28], 3: [3500, 0.27] }
const BEHIND: Prices = { 1: [6000, 0.16], 2: [4000, 0.25], 3: [1500, 0.59] }
const DELAY_MS = 300
const [PLAYER, GAME] = [41, 11]
let site: SaleSite
beforeAll(async () => {
  site = await saleSite(db, (config) => (config.betting.liveDelayMs = { default: DELAY_MS, bySport: {} }))
})
afterAll(() => site.stop())

test('the price that is paid is that of after the delay; one that rose meanwhile is asked about', async () => {
  await site.player(PLAYER, 100_000n)
  site.addGame(GAME, LEVEL)
  const betId = Number(await site.place(PLAYER, 100, [site.event(GAME, 1)]))
  site.clock.advance(1_000)
  site.line.apply([sampleGameFact({ ...sampleGame({ n: GAME }), kind: 1, status: 'live' }, { sentAt: SAMPLE_START + 1 })])
  site.setPrices(GAME, LEVEL)
  const buy = (sum?: number) => site.call('insurance', PLAYER, { bet_id: betId, percent: 50, ...(sum === undefined ? {} : { sum }) })
  const begun = performance.now()
  const seen = buy(28.36)
  setTimeout(() => site.setPrices(GAME, BEHIND), DELAY_MS / 3)
  expect(await seen).toMatchObject({ error_code: 900_050 })
  expect(performance.now() - begun).toBeGreaterThanOrEqual(DELAY_MS - 5)
  site.setPrices(GAME, LEVEL)
  expect((await buy(28.36)).data).toMatchObject({ insurance_percent: 50, premium: 28.36 })
  await site.booksAreRight()
})

test('a price that moves while the premium is written undoes it, and the refusal names the premium of the new one', async () => {
  await site.player(PLAYER + 1, 100_000n)
  site.addGame(GAME + 1, LEVEL)
  const betId = Number(await site.place(PLAYER + 1, 100, [site.event(GAME + 1, 1)]))
  site.clock.advance(1_000)
  const buy = (more: object = {}) => site.call('insurance', PLAYER + 1, { bet_id: betId, percent: 50, ...more })
  const besideWriting = async (change: () => void) => {
    const other = await rawPool(db).connect()
    await other.query('BEGIN')
    await other.query('SELECT 1 FROM account WHERE player_id = $1 FOR UPDATE', [PLAYER + 1])
    const answer = buy()
    await expect.poll(() => lockWaits(db)).toBe(1)
    change()
    await other.query('COMMIT')
    other.release()
    return answer
  }
  const refused = await besideWriting(() => site.setPrices(GAME + 1, BEHIND))
  const asked = await buy({ sum: 0.01 })
  expect([refused.error_code, asked.error_code]).toEqual([900_050, 900_050])
  expect(refused.data).toEqual(asked.data)
  expect(refused.message).toBe(asked.message)
  site.setPrices(GAME + 1, LEVEL)
  const stopped = await besideWriting(() => site.setPrices(GAME + 1, LEVEL, 'suspended'))
  expect([stopped.success, stopped]).toEqual([false, await buy()])
  await site.booksAreRight()
})
