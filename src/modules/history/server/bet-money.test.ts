/** Bets of all kinds and terms as histories show them: blocks, sizes, taxes, insurance, advances, sales, corrections. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { ciOf, historySite, NOW } from './test-bets.ts'

const { db } = await testDatabase(8)
const site = await historySite(db, polosa.config, fakeLine(NOW + 100 * DAY))
const GAMES = [600_100_200, 600_100_300, 600_100_400, 600_100_500]
for (const game of GAMES) site.line.addGame(game, { startsAt: site.clock.now() + 100 * DAY })
const account = await site.openAccount(7)
const legs = (count: number, price = 2000) => GAMES.slice(0, count).map((game) => ({ game, t: 1, price }))

type Wire = Record<string, any>
const details = async (id: bigint, player = 7) =>
  JSON.parse((await site.call('GET', `/web-api/bets/details?bet_id=${id}`, player)).text) as { success: boolean; data: Wire }
const item = async (id: bigint) => (await details(id)).data['bet'] as Wire

const RESULTS = { win: [1, 0], lose: [0, 0], void: [0, 2] } as const
async function decide(game: number, result: keyof typeof RESULTS, t = 1) {
  const [won, halves] = RESULTS[result]
  const at = new Date(site.clock.now() + DAY)
  await sql`INSERT INTO outcome_result (ci, t, p, player_id, market_key, spec, won, void_halves, known_at, confirmed, updated_at)
    VALUES (${ciOf(game)}, ${t}, 0, 0, 'result_1x2', '', ${won}, ${halves}, ${at}, true, ${at})
    ON CONFLICT (ci, t, p, player_id) DO UPDATE SET won = excluded.won, void_halves = excluded.void_halves, version = outcome_result.version + 1`.execute(
    db,
  )
  await sql`INSERT INTO settlement_action (ci, market_key, spec, t, fact_key, sent_at, certainty, results)
    VALUES (${ciOf(game)}, 'result_1x2', '', 'settle', ${`${result}${Math.random()}`}, ${at}, 'confirmed',
      ${JSON.stringify([{ t, p: 0, playerId: 0, won, voidHalves: halves, heatNum: 1, heatDen: 1 }])}::jsonb)`.execute(db)
}

test('a system says its size and what it may pay', async () => {
  const id = await site.insertBet(7, account, { vid: 2, stake: 3000, legs: legs(3), price: '4', terms: { size: 2 } })
  // Three doubles of 10 at 4.00.
  expect(await item(id)).toMatchObject({ type: 2, system_type: 2, formatted_system_type: '2/3', possible_win_sum: 120 })
  const found = JSON.parse((await site.call('POST', '/web-api/office/history', 7, { bet_types: [20_203] })).text) as { data: Wire }
  expect(found.data['items']).toHaveLength(1)
  const other = JSON.parse((await site.call('POST', '/web-api/office/history', 7, { bet_types: [20_304] })).text) as { data: Wire }
  expect(other.data['items']).toHaveLength(0)
})

test('an express of one game and the express of the day are called by their names', async () => {
  const joint = await site.insertBet(7, account, { vid: 1, stake: 1000, legs: legs(2), terms: { jointPrice: 3100 } })
  const day = await site.insertBet(7, account, {
    vid: 1,
    stake: 1000,
    legs: legs(2),
    terms: { bonus: { kind: 'day', percent: 10, expressId: 5 } },
  })
  const plain = await site.insertBet(7, account, { vid: 1, stake: 1000, legs: legs(2) })
  const titles = await Promise.all([joint, day, plain].map(async (id) => (await item(id))['type_title'] as string))
  expect(titles).toEqual(['Express of one game', 'Express of the day', 'Express'])
})

test('a changed bet says what comes back when all its events are void', async () => {
  const worth = async (terms?: BetTerms) => {
    const id = await site.insertBet(7, account, { stake: 1000, legs: legs(1), ...(terms ? { terms } : {}) })
    return (await details(id)).data['worth'] as string | null
  }
  expect(await worth({ basePrice: 1072, worth: '503' })).toBe('5.03')
  expect([await worth({ basePrice: 1072 }), await worth()]).toEqual([null, null])
  // What was sold of it does not come back once more.
  const id = await site.insertBet(7, account, {
    stake: 1000,
    legs: legs(1),
    terms: { basePrice: 1072, worth: '503' },
    money: { sold_stake_minor: 300 },
  })
  expect((await details(id)).data['worth']).toBe('3.52')
})

test('an outcome of a runner is named as the book names it, though the client said nothing of him', async () => {
  const id = await site.insertBet(7, account, { stake: 1000, legs: [{ game: GAMES[0]!, t: 2637, pl: 77, price: 5000, pv: 'EVIL.COM' }] })
  expect((await item(id))['events']).toMatchObject([{ event_type_title: 'T2637 (0)', player_name: null }])
  // The race has left the book: as it was named when the bet was made.
  const gone = 987
  const outcomes = { '2637:0:77': { en: { group: 'Winner', outcome: 'Amber Lane to win', player: 'Amber Lane' } } }
  await site.keepNames(ciOf(gone), { en: { opp1: 'Race 3', opp2: '' } }, { outcomes })
  const later = await site.insertBet(7, account, { stake: 1000, legs: [{ game: gone, t: 2637, pl: 77, price: 5000, pv: 'EVIL.COM' }] })
  expect((await item(later))['events']).toMatchObject([{ event_type_title: 'Amber Lane to win', player_name: 'Amber Lane' }])
  // Nobody knows him any more: he has no name, and not the one that the client gave him.
  const nobody = await site.insertBet(7, account, { stake: 1000, legs: [{ game: gone, t: 2637, pl: 78, price: 5000, pv: 'EVIL.COM' }] })
  expect(JSON.stringify(await item(nobody))).not.toContain('EVIL')
})

test('blocks: lobby and blocks of a multi-bet, stakes of a conditional bet and of several singles', async () => {
  const multi = await site.insertBet(7, account, {
    vid: 4,
    stake: 1000,
    legs: legs(4),
    terms: { size: 2, withLobby: true, blocks: [[0], [1, 2], [3]] },
  })
  expect((await item(multi))['events']).toMatchObject([
    { block_level: 0, block_coef: 2, block_sum: null },
    { block_level: 1, block_coef: 4 },
    { block_level: 1, block_coef: 4 },
    { block_level: 2, block_coef: 2 },
  ])
  const conditional = await site.insertBet(7, account, {
    vid: 5,
    stake: 1000,
    legs: legs(3),
    terms: { blocks: [[0], [1], [2]], blockStakes: ['1000', '500', null] },
  })
  expect((await item(conditional))['events']).toMatchObject([
    { block_level: 1, block_sum: 10, block_staked: 10 },
    { block_level: 2, block_sum: 5, block_staked: null },
    { block_level: 3, block_sum: null, block_result: null, block_staked: null },
  ])
  const singles = await site.insertBet(7, account, { vid: 11, stake: 1000, legs: legs(2), terms: { blockStakes: ['700', '300'] } })
  expect((await item(singles))['events']).toMatchObject([{ block_sum: 7 }, { block_sum: 3 }])
})

test('taxes: possible win before and after, stake tax beside it; both null without a tax', async () => {
  const tax = {
    rule: 'XX-1',
    stake: { mode: 'excluded', rate: '0.12' },
    payout: { base: 'gross', rate: '0.10' },
    returnsStakeTax: true,
  } as const
  const id = await site.insertBet(7, account, {
    stake: 10_000,
    legs: legs(1),
    terms: { tax },
    money: { stake_tax_minor: 1200 },
  })
  // 88.00 of the stake runs at 2.00: 176.00, of which 17.60 is tax.
  expect(await item(id)).toMatchObject({
    possible_win_sum: 176,
    possible_win_sum_with_tax: 158.4,
    taxBet: { stake_tax: 12, payout_tax: 17.6 },
  })
  // What came back with a void bet is no tax any more.
  const back = await site.insertBet(7, account, {
    stake: 10_000,
    legs: legs(1),
    terms: { tax },
    money: { stake_tax_minor: 1200, stake_tax_back_minor: 700 },
  })
  expect(await item(back)).toMatchObject({ taxBet: { stake_tax: 5 } })
  expect((await details(id)).data['tax']).toMatchObject({ rule: 'XX-1', stake_tax: '12.00', payout_tax: '17.60', stake_rate: '0.12' })
})

test('the tax on sales is withheld tax: in the list, the bet, the sums and the table', async () => {
  const own = await site.openAccount(21)
  const id = await site.insertBet(21, own, {
    stake: 10_000,
    legs: legs(1),
    terms: { tax: { rule: 'XX-1', returnsStakeTax: false, payout: { base: 'net', rate: '0.20' } } },
    money: { sold_stake_minor: 4_000, sold_minor: 4_500 },
  })
  for (const [n, left, gross, tax] of [
    [1, 6_000, 4_600, 100],
    [2, 0, 7_000, 200],
  ])
    await sql`INSERT INTO bet_sale (bet_id, n, player_id, body, by_order, sold_stake_minor, left_stake_minor, offer_minor, gross_minor, tax_minor, balance_minor, chances, at)
      VALUES (${id}, ${n}, 21, '', false, 1, ${left}, ${gross}, ${gross}, ${tax}, 0, '[]', ${new Date(site.clock.now())})`.execute(db)
  await site.settle(id, 8, 6_800)
  const { data } = await details(id, 21)
  expect(data).toMatchObject({ tax: { payout_tax: '3.00' } })
  expect(data['bet']).toMatchObject({ win_sum: 70, win_sum_with_tax: 68, out_sum: 45, taxBet: { payout_tax: 3 } })
  const sums = JSON.parse((await site.call('POST', '/web-api/office/history/summary', 21, {})).text) as { data: Wire }
  expect(sums.data['total']).toMatchObject({ back: '113.00', payout_tax: '3.00', profit: '13.00' })
  const table = await site.call('GET', '/web-api/office/history/table.csv?lng=en', 21)
  expect(table.text.trim().split('\n').at(-1)).toMatch(/,113\.00,3\.00,13\.00$/)
})

test('promo code, advance, insurance, a part that was sold', async () => {
  const promo = await site.insertBet(7, account, {
    stake: 1000,
    legs: legs(1),
    terms: { promo: { code: 'SPRING', minor: '1000' } },
    money: { promo_minor: 1000 },
  })
  expect(await item(promo)).toMatchObject({ is_used_promo_code: true, possible_win_sum: 10 })
  const advanced = await site.insertBet(7, account, {
    stake: 1000,
    legs: legs(1),
    terms: { advance: '400' },
    money: { advance_minor: 400 },
  })
  await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after) VALUES (${account}, ${advanced}, 30, -150, 0)`.execute(
    db,
  )
  expect(await item(advanced)).toMatchObject({ prepayment_sum: 4, to_prepayment_sum: 2.5, closed_prepayment_sum: 1.5 })
  expect((await details(advanced)).data).toMatchObject({ advance: { sum: '4.00', state: 'waits' } })
  const insured = await site.insertBet(7, account, { stake: 1000, legs: legs(1), money: { insured_minor: 500, premium_minor: 260 } })
  expect(await item(insured)).toMatchObject({ insurance_percent: 50, insured_sum: 5, insurance_sum: 2.6, insurance_status: 1 })
  // Half of 10.01 is covered with 5.00; all of what runs after a sale is a hundred.
  const odd = await site.insertBet(7, account, { stake: 1001, legs: legs(1), money: { insured_minor: 500, premium_minor: 260 } })
  expect(await item(odd)).toMatchObject({ insurance_percent: 50 })
  const rest = await site.insertBet(7, account, {
    stake: 1000,
    legs: legs(1),
    money: { sold_stake_minor: 300, sold_minor: 290, insured_minor: 700, premium_minor: 300 },
  })
  expect(await item(rest)).toMatchObject({ insurance_percent: 100 })
  const part = await site.insertBet(7, account, { stake: 1000, legs: legs(1), money: { sold_stake_minor: 400, sold_minor: 450 } })
  // What still runs is 6.00 at 2.00.
  expect(await item(part)).toMatchObject({ old_sale_sum: 4.5, can_show_sale_logs: true, possible_win_sum: 12, out_sum: 4.5 })
})

test('a match that has left the book keeps its final score, a duel what its sides have counted; the score of the moment of the bet is neither', async () => {
  const [gone, duel] = [600_100_900, 2_000_000_900]
  const id = await site.insertBet(7, account, {
    vid: 1,
    stake: 1000,
    legs: [gone, duel].map((game, i) => ({ game, t: 1, price: 2000, kind: i === 0 ? 1 : 3 })),
  })
  const scores = async () => (((await item(id))['events'] as Wire[]) ?? []).map((leg) => leg['score'] as string)
  // Taken before the start there was none.
  expect(await scores()).toEqual(['0:0', ''])
  for (const game of [gone, duel]) await decide(game, 'win')
  expect(await scores()).toEqual(['', ''])
  await sql`INSERT INTO finished_game (ci, i, provider, ref, championship_id, home_id, away_id, starts_at, status, score, periods, stats, incidents, head_at)
    VALUES (${ciOf(gone)}, ${gone}, 'world', 'gone', 1, 1, 2, now(), 'ended', '{3,1}', '[]', '{}', '[]', now())`.execute(db)
  await sql`INSERT INTO duel (ci, game_id, identity, sides, sport_id, counts, starts_at, result, settled_at)
    VALUES (${ciOf(duel)}, ${duel}, 'd', '[]', 1, 1, now(), '2:1', now())`.execute(db)
  expect(await scores()).toEqual(['3:1', '2:1'])
})

test('a duel is called so in every language, whatever its names were kept in', async () => {
  const [duel, plain] = [2_000_000_901, 2_000_000_902]
  const en = { opp1: 'Arden', opp2: 'Quay', championship: 'Duels', gameType: 'Duels', periodName: '', sport: 'Football' }
  for (const game of [duel, plain]) await site.keepNames(ciOf(game), { en })
  const leg = (game: number) => ({ game, t: 1, price: 2000 })
  const id = await site.insertBet(7, account, { vid: 1, stake: 1000, legs: [{ ...leg(duel), duel: [[1], [2]] }, leg(plain)] })
  const { text } = await site.call('GET', `/web-api/bets/details?bet_id=${id}&lng=ar`, 7)
  const events = (JSON.parse(text) as { data: { bet: { events: Wire[] } } }).data.bet.events
  expect(events.map((event) => [event['game_type_title'], event['champ_name']])).toEqual([
    ['مبارزة', 'مبارزة'],
    ['Duels', 'Duels'],
  ])
})

test('one bet: prices asked, every movement of its money, only for its player', async () => {
  const id = await site.insertBet(7, account, { stake: 1000, legs: [{ ...legs(1)[0]!, asked: 2050 }] })
  const { data } = await details(id)
  expect(data).toMatchObject({
    account_id: account,
    legs: [{ asked_coef: 2.05, corrected: false }],
    moves: [{ kind: 'stake', sum: '-10.00' }],
  })
  expect((await site.call('GET', `/web-api/bets/details?bet_id=${id}`, 8)).status).toBe(404)
  expect((await site.call('GET', '/web-api/bets/details?bet_id=x', 7)).status).toBe(422)
})

test('moves stand in the order in which the ledger booked them: a correction takes back, then pays; a sale pays, then its tax', async () => {
  const own = await site.openAccount(10)
  const id = await site.insertBet(10, own, { stake: 30_000, legs: legs(1) })
  const entry = (kind: number, n: number, amount: number, balance: number, later: number) =>
    sql`INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, balance_after, at)
      VALUES (${own}, ${id}, ${kind}, ${n}, ${amount}, ${balance}, ${new Date(site.clock.now() + later)})`.execute(db)
  await entry(10, 1, 5_000, 5_000, 1_000)
  await entry(18, 1, -500, 4_500, 1_000)
  await entry(2, 2, 58_532, 63_032, 2_000)
  await entry(2, 3, 44_266, 48_766, 3_000)
  await entry(3, 3, -58_532, 4_500, 3_000)
  const moves = (await details(id, 10)).data['moves'] as { kind: string; sum: string }[]
  expect(moves.map(({ kind }) => kind)).toEqual(['stake', 'cashOut', 'payoutTax', 'payout', 'payoutReversal', 'payout'])
  expect(moves.slice(-2).map(({ sum }) => sum)).toEqual(['-585.32', '442.66'])
})

test('a result that was another one before is shown as corrected; the same result told again is not', async () => {
  const game = GAMES[0]!
  const id = await site.insertBet(7, account, { vid: 1, stake: 1000, legs: legs(2) })
  await decide(game, 'win')
  expect((await details(id)).data).toMatchObject({
    bet: { events: [{ result_type: 1 }, { result_type: null }] },
    legs: [{ corrected: false }, {}],
  })
  await decide(game, 'win')
  expect((await details(id)).data).toMatchObject({
    bet: { has_alternative_info: false },
    legs: [{ corrected: false, confirmed: true }, {}],
  })
  await decide(game, 'void')
  const { data } = await details(id)
  expect(data).toMatchObject({
    // A leg that came back counts 1.00: what the bet may pay has fallen.
    bet: { has_alternative_info: true, possible_win_sum: 20, events: [{ result_type: 3, returned_bet_event_status_id: 1 }, {}] },
    legs: [{ corrected: true }, { corrected: false }],
  })
  expect(data['bet'].events[0].returned_bet_event_status_name).toBe('Returned by the result')
})

test('a bet that was declared void as a whole says so in each leg', async () => {
  const id = await site.insertBet(7, account, { stake: 1000, legs: [{ game: GAMES[0]!, t: 3, price: 3000 }] })
  await sql`INSERT INTO bet_void (bet_id, ix, reason, note, state, asked_by, asked_at, decided_at)
    VALUES (${String(id)}::bigint, -1, 'duplicate', '', 1, 'officer-a', now(), now())`.execute(db)
  expect((await item(id))['events']).toMatchObject([
    { returned_bet_event_status_id: 4, returned_bet_event_status_name: 'The whole bet was declared void' },
  ])
})

test('a leg taken in a time that was cancelled came back, whatever the result', async () => {
  const game = GAMES[1]!
  const id = await site.insertBet(7, account, { stake: 1000, legs: [{ game, t: 3, price: 3000 }] })
  await decide(game, 'lose', 3)
  await sql`UPDATE outcome_result SET voided = '{[2020-01-01,2100-01-01)}', reason = 'wrong_price' WHERE ci = ${ciOf(game)} AND t = 3`.execute(
    db,
  )
  expect((await item(id))['events']).toMatchObject([
    {
      result_type: 3,
      returned_bet_event_status_id: 2,
      returned_bet_event_status_name: 'The market was cancelled',
      returned_bet_event_reason_name: 'an obvious error in the price',
    },
  ])
})

test('a game that was cancelled as a whole is told as that, before and in play, in each of its parts', async () => {
  const whole = ciOf(GAMES[0]!)
  const part = ciOf(GAMES[1]!)
  const id = await site.insertBet(7, account, { vid: 1, stake: 1000, legs: legs(2) })
  await site.keepNames(part, {})
  await sql`UPDATE bet_game SET main_ci = ${whole} WHERE ci = ${part}`.execute(db)
  await decide(GAMES[0]!, 'void')
  await decide(GAMES[1]!, 'win')
  await sql`UPDATE outcome_result SET voided = '{[2020-01-01,2100-01-01)}', reason = 'not_played' WHERE ci = ${part}`.execute(db)
  const told = async () =>
    ((await item(id))['events'] as Record<string, unknown>[]).map((leg) => [
      leg['returned_bet_event_status_id'],
      leg['returned_bet_event_status_name'],
      leg['returned_bet_event_reason_name'],
    ])
  const reason = 'the game was not played'
  expect(await told()).toEqual([
    [1, 'Returned by the result', null],
    [2, 'The market was cancelled', reason],
  ])
  const game = (status: string, note: string | null) =>
    sql`INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, status_note, kind, neutral, live_coverage, origin, sent_at)
      VALUES (${whole}, 'test', 'one', 1, 'match', '[]', now(), true, ${status}, ${note}, 3, false, false, 'test', now())
      ON CONFLICT (ci) DO UPDATE SET status = excluded.status, status_note = excluded.status_note`.execute(db)
  const off = [
    [5, 'The event was cancelled', null],
    [5, 'The event was cancelled', reason],
  ]
  await game('cancelled', null)
  expect(await told()).toEqual(off)
  await game('abandoned', 'called_off')
  expect(await told()).toEqual(off)
  // One that was broken off counts as far as it was played.
  await game('abandoned', null)
  expect((await told()).map(([kind]) => kind)).toEqual([1, 2])
})

test('a place shared by three is shown as the bet pays it: a third, or by the rule of the house the stake back', async () => {
  const game = legs(1)
  const [industry, house] = [
    await site.insertBet(7, account, { stake: 1000, legs: game }),
    await site.insertBet(7, account, { stake: 1000, legs: game, terms: { houseHeat: [0] } }),
  ]
  const { ci } = await db.selectFrom('bet_leg').select('ci').where('bet_id', '=', house).executeTakeFirstOrThrow()
  await sql`INSERT INTO outcome_result (ci, t, p, player_id, market_key, spec, won, void_halves, heat_num, heat_den, known_at, confirmed, updated_at)
    SELECT ci, t, p, player_id, 'outright', '', 1, 0, 1, 3, '2100-01-01', true, now() FROM bet_leg WHERE ci = ${ci} LIMIT 1
    ON CONFLICT (ci, t, p, player_id) DO UPDATE SET won = 1, void_halves = 0, heat_num = 1, heat_den = 3`.execute(db)
  const seen = async (id: bigint) => {
    const { data } = await details(id)
    return [data['bet'].events[0].result_type, data['legs'][0].dead_heat]
  }
  expect([await seen(industry), await seen(house)]).toEqual([
    [1, '1/3'],
    [3, null],
  ])
})
