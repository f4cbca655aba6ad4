/** What the calls of the history answer: the row of wire 8.10 whole, every field always there, and what stands beside it. */
import { z } from 'zod'

const int = z.int()
const sum = z.number()
const maybeSum = z.number().nullable()
const maybeText = z.string().nullable()
/** Money with all decimals: numbers of the wire end at 2^53. */
const money = z.string()

const leg = z.object({
  additional_game_info: z.string(),
  calculation_date: int.nullable(),
  event_type_id: int,
  event_type_title: z.string(),
  event_type_small_group_id: int,
  event_type_small_group_name: z.string(),
  game_start_date: int,
  sport_id: int,
  sport_name: z.string(),
  sport_name_en: z.null(),
  champ_id: int,
  champ_name: z.string(),
  champ_name_en: z.null(),
  champ_image: z.null(),
  main_game_id: int,
  const_id: int,
  game_id: int,
  game_name: z.string(),
  game_kind: int,
  game_status: int,
  game_type_title: maybeText,
  game_vid_title: z.null(),
  period_name: z.string(),
  is_home_away_game: z.boolean(),
  is_live_game_in_live: z.boolean(),
  live_game_time_sec: int.nullable(),
  coef: sum,
  coef_view: z.string(),
  score: z.string(),
  is_score_json: z.boolean(),
  result_type: int.nullable(),
  returned_bet_event_status_id: int.nullable(),
  returned_bet_event_status_name: maybeText,
  returned_bet_event_reason_name: maybeText,
  is_finished: z.boolean(),
  player_name: maybeText,
  opp1_id: int,
  opp1_name: z.string(),
  opp1_name_en: z.null(),
  opp1_images: z.array(z.string()),
  opp2_id: int,
  opp2_name: z.string(),
  opp2_name_en: z.null(),
  opp2_images: z.array(z.string()),
  block_level: int.nullable(),
  block_sum: maybeSum,
  block_coef: maybeSum,
  block_result: int.nullable(),
  /** Of our own: what a step of a conditional bet has staked, 0 = it never came to it. */
  block_staked: maybeSum,
  statId: z.string(),
  has_translation: z.boolean(),
  translation_id: z.string(),
  is_cyber: z.boolean(),
  param: z.string(),
  groupId: int,
})

const bet = z.object({
  id: int,
  date: int,
  coef: sum,
  coef_view: z.string(),
  status: int,
  type: int,
  type_title: z.string(),
  system_type: int,
  formatted_system_type: maybeText,
  can_be_returned: z.boolean(),
  can_print: z.boolean(),
  is_used_promo_code: z.boolean(),
  currency_code: z.string(),
  sum,
  win_sum: maybeSum,
  win_sum_with_tax: maybeSum,
  possible_win_sum: maybeSum,
  possible_win_sum_with_tax: maybeSum,
  taxBet: z.object({ stake_tax: sum, payout_tax: sum }).nullable(),
  payout_sum: maybeSum,
  max_payout: maybeSum,
  out_sum: maybeSum,
  to_prepayment_sum: maybeSum,
  prepayment_sum: maybeSum,
  closed_prepayment_sum: maybeSum,
  can_sell: z.boolean(),
  cashout_sum: maybeSum,
  auto_sale_sum: maybeSum,
  auto_sale_status: int.nullable(),
  old_sale_sum: maybeSum,
  can_show_sale_logs: z.boolean(),
  can_insure: z.boolean(),
  insurance_sum: maybeSum,
  insurance_percent: maybeSum,
  /** Of our own: what of the stake is covered. */
  insured_sum: maybeSum,
  insurance_status: int.nullable(),
  isPowerBet: z.boolean(),
  max_sum_increasing_request_status: int.nullable(),
  skks_hash: z.null(),
  has_alternative_info: z.boolean(),
  /** Of our own: the bet that took the place of this one. */
  replaced_by: int.nullable(),
  events: z.array(leg),
})

export const betPage = z.object({ items: z.array(bet), count: int, total_sum: sum, total_win: sum, currency_code: z.string() })

