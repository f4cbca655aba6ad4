/** Scores of legs that are about a part of a game. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { ciOf, historySite, NOW } from './test-bets.ts'

const { db } = await testDatabase(8)
const site = await historySite(db, polosa.config, fakeLine(NOW + 100 * DAY))
const account = await site.openAccount(7)
const LATER = new Date(site.clock.now() + DAY)

type Wire = Record<string, any>
const legsOf = async (id: bigint) =>
  (JSON.parse((await site.call('GET', `/web-api/bets/details?bet_id=${id}`, 7)).text) as { data: Wire }).data['bet'].events as Wire[]

test('a leg of a part has the score of the part; of a half of which nothing was told there is none, and the card says why it came back', async () => {
  const main = 600_100_700
  const parts = ['full', 'h1', 'h2', 'corners']
  await sql`INSERT INTO championship (id, sport_id, country_id, country_code, type, tz, names, weight)
    VALUES (36, 1, 1, 'GB', 'league', 'UTC', '{}', 1)`.execute(db)
  for (const [n, part] of parts.entries()) {
    const ci = ciOf(main + n)
    await sql`INSERT INTO game_part (ci, game_ci, part, i, n) VALUES (${ci}, ${ciOf(main)}, ${part}, ${main + n}, ${n})`.execute(db)
    await sql`INSERT INTO bet_game (ci, main_ci, game) VALUES (${ci}, ${ciOf(main)}, '{"names":{}}')`.execute(db)
    await sql`INSERT INTO outcome_result (ci, t, p, player_id, market_key, spec, won, void_halves, known_at, confirmed, updated_at)
      VALUES (${ci}, 1, 0, 0, 'result_1x2', '', ${n < 2 ? 1 : 0}, ${n < 2 ? 0 : 2}, ${LATER}, true, ${LATER})`.execute(db)
  }
  await sql`INSERT INTO finished_game (ci, i, provider, ref, championship_id, home_id, away_id, starts_at, status, score, periods, stats, incidents, head_at)
    VALUES (${ciOf(main)}, ${main}, 'world', 'halves', 36, 1, 2, now(), 'ended', '{3,1}', '[{"no":1,"code":"h1","score":[0,1]}]', '{"corners":[2,0]}', '[]', now())`.execute(
    db,
  )
  const id = await site.insertBet(7, account, { vid: 1, stake: 1000, legs: parts.map((_, n) => ({ game: main + n, t: 1, price: 2000 })) })
  const events = await legsOf(id)
  const untold = ['', 'nobody has told how this part ended']
  expect(events.map((leg) => [leg['score'], leg['returned_bet_event_reason_name']])).toEqual([['3:1', null], ['0:1', null], untold, untold])
  const book = 600_100_800
  site.line.addGame(book, { kind: 1, status: 'ended', isScoreUnknown: true })
  expect(await legsOf(await site.insertBet(7, account, { stake: 1000, legs: [{ game: book, t: 1, price: 2000 }] }))).toMatchObject([
    { score: '' },
  ])
})

test('corners of a match that went into extra time have no score: what is kept counts all of it, the bet ninety minutes', async () => {
  const main = 600_100_900
  const [tie, corners] = [ciOf(main), ciOf(main + 1)]
  for (const [n, part] of ['full', 'corners'].entries()) {
    await sql`INSERT INTO game_part (ci, game_ci, part, i, n) VALUES (${ciOf(main + n)}, ${tie}, ${part}, ${main + n}, ${n})`.execute(db)
  }
  await sql`INSERT INTO bet_game (ci, main_ci, game) VALUES (${corners}, ${tie}, '{"names":{}}')`.execute(db)
  await sql`INSERT INTO finished_game (ci, i, provider, ref, championship_id, home_id, away_id, starts_at, status, score, periods, stats, incidents, head_at)
    VALUES (${tie}, ${main}, 'world', 'tie', 36, 1, 2, now(), 'ended', '{2,1}', ${JSON.stringify(
      ['h1', 'h2', 'et'].map((code, no) => ({ no, code, score: [no === 2 ? 1 : 0, no === 0 ? 1 : 0] })),
    )}, '{"corners":[7,4]}', '[]', now())`.execute(db)
  const id = await site.insertBet(7, account, { stake: 1000, legs: [{ game: main + 1, t: 1, price: 2000 }] })
  expect(await legsOf(id)).toMatchObject([{ score: '' }])
  await sql`UPDATE finished_game SET periods = periods - 2 WHERE ci = ${tie}`.execute(db)
  expect(await legsOf(id)).toMatchObject([{ score: '7:4' }])
})
