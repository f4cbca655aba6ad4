/** Recorded and simulated games are marked as such on the page of a bet (feeds §11). */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { ciOf, historySite, NOW } from './test-bets.ts'

const { db } = await testDatabase(8)
const site = await historySite(db, polosa.config, fakeLine(NOW + 100 * DAY))
const GAMES = [600_100_200, 600_100_300, 600_100_400]
for (const game of GAMES) site.line.addGame(game, { startsAt: site.clock.now() + 100 * DAY })

test('the page of a bet says which of its legs are recordings or simulations (feeds §11)', async () => {
  const account = await site.openAccount(7)
  const [recorded = 0, simulated = 0] = GAMES.map(ciOf)
  const origins = async (lng: string) => {
    const { text } = await site.call('GET', `/web-api/bets/details?bet_id=${id}&lng=${lng}`, 7)
    return (JSON.parse(text) as { data: { legs: { origin: string }[] } }).data.legs.map(({ origin }) => origin)
  }
  const id = await site.insertBet(7, account, { vid: 1, stake: 1000, legs: GAMES.map((game) => ({ game, t: 1, price: 2000 })) })
  for (const [ci, origin] of [
    [recorded, 'recorded'],
    [simulated, 'simulated'],
  ] as const) {
    await sql`INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
      VALUES (${ci}, 'test', ${origin}, 1, 'match', '[]', now(), true, 'scheduled', 3, false, false, ${origin}, now())
      ON CONFLICT (ci) DO UPDATE SET origin = excluded.origin`.execute(db)
    await sql`INSERT INTO game_part (ci, game_ci, part, i, n) VALUES (${ci}, ${ci}, 'full', ${ci + 1}, 1) ON CONFLICT DO NOTHING`.execute(
      db,
    )
  }
  expect(await origins('ru')).toEqual(['Запись', 'Симуляция', ''])
  expect(await origins('ar')).toEqual(['تسجيل', 'محاكاة', ''])
})
