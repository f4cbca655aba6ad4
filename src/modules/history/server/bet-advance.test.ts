/** Bets with an advance that nothing has repaid (rules 8.5), as histories show them: it was never money of the player. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { historySite, NOW } from './test-bets.ts'

const { db } = await testDatabase(8)
const site = await historySite(db, polosa.config, fakeLine(NOW + 100 * DAY))
const GAMES = [600_100_200, 600_100_300]
for (const game of GAMES) site.line.addGame(game, { startsAt: site.clock.now() + 100 * DAY })
const legs = (count: number) => GAMES.slice(0, count).map((game) => ({ game, t: 1, price: 2000 }))

interface Unpaid {
  account: number
  stake: number
  advance: number
  vid?: number
  count?: number
}

/** A bet with an advance that is decided to be uncovered. */
async function unpaidBet(player: number, { account, stake, advance, vid = 0, count = 1 }: Unpaid): Promise<bigint> {
  const terms = { advance: String(advance) }
  const id = await site.insertBet(player, account, { vid, stake, legs: legs(count), terms, money: { advance_minor: advance } })
  const at = new Date(site.clock.now())
  await sql`INSERT INTO bet_advance (bet_id, account_id, player_id, currency_id, amount_minor, at, due_at, state)
    VALUES (${id}, ${account}, ${player}, 1, ${advance}, ${at}, ${at}, 2)`.execute(db)
  return id
}

type Wire = Record<string, any>
const detailsOf = async (id: bigint, player: number) =>
  (JSON.parse((await site.call('GET', `/web-api/bets/details?bet_id=${id}`, player)).text) as { data: Wire }).data
const sumsOf = async (player: number) =>
  (JSON.parse((await site.call('POST', '/web-api/office/history/summary', player, {})).text) as { data: Wire }).data
const tableOf = async (player: number) =>
  (await site.call('GET', '/web-api/office/history/table.csv?lng=en', player)).text.trim().split('\r\n')

test('list, table and bet count only the own part', async () => {
  const account = await site.openAccount(9)
  const id = await unpaidBet(9, { account, stake: 59_450, advance: 3000 })
  await site.settle(id, 5, 56_450)
  site.clock.advance(60_000)
  expect(await detailsOf(id, 9)).toMatchObject({ advance: { sum: '30.00', state: 'uncovered' } })
  const { total } = await sumsOf(9)
  expect(total).toMatchObject({ stake: '594.50', uncovered: '30.00', back: '564.50', profit: '0.00' })
  expect((await tableOf(9)).at(-1)).toMatch(/30\.00.*564\.50,.*,0\.00$/)
})

test('while the bet is open the advance is counted once: it is no result, and what the bet may pay is the own part', async () => {
  const account = await site.openAccount(22)
  for (const stake of [4_000, 5_000]) await site.settle(await site.insertBet(22, account, { stake, legs: legs(1) }), 2, 0)
  const id = await unpaidBet(22, { account, stake: 2_555, advance: 1_555, vid: 1, count: 2 })
  site.clock.advance(60_000)
  const { total, kinds } = await sumsOf(22)
  expect(total).toMatchObject({ stake: '115.55', uncovered: '15.55', open_stake: '10.00', back: '0.00', profit: '-90.00' })
  expect(kinds).toMatchObject([{ profit: '-90.00' }, { type: 1, profit: '0.00' }])
  const [head, row] = (await tableOf(22)).map((line) => line.split(','))
  const cell = (name: string) => row![head!.indexOf(name)]
  expect([cell('Of it advance not repaid'), cell('Of it still open')]).toEqual(['15.55', '10.00'])
  expect((await detailsOf(id, 22))['bet']).toMatchObject({ possible_win_sum: 10, to_prepayment_sum: 15.55 })
})

test('a lost bet gives nothing back, and is not called returned', async () => {
  const account = await site.openAccount(19)
  const id = await unpaidBet(19, { account, stake: 500, advance: 500 })
  await site.settle(id, 5, 0)
  const row = (await tableOf(19)).at(-1)
  expect(row).toContain('Advance not repaid')
  expect(row).not.toContain('Returned')
})
