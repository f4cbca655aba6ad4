/** Histories over HTTP: every field, filters, windows, sums, only one's own bets. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY, unixSeconds } from '#lib/time.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { ciOf, historySite, NOW } from './test-bets.ts'

const { db } = await testDatabase(12)
const site = await historySite(db, polosa.config, fakeLine(NOW + 100 * DAY))
const { line, clock } = site
const A = 600_100_200
const B = 600_100_300
line.addGame(A, { startsAt: clock.now() + 100 * DAY })
line.addGame(B, { kind: 1, status: 'live' })
line.addOutcome(A, 9, 1900, { p: 2.5 })
line.addOutcome(B, 1, 2500)
const account = await site.openAccount(7)
await site.openAccount(8)
await site.keepNames(ciOf(A), {
  en: { opp1: 'Arden City', opp2: 'Northmoor', championship: 'Lowland. First Division' },
  ru: { opp1: 'Арден' },
})
await site.keepNames(ciOf(B), { en: { opp1: 'Westhaven', opp2: 'Quay 100%', championship: 'Coast Cup' } })

const onA = { game: A, t: 9, p: 2.5, price: 1900, asked: 1950 }
const onB = { game: B, t: 1, price: 2500, kind: 1 as const }

const ITEM_KEYS = (
  'id date coef coef_view status type type_title system_type formatted_system_type can_be_returned can_sell can_insure can_print can_show_sale_logs ' +
  'is_used_promo_code currency_code sum win_sum win_sum_with_tax possible_win_sum possible_win_sum_with_tax payout_sum max_payout out_sum to_prepayment_sum ' +
  'prepayment_sum closed_prepayment_sum old_sale_sum auto_sale_sum cashout_sum insurance_sum insurance_percent insured_sum insurance_status ' +
  'max_sum_increasing_request_status auto_sale_status skks_hash has_alternative_info replaced_by events taxBet isPowerBet'
)
  .split(' ')
  .sort()
const EVENT_KEYS = (
  'additional_game_info calculation_date event_type_id event_type_title event_type_small_group_id event_type_small_group_name game_start_date sport_id ' +
  'sport_name sport_name_en champ_id champ_name champ_name_en champ_image main_game_id const_id game_id game_name game_kind game_status game_type_title ' +
  'game_vid_title period_name is_home_away_game is_live_game_in_live live_game_time_sec coef coef_view score is_score_json result_type ' +
  'returned_bet_event_status_id returned_bet_event_status_name returned_bet_event_reason_name is_finished player_name opp1_id opp1_name opp1_name_en ' +
  'opp1_images opp2_id opp2_name opp2_name_en opp2_images block_level block_sum block_coef block_result block_staked statId has_translation translation_id is_cyber param groupId'
)
  .split(' ')
  .sort()

interface History {
  success: boolean
  error_code?: number
  data: { items: Record<string, any>[]; count: number; total_sum: number; total_win: number; currency_code: string }
}
const history = async (body: object, player = 7) =>
  JSON.parse((await site.call('POST', '/web-api/office/history', player, body)).text) as History
const ids = async (body: object, player = 7) => (await history(body, player)).data.items.map((item) => BigInt(item['id']))

const old = await site.insertBet(7, account, { stake: 1000, legs: [onA] })
clock.advance(8 * DAY)
const single = await site.insertBet(7, account, { stake: 2000, legs: [onA] })
clock.advance(1_000)
const express = await site.insertBet(7, account, { vid: 1, stake: 3000, legs: [onA, onB] })
clock.advance(1_000)

test('the last seven days, newest first, with every field', async () => {
  const { data } = await history({})
  expect(data).toMatchObject({ count: 2, total_sum: 50, total_win: 0, currency_code: 'EUR' })
  expect(data.items.map((item) => BigInt(item['id']))).toEqual([express, single])
  const [bet] = data.items
  expect(Object.keys(bet!).sort()).toEqual(ITEM_KEYS)
  expect(Object.keys(bet!['events'][0]).sort()).toEqual(EVENT_KEYS)
  expect(bet).toMatchObject({
    type: 1,
    type_title: 'Express',
    coef: 4.75,
    coef_view: '4.75',
    status: 1,
    sum: 30,
    win_sum: null,
    possible_win_sum: 142.5,
    possible_win_sum_with_tax: null,
    max_payout: 50_000,
    system_type: 1,
    taxBet: null,
  })
  expect(bet!['events']).toMatchObject([
    {
      event_type_id: 9,
      event_type_title: 'Over 2.5',
      param: '2.5',
      groupId: 17,
      game_id: A,
      const_id: ciOf(A),
      game_kind: 3,
      opp1_name: 'Arden City',
      coef: 1.9,
      score: '',
      result_type: null,
      is_finished: false,
      block_level: null,
    },
    { event_type_id: 1, game_id: B, game_kind: 1, game_status: 3, param: '0', score: '0:0' },
  ])
})

test('in play is what is being played: not a live game that broke off, stands still or has ended', async () => {
  const told = async () => (await history({})).data.items[0]!['events'][1]['game_status']
  const states = { live: 3, suspended: 1, interrupted: 1, abandoned: 2, ended: 2 } as const
  for (const [status, expected] of Object.entries(states)) {
    line.addGame(B, { kind: 1, status: status as keyof typeof states })
    expect(await told(), status).toBe(expected)
  }
  line.addGame(B, { kind: 1, status: 'live' })
})

test('a leg tells what has become of its game, and how long it may be put off; a long-term bet has no start to wait for', async () => {
  const told = async () => {
    const [one] = (await history({ lng: 'ru' })).data.items[1]!['events'] as Record<string, unknown>[]
    return [one!['game_status'], one!['additional_game_info']]
  }
  const more = { startsAt: clock.now() + 100 * DAY }
  const until = '. Если не начнётся в течение 48 ч от назначенного времени — возврат'
  const states = {
    postponed: [1, `Игра перенесена${until}`],
    delayed: [1, `Начало задерживается${until}`],
    interrupted: [1, 'Игра прервана'],
    scheduled: [1, ''],
  } as const
  for (const [status, expected] of Object.entries(states)) {
    line.addGame(A, { ...more, status: status as keyof typeof states })
    expect(await told(), status).toEqual(expected)
  }
  for (const status of ['scheduled', 'closed'] as const) {
    line.addGame(A, { ...more, outright: true, status })
    expect(await told()).toEqual([4, ''])
  }
  line.addGame(A, more)
})

test('windows, kinds, feeds, states, pages, order', async () => {
  const from = unixSeconds(clock.now() - 20 * DAY)
  expect(await ids({ timestamp_from: from, timestamp_to: unixSeconds(clock.now()) + 1 })).toEqual([express, single, old])
  expect(await ids({ days: 30 })).toEqual([express, single, old])
  expect(await ids({ bet_types: [1] })).toEqual([express])
  expect(await ids({ bet_types: [10_002] })).toEqual([express])
  expect(await ids({ bet_types: [10_003, 20_203] })).toEqual([])
  expect(await ids({ feed_types: [0] })).toEqual([single])
  expect(await ids({ feed_types: [1] })).toEqual([express])
  expect(await ids({ feed_types: [0, 1] })).toEqual([express, single])
  expect(await ids({ bet_common_statuses: [4] })).toEqual([])
  expect(await ids({ count: 1, page: 2 })).toEqual([single])
  expect(await ids({ sort_type: 0 })).toEqual([single, express])
  expect(await ids({ sort_type: 4 })).toEqual([express, single])
})

test('search by side, championship, number; signs of patterns are letters like others', async () => {
  expect(await ids({ search: ' arden ' })).toEqual([express, single])
  expect(await ids({ search: 'Арден' })).toEqual([express, single])
  // The cluster of the tests is made with the locale C, as the built-in one is.
  expect(await ids({ search: 'арден' })).toEqual([express, single])
  expect(await ids({ search: 'АРДЕН' })).toEqual([express, single])
  expect(await ids({ search: 'coast' })).toEqual([express])
  expect(await ids({ search: '100%' })).toEqual([express])
  expect(await ids({ search: '_' })).toEqual([])
  expect(await ids({ search: 'Q.ay' })).toEqual([])
  expect(await ids({ search: `№ ${single}` })).toEqual([single])
  expect(await ids({ search: String(old) })).toEqual([])
})

test('only what can be sold, with what it would bring', async () => {
  expect(await ids({ only_for_sale: true })).toEqual([])
  const none = {
    autoSaleMinor: null,
    autoSaleStatus: 0,
    oldSaleMinor: 0n,
    insurancePercent: null,
    replaces: null,
    replacedBy: null,
    isPowerBet: false,
  }
  site.sales.set(express, { ...none, canSell: true, cashoutSumMinor: 2_750n, canInsure: true, autoSaleMinor: 9_000n, autoSaleStatus: 1 })
  site.sales.set(single, { ...none, canSell: false, cashoutSumMinor: null, canInsure: false })
  const { data } = await history({ only_for_sale: true })
  expect(data).toMatchObject({ count: 1, total_sum: 30 })
  expect(data.items).toMatchObject([{ can_sell: true, cashout_sum: 27.5, auto_sale_sum: 90, auto_sale_status: 1, can_insure: true }])
  site.sales.clear()
})

test('only singles that can be raised, and only such as the house has an offer for', async () => {
  expect(await ids({ only_for_power: true })).toEqual([])
  for (const id of [single, express]) site.raisable.add(id)
  expect(await ids({ only_for_power: true })).toEqual([single])
  site.raisable.clear()
})

test('wrong dates, a window over 90 days, an account of somebody else', async () => {
  expect(await history({ timestamp_from: 1, timestamp_to: unixSeconds(clock.now()) })).toMatchObject({
    success: false,
    error_code: 10,
    message: expect.stringContaining('90'),
  })
  expect(await history({ timestamp_from: 2_000_000_000, timestamp_to: 1_900_000_000 })).toMatchObject({
    success: false,
    error_code: 10,
    message: expect.stringContaining('later than its end'),
  })
  const to = unixSeconds(clock.now())
  expect(await history({ timestamp_from: to - 90 * 86_400, timestamp_to: to })).toMatchObject({ success: true })
  expect(await history({ timestamp_from: to - 90 * 86_400 - 1, timestamp_to: to })).toMatchObject({ success: false, error_code: 10 })
  expect(await history({ account_id: account }, 8)).toMatchObject({ success: false, error_code: 30 })
  expect((await history({}, 8)).data.count).toBe(0)
  expect((await site.app.inject({ method: 'POST', url: '/office/history', payload: {} })).statusCode).toBe(401)
})

test('a configuration that names no number of days means seven (BH-02)', async () => {
  const usual = site.config.coupon.historyDays
  site.config.coupon.historyDays = 'x'
  expect(await ids({})).toEqual([express, single])
  site.config.coupon.historyDays = 30
  expect(await ids({})).toEqual([express, single, old])
  site.config.coupon.historyDays = usual
})

test('a game that has left the book keeps its names; a settled bet shows what it won', async () => {
  const game = line.games.get(A)!
  line.games.delete(A)
  await site.settle(single, 4, 3800)
  const { data } = await history({ bet_common_statuses: [4] })
  expect(data).toMatchObject({ total_sum: 20, total_win: 38 })
  expect(data.items).toMatchObject([
    {
      win_sum: 38,
      payout_sum: 38,
      possible_win_sum: null,
      events: [{ opp1_name: 'Arden City', champ_name: 'Lowland. First Division', is_finished: true }],
    },
  ])
  line.games.set(A, game)
})

test('by the time of settlement', async () => {
  clock.advance(DAY)
  await site.settle(old, 2, 0)
  const at = unixSeconds(clock.now())
  expect(await ids({ is_calculated_date_type: true, timestamp_from: at - 60, timestamp_to: at + 60 })).toEqual([old])
  expect(await ids({ is_calculated_date_type: true, timestamp_from: at - 2 * 86_400, timestamp_to: at + 60 })).toEqual([single, old])
})

test('the form of the application programs', async () => {
  const url = '/service-api/LiveBet/Secure/GetBetInfoHistory'
  const infos = async (body: object) => JSON.parse((await site.call('POST', url, 7, body)).text) as { BetInfos: object[] }
  expect(await infos({ BetStatuses: [1] })).toMatchObject({
    BetInfos: [
      {
        BetId: Number(express),
        BetStatus: 1,
        BetSum: 30,
        WinSum: 0,
        Coef: 4.75,
        BetType: 1,
        Events: [{ GameId: A, Type: 9, Param: 2.5, Coef: 1.9, Opp1: 'Arden City', Opp2: 'Northmoor', Score: '' }, { Score: '0:0' }],
      },
    ],
  })
  expect((await infos({ BetStatuses: [2, 4], DateFrom: unixSeconds(clock.now()) - 30 * 86_400, SortType: 0 })).BetInfos).toMatchObject([
    { BetId: Number(old), BetStatus: 2 },
    { BetId: Number(single), BetStatus: 4, WinSum: 38 },
  ])
  expect(await infos({ OnlyBetsForSale: true })).toEqual({ BetInfos: [] })
  const bonus = await site.openAccount(7, 1)
  expect(await infos({ BonusUserId: bonus })).toEqual({ BetInfos: [] })
  const refusal = async (body: object) => {
    const { status, text } = await site.call('POST', url, 8, body)
    const { field, detail } = JSON.parse(text) as { field: string; detail: string }
    return [status, field, /[а-я]/i.test(detail)]
  }
  // Refusals name its own fields, in the language that it asks for.
  expect(await refusal({ BonusUserId: bonus })).toEqual([400, 'BonusUserId', false])
  expect(await refusal({ BonusUserId: bonus, Language: 'ru' })).toEqual([400, 'BonusUserId', true])
  expect(await refusal({ DateFrom: 5, DateTo: 4, Language: 'RU' })).toEqual([400, 'DateFrom', true])
})

test('a bet and the bid for the rest of its stake lead to each other; an ordinary bid stands alone', async () => {
  const wallet = await site.openAccount(9)
  const [part, rest, own] = await Promise.all([700, 300, 900].map((stake) => site.insertBet(9, wallet, { stake, legs: [onA] })))
  const bidOf = async (bet: bigint) => {
    const { text } = await site.call('GET', `/web-api/bets/details?bet_id=${bet}`, 9)
    return (JSON.parse(text) as { data: { bid: object | null } }).data.bid
  }
  const insertBid = (guid: string, vip: boolean) =>
    sql`INSERT INTO bid (player_id, account_id, currency_id, guid, body_hash, tx_id, vip, request, visit, legs, outcomes, stake_minor, held_minor,
      wanted_milli, line_milli, max_minor, expires_at, created_at)
      VALUES (9, ${wallet}, 2, ${guid}, '', ${site.ledger.ids.next()}, ${vip}, '{}', '{}', '[]', ${guid}, 400, 400, 1900, 1900, 700, now(), now())`.execute(
      db,
    )
  const place = (guid: string, bet: bigint) =>
    sql`UPDATE bid SET status = 1, bet_id = ${bet}, approved_minor = 300 WHERE player_id = 9 AND guid = ${guid}`.execute(db)
  await sql`INSERT INTO bet_key (player_id, guid, body_hash, bet_id, at) VALUES (9, 'wish', gen_random_uuid(), ${part!}, now()),
    (9, 'ordinary', gen_random_uuid(), ${part!}, now())`.execute(db)
  expect(await bidOf(part!)).toBeNull()
  await insertBid('wish', true)
  expect(await bidOf(part!)).toMatchObject({ status: 0, is_rest: true, sum: '4.00', bet_id: null })
  await place('wish', rest!)
  expect(await bidOf(part!)).toMatchObject({ status: 1, is_rest: true, sum: '3.00', bet_id: Number(rest) })
  expect(await bidOf(rest!)).toMatchObject({ status: 1, is_rest: false, bet_id: Number(part) })
  await insertBid('ordinary', false)
  await place('ordinary', own!)
  expect(await bidOf(own!)).toMatchObject({ status: 1, is_rest: false, bet_id: null })
})

test('states that the brand hides are not told (BH-03)', async () => {
  site.config.coupon.hiddenBetStatuses = [1]
  expect((await history({})).data.items.map((item) => item['status'])).toEqual([4])
  expect((await site.call('GET', `/web-api/bets/details?bet_id=${express}`, 7)).status).toBe(404)
  site.config.coupon.hiddenBetStatuses = []
})

test('no statement reads more than the account: the index of the entries leads to the bets', async () => {
  const { rows } = await sql<{
    'QUERY PLAN': { Plan: object }[]
  }>`EXPLAIN (FORMAT JSON) SELECT b.id FROM ledger_entry e JOIN bet b ON b.id = e.tx_id
    WHERE e.account_id = ${account} AND e.kind = 1 AND e.tx_id >= 1 AND e.tx_id < 9000000000000000 ORDER BY e.tx_id DESC LIMIT 20`.execute(
    db,
  )
  expect(JSON.stringify(rows[0]!['QUERY PLAN'])).toContain('ledger_entry_pkey')
})

test('a bet that was edited stands in the list and is counted with the one that took its place', async () => {
  const [from, to] = [
    await site.insertBet(7, account, { stake: 700, legs: [onA] }),
    await site.insertBet(7, account, { stake: 700, legs: [onA] }),
  ]
  const before = (await history({ days: 1 })).data
  await site.settle(from, 8, 700)
  await sql`INSERT INTO bet_change (bet_id, replaced_bet_id, kind, value_minor, at) VALUES (${to}, ${from}, 0, 700, now())`.execute(db)
  const none = {
    autoSaleMinor: null,
    autoSaleStatus: 0,
    oldSaleMinor: 0n,
    insurancePercent: null,
    isPowerBet: false,
    canSell: false,
    canInsure: false,
  }
  site.sales.set(from, { ...none, cashoutSumMinor: null, replaces: null, replacedBy: to })
  const { data } = await history({ days: 1 })
  expect(data).toMatchObject({ count: before.count, total_sum: before.total_sum - 7, total_win: before.total_win })
  expect(data.items.find((bet) => bet['id'] === Number(from))).toMatchObject({
    status: 8,
    has_alternative_info: true,
    replaced_by: Number(to),
  })
  expect(data.items.find((bet) => bet['id'] === Number(to))).toMatchObject({ replaced_by: null })
  // Those counted and those that are not are the rows of the list.
  const sums = JSON.parse((await site.call('POST', '/web-api/office/history/summary', 7, { days: 1 })).text) as {
    data: { replaced: number; total: { count: number } }
  }
  expect([sums.data.replaced, sums.data.total.count]).toEqual([1, data.count - 1])
  site.sales.clear()
})

test('a bet that was raised says how its coefficient came about', async () => {
  const legs = [{ ...onA, price: 3864 }]
  const raised = await site.insertBet(7, account, { stake: 70_000, legs, price: '3.459', terms: { basePrice: 3459, worth: '62657' } })
  // Of one that only had legs added, and of an order, the coefficient is no part of the prices.
  const others = [
    await site.insertBet(7, account, { stake: 70_000, legs, price: '4', terms: { basePrice: 4000, worth: '62657' } }),
    await site.insertBet(7, account, { stake: 70_000, legs, price: '4', terms: { basePrice: 4000 } }),
  ]
  const rebased = async (id: bigint) =>
    (JSON.parse((await site.call('GET', `/web-api/bets/details?bet_id=${id}`, 7)).text) as { data: { rebased: unknown } }).data.rebased
  expect(await Promise.all([raised, ...others].map(rebased))).toEqual([{ product: '3.864', worth: '626.57', stake: '700' }, null, null])
})
