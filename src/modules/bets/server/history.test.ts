/** Histories over HTTP: every field, filters, windows, only one's own bets. */
import { expect, test } from 'vitest'
import { DAY, unixSeconds } from '#lib/time.ts'
import { sql } from 'kysely'
import { testSite } from './test-site.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config, (config) => {
  config.betting.liveDelayMs = { default: 0, bySport: {} }
})
const { line, clock } = site
const A = 600_100_200
const B = 600_100_300
line.addGame(A, { startsAt: clock.now() + 100 * DAY })
line.addGame(B, { kind: 1, status: 'live' })
line.addOutcome(A, 9, 1900, { p: 2.5 })
line.addOutcome(B, 1, 2500)
const account = await site.playerWith(7, 1_000_000n)
await site.playerWith(8, 1_000n)

const ITEM_KEYS = (
  'id date coef coef_view status type type_title system_type formatted_system_type can_be_returned can_sell can_insure can_print can_show_sale_logs ' +
  'is_used_promo_code currency_code sum win_sum win_sum_with_tax possible_win_sum possible_win_sum_with_tax payout_sum max_payout out_sum to_prepayment_sum ' +
  'prepayment_sum closed_prepayment_sum old_sale_sum auto_sale_sum cashout_sum insurance_sum insurance_percent insurance_status ' +
  'max_sum_increasing_request_status auto_sale_status skks_hash has_alternative_info events taxBet isPowerBet'
)
  .split(' ')
  .sort()
const EVENT_KEYS = (
  'additional_game_info calculation_date event_type_id event_type_title event_type_small_group_id event_type_small_group_name game_start_date sport_id ' +
  'sport_name sport_name_en champ_id champ_name champ_name_en champ_image main_game_id const_id game_id game_name game_kind game_status game_type_title ' +
  'game_vid_title period_name is_home_away_game is_live_game_in_live live_game_time_sec coef coef_view score is_score_json result_type ' +
  'returned_bet_event_status_id returned_bet_event_status_name returned_bet_event_reason_name is_finished player_name opp1_id opp1_name opp1_name_en ' +
  'opp1_images opp2_id opp2_name opp2_name_en opp2_images block_level block_sum block_coef block_result statId has_translation translation_id is_cyber param groupId'
)
  .split(' ')
  .sort()

interface History {
  success: boolean
  error_code?: number
  data: { items: Record<string, any>[]; count: number; total_sum: number; total_win: number; currency_code: string }
}
const history = async (body: object, player = 7) => (await site.post('/web-api/office/history', body, player)).json as History
const place = async (events: object[], Summ: number) =>
  (await site.makeBet(7, { Events: events, Summ, UserId: account, ApprovedBet: true })).Value.Id
const onA = { GameId: A, Type: 9, Coef: 1.9, Param: 2.5, Kind: 3 }
const onB = { GameId: B, Type: 1, Coef: 2.5, Param: 0, Kind: 1 }
const old = await place([onA], 10)
clock.advance(8 * DAY)
const single = await place([onA], 20)
clock.advance(1_000)
const express = await place([onA, onB], 30)

test('the last seven days, newest first, with every field', async () => {
  const { data } = await history({})
  expect(data).toMatchObject({ count: 2, total_sum: 50, total_win: 0, currency_code: 'EUR' })
  expect(data.items.map((item) => item['id'])).toEqual([express, single])
  const [bet] = data.items
  expect(Object.keys(bet!).sort()).toEqual(ITEM_KEYS)
  expect(Object.keys(bet!['events'][0]).sort()).toEqual(EVENT_KEYS)
  expect(bet).toMatchObject({
    type: 1,
    type_title: 'Accumulator',
    coef: 4.75,
    coef_view: '4.75',
    status: 1,
    sum: 30,
    win_sum: null,
    possible_win_sum: 142.5,
    max_payout: 50_000,
  })
  expect(bet!['events']).toMatchObject([
    {
      event_type_id: 9,
      event_type_title: 'Over (2.5)',
      param: '2.5',
      groupId: 17,
      game_id: A,
      const_id: A - 300_000_000,
      game_kind: 3,
      opp1_name: 'Arden City',
      coef: 1.9,
      result_type: null,
      is_finished: false,
    },
    { event_type_id: 1, game_id: B, game_kind: 1, game_status: 3, param: '0' },
  ])
})

test('windows, kinds, feeds, states, pages, order', async () => {
  const ids = async (body: object) => (await history(body)).data.items.map((item) => item['id'])
  const from = unixSeconds(clock.now() - 20 * DAY)
  expect(await ids({ timestamp_from: from, timestamp_to: unixSeconds(clock.now()) + 1 })).toEqual([express, single, old])
  expect(await ids({ bet_types: [1] })).toEqual([express])
  expect(await ids({ feed_types: [0] })).toEqual([single])
  expect(await ids({ feed_types: [1] })).toEqual([express])
  expect(await ids({ feed_types: [0, 1] })).toEqual([express, single])
  expect(await ids({ bet_common_statuses: [4] })).toEqual([])
  expect(await ids({ count: 1, page: 2 })).toEqual([single])
  expect(await ids({ sort_type: 0 })).toEqual([single, express])
  expect(await ids({ only_for_sale: true })).toEqual([])
})

test('wrong dates, a window over 90 days, an account of somebody else', async () => {
  expect(await history({ timestamp_from: 1, timestamp_to: unixSeconds(clock.now()) })).toMatchObject({ success: false, error_code: 10 })
  expect(await history({ timestamp_from: 2_000_000_000, timestamp_to: 1_900_000_000 })).toMatchObject({ success: false, error_code: 10 })
  expect(await history({ account_id: account }, 8)).toMatchObject({ success: false, error_code: 30 })
  expect((await history({}, 8)).data.count).toBe(0)
  expect((await site.post('/office/history', {})).status).toBe(401)
})

test('a game that has left the book keeps its names; a settled bet shows what it won', async () => {
  await new Promise((done) => setTimeout(done, 100))
  const game = line.games.get(A)!
  line.games.delete(A)
  await sql`UPDATE bet SET status = 4, payout_minor = 3800, settled_at = ${new Date(clock.now())}, open_legs = 0, settled_version = 1 WHERE id = ${BigInt(single)}`.execute(
    site.db,
  )
  const { data } = await history({ bet_common_statuses: [4] })
  expect(data.items).toMatchObject([
    {
      id: single,
      win_sum: 38,
      payout_sum: 38,
      possible_win_sum: null,
      events: [{ opp1_name: 'Arden City', champ_name: 'Lowland. First Division', is_finished: true }],
    },
  ])
  line.games.set(A, game)
})

test('the form of the application programs', async () => {
  const { json } = await site.post('/service-api/LiveBet/Secure/GetBetInfoHistory', { BetStatuses: [1] }, 7)
  expect(json).toMatchObject({
    BetInfos: [
      {
        BetId: express,
        BetStatus: 1,
        BetSum: 30,
        WinSum: 0,
        Coef: 4.75,
        BetType: 1,
        Events: [{ GameId: A, Type: 9, Param: 2.5, Coef: 1.9, Opp1: 'Arden City', Opp2: 'Northmoor' }, {}],
      },
    ],
  })
})

test('states that the brand hides are not told', async () => {
  site.config.coupon.hiddenBetStatuses = [1]
  expect((await history({})).data.items.map((item) => item['status'])).toEqual([4])
  site.config.coupon.hiddenBetStatuses = []
})