const infoEvent = z.object({
  GameId: int,
  Type: int,
  Param: sum,
  Coef: sum,
  Opp1: z.string(),
  Opp2: z.string(),
  Liga: z.string(),
  Score: z.string(),
})

export const betInfos = z.object({
  BetInfos: z.array(
    z.object({
      BetId: int,
      BetStatus: int,
      BetSum: sum,
      WinSum: sum,
      Coef: sum,
      BetDate: int,
      BetType: int,
      Events: z.array(infoEvent),
    }),
  ),
})

const sums = z.object({
  count: int,
  open_count: int,
  stake: money,
  open_stake: money,
  promo: money,
  uncovered: money,
  premium: money,
  back: money,
  bonus: money,
  stake_tax: money,
  payout_tax: money,
  profit: money,
})

export const summary = z.object({
  currency_code: z.string(),
  timestamp_from: int,
  timestamp_to: int,
  time_zone: z.string(),
  cleared_at: int.nullable(),
  /** Bets in a state that the brand hides from lists: these sums are without them. */
  hidden_count: int,
  /** Bets of the window that another one took the place of: they stand in the list and are counted nowhere here. */
  replaced: int,
  total: sums,
  days: z.array(sums.extend({ day: z.string() })),
  kinds: z.array(sums.extend({ type: int, type_title: z.string() })),
  account: z.object({ deposits: money, withdrawals: money, tax: money }),
})

const detailsOfLeg = z.object({
  /** In words, "" for a game of its day. */
  origin: z.string(),
  player_id: int,
  asked_coef: sum,
  score_then: z.string(),
  corrected: z.boolean(),
  confirmed: z.boolean(),
  known_at: int.nullable(),
  dead_heat: maybeText,
})

const given = z.object({ code: z.string(), until: int, used: z.boolean() })

export const details = z.object({
  bet,
  account_id: int,
  asked_coef: z.string(),
  asked_coef_view: z.string(),
  legs: z.array(detailsOfLeg),
  shown: z.object({ win: maybeText, price: maybeText, tax: maybeText }).nullable(),
  placed: z.object({
    waited_ms: int,
    one_click: z.boolean(),
    coupon_code: maybeText,
    price_policy: z.enum(['approved', 'ask', 'any', 'better']),
  }),
  size: int,
  blocks: z.array(z.array(int)).nullable(),
  with_lobby: z.boolean(),
  block_sums: z.array(money.nullable()).nullable(),
  same_game: z.boolean(),
  promo: z.object({ code: z.string(), sum: money }).nullable(),
  advance: z.object({ sum: money, state: z.enum(['waits', 'repaid', 'uncovered']) }).nullable(),
  bonus: z.object({ kind: z.enum(['day', 'boost']), sum: money }).nullable(),
  tax: z.object({ rule: z.string(), stake_tax: money, payout_tax: money, stake_rate: maybeText, payout_rate: maybeText }).nullable(),
  insured: z.object({ sum: money, premium: money, paid: money }).nullable(),
  sold: z.object({ stake: money, sum: money }).nullable(),
  express_insurance: z.object({ sum: money, legs: int, given: given.nullable() }).nullable(),
  moves: z.array(z.object({ kind: z.string(), sum: money, at: int })),
  settled_at: int.nullable(),
  replaces: int.nullable(),
  replaced_by: int.nullable(),
  /** Of a changed bet: what comes back when all its events are void. */
  worth: money.nullable(),
  /** Of a bet that took the place of another one at a re-based coefficient: product × worth / stake. */
  rebased: z.object({ product: z.string(), worth: z.string(), stake: z.string() }).nullable(),
  bid: z.object({ id: int, status: int, is_rest: z.boolean(), sum: money, bet_id: int.nullable() }).nullable(),
})

/** `to`: the address, masked. */
export const letterSent = z.object({ sent: z.literal(true), to: z.string() })
export const cleared = z.object({ cleared_at: int.nullable() })
