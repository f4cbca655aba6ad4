import { sql } from 'kysely'
import { expect, test } from 'vitest'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { historySite, NOW } from './test-bets.ts'

const { db } = await testDatabase()
const line = fakeLine(NOW + DAY)
const site = await historySite(db, polosa.config, line)
const GAMES = [600_810_000, 600_811_000, 600_812_000, 600_813_000]
for (const game of GAMES) {
  line.addGame(game, { startsAt: NOW + 40 * DAY })
  line.addOutcome(game, 9, 1900, { p: 2.5 })
  line.addOutcome(game, 10, 2000, { p: 2.5 })
}
const accounts = new Map<number, number>()
for (const player of [1, 2, 3, 4, 5, 6]) {
  await sql`INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE
    VALUES (${player}, ${player > 4 ? 'kairos' : 'polosa'}, 'en', 'x', now())`.execute(db)
  accounts.set(player, await site.openAccount(player))
}
const bet = (player: number, game: number, t = 9) =>
  site.insertBet(player, accounts.get(player)!, { stake: 100, legs: [{ game: GAMES[game]!, t, p: 2.5, price: 1900 }] })
const popular = async () => JSON.parse((await site.call('GET', '/web-api/coupon/popular?lng=en', 0)).text).data as Record<string, number>[]

test('what most players chose lately, open ones only, one of a game, and never what one player repeats', async () => {
  await bet(4, 3)
  await bet(3, 3)
  site.clock.advance(7 * HOUR)
  for (const player of [1, 2, 3]) await bet(player, 0)
  for (const player of [1, 2]) await bet(player, 0, 10)
  for (const player of [1, 2]) await bet(player, 1)
  for (let n = 0; n < 5; n++) await bet(4, 2)
  const chosen = (rows: Record<string, number>[]) => rows.map(({ GameId, Type, Players, Coef }) => [GameId, Type, Players, Coef])
  expect(chosen(await popular())).toEqual([
    [GAMES[0], 9, 3, 1.9],
    [GAMES[1], 9, 2, 1.9],
  ])
  line.addOutcome(GAMES[0]!, 9, 1950, { p: 2.5, active: false })
  expect(chosen(await popular())).toEqual([
    [GAMES[1], 9, 2, 1.9],
    [GAMES[0], 10, 2, 2],
  ])
})

test('what players of another brand choose is theirs', async () => {
  for (const player of [5, 6]) await bet(player, 2)
  site.clock.advance(2 * MINUTE)
  expect((await popular()).map(({ GameId }) => GameId)).not.toContain(GAMES[2])
})
