/** The player's bets as the screens show them, read from the wire (wire 8.10.1). */
import { minorFromWire, parseMinor, type Minor } from '#lib/money.ts'
import { priceFromWire, type Milli } from '#lib/price.ts'
import { VID, variants, type Vid } from '#modules/coupon/rules/kinds.ts'
import { currencyByCode } from '#modules/ledger/rules/currency.ts'
import { byBlock, type ShownLeg } from '#modules/payout/rules/block-order.ts'

export interface Currency {
  code: string
  exponent: number
  symbol: string
}

export interface BetLeg {
  title: string
  /** '' where its game says it. */
  market: string
  game: string
  champ: string
  given: Milli
  score: string
  /** 1 won, 2 lost, 3 returned, 4 half won, 5 half lost; null while open. */
  result: number | null
  /** Why it came back, '' when it did not. */
  returned: string
  /** The game is of the live line, whatever becomes of it. */
  live: boolean
  /** It is being played now. */
  inPlay: boolean
  /** It does not begin at its time but is decided: a season. */
  longTerm: boolean
  /** What has become of a game that was put off or has stopped, '' of one that goes its usual way. */
  state: string
  /** Unix seconds. */
  startsAt: number
  gameId: number
  mainGameId: number
  constId: number
  type: number
  param: number
  sportId: number
  champId: number
  side1: string
  side2: string
  player: string | null
  /** Part of the game, '' for the match. */
  part: string
  /** What is counted, or who plays: "Corners"; '' for the game itself. */
  subject: string
  block: Block | null
}

export interface Block {
  level: number
  /** Agreed for it; null: all that is there. */
  stake: Minor | null
  /** A step of a conditional bet: what it has staked, 0 = it never came to it; null while nobody knows, and of other kinds. */
  staked: Minor | null
  price: Milli
  result: number | null
}

export interface Bet {
  id: number
  /** Unix ms. */
  at: number
  type: number
  typeTitle: string
  /** "2/3" of a system, '' otherwise. */
  system: string
  status: number
  /** Combined price, decimal text. */
  price: string
  stake: Minor
  /** What came back after tax, once it is decided. */
  win: Minor | null
  /** What comes back after tax when every open leg wins. */
  possible: Minor | null
  /** Came back for sold parts. */
  sold: Minor
  /** Of the advance in its stake, what nothing has repaid yet. */
  owed: Minor
  canSell: boolean
  /** What it would be sold for when the list was read. */
  offer: Minor | null
  canInsure: boolean
  /** Of the stake, what comes back if it loses. */
  insured: Minor
  autoSale: Minor | null
  promo: boolean
  power: boolean
  corrected: boolean
  /** Edited or raised: another bet took its place. */
  replaced: boolean
  replacedBy: number | null
  currency: Currency
  legs: readonly BetLeg[]
}

/** As the coupon has shown them; `legs` stand as the bet was sent, and its terms and its price count on that. */
export const shownLegs = ({ legs }: Pick<Bet, 'legs'>): ShownLeg<BetLeg>[] => byBlock(legs, ({ block }) => block?.level ?? null)

/** The two halves of an each-way bet: its blocks name no size. */
const EACH_WAY = 2

/** Bets inside of a system or a multi-bet, as its coupon told them; null of other kinds. */
export function variantsOf({ type, system, legs }: Pick<Bet, 'type' | 'system' | 'legs'>): number | null {
  const [k, of] = system.split('/').map(Number)
  switch (type as Vid) {
    case VID.system:
    case VID.multi:
      return k && of ? variants(VID.system, of, k) : EACH_WAY
    case VID.lucky:
    case VID.patent:
      return variants(type as Vid, legs.length)
    default:
      return null
  }
}

/** What comes back in all, or may still: sold parts have come already. */
export const backOf = ({ possible, sold }: Pick<Bet, 'possible' | 'sold'>, win: Minor | null): Minor => (win ?? possible ?? 0n) + sold

interface WireLeg {
  additional_game_info: string
  event_type_id: number
  event_type_title: string
  event_type_small_group_name: string
  game_start_date: number
  sport_id: number
  champ_id: number
  champ_name: string
  const_id: number
  game_id: number
  main_game_id: number
  game_name: string
  game_type_title: string | null
  period_name: string
  coef: number
  score: string
  result_type: number | null
  returned_bet_event_status_id: number | null
  returned_bet_event_status_name: string | null
  returned_bet_event_reason_name: string | null
  game_status: number
  is_live_game_in_live: boolean
  player_name: string | null
  opp1_name: string
  opp2_name: string
  param: string
  block_level: number | null
  block_sum: number | null
  block_coef: number | null
  block_result: number | null
  block_staked: number | null
}

export interface WireBet {
  id: number
  date: number
  type: number
  type_title: string
  formatted_system_type: string | null
  status: number
  coef: number
  sum: number
  payout_sum: number | null
  possible_win_sum: number | null
  possible_win_sum_with_tax: number | null
  out_sum: number | null
  to_prepayment_sum: number | null
  can_sell: boolean
  cashout_sum: number | null
  can_insure: boolean
  insured_sum: number | null
  auto_sale_sum: number | null
  auto_sale_status: number | null
  is_used_promo_code: boolean
  isPowerBet: boolean
  has_alternative_info: boolean
  replaced_by: number | null
  currency_code: string
  events: readonly WireLeg[]
}

export interface WirePage {
  items: readonly WireBet[]
  count: number
  total_sum: number
  total_win: number
  currency_code: string
}

export interface BetPage {
  bets: readonly Bet[]
  count: number
  currency: Currency
}

export function readPage(page: WirePage): BetPage {
  return { bets: page.items.map(readBet), count: page.count, currency: currencyOf(page.currency_code) }
}

const WAITING = 1
export const SOLD = 8

export function readBet(bet: WireBet): Bet {
  const currency = currencyOf(bet.currency_code)
  const minor = (sum: number | null) => (sum === null ? null : minorFromWire(sum, currency.exponent))
  return {
    id: bet.id,
    at: bet.date * 1000,
    type: bet.type,
    typeTitle: bet.type_title,
    system: bet.formatted_system_type ?? '',
    status: bet.status,
    price: String(bet.coef),
    stake: minor(bet.sum) ?? 0n,
    win: minor(bet.payout_sum),
    possible: minor(bet.possible_win_sum_with_tax ?? bet.possible_win_sum),
    sold: minor(bet.out_sum) ?? 0n,
    owed: minor(bet.to_prepayment_sum) ?? 0n,
    canSell: bet.can_sell,
    offer: minor(bet.cashout_sum),
    canInsure: bet.can_insure,
    insured: minor(bet.insured_sum) ?? 0n,
    autoSale: bet.auto_sale_status === WAITING ? minor(bet.auto_sale_sum) : null,
    promo: bet.is_used_promo_code,
    power: bet.isPowerBet,
    corrected: bet.has_alternative_info && bet.status !== SOLD,
    replaced: bet.has_alternative_info && bet.status === SOLD,
    replacedBy: bet.replaced_by,
    currency,
    legs: bet.events.map((event) => readLeg(event, currency)),
  }
}

/** Of `game_status`: a live game that broke off or has ended is not. */
const IN_PLAY = 3
const LONG_TERM = 4

/** Market and game. */
const CANCELLED: ReadonlySet<number | null> = new Set([2, 5])

function readLeg(event: WireLeg, currency: Currency): BetLeg {
  const game = gameOf(event)
  return {
    title: event.event_type_title,
    // The question of a long-term bet is its market and its game: it is said once.
    market: event.event_type_small_group_name === game ? '' : event.event_type_small_group_name,
    game,
    // A duel has its kind in the place of a championship, and the kind is said with its sides.
    champ: event.champ_name === event.game_type_title ? '' : event.champ_name,
    given: priceFromWire(event.coef) ?? 0,
    // No score has decided a market or a game that was cancelled.
    score: CANCELLED.has(event.returned_bet_event_status_id) ? '' : event.score,
    result: event.result_type,
    returned: [event.returned_bet_event_status_name, event.returned_bet_event_reason_name].filter(Boolean).join(': '),
    live: event.is_live_game_in_live,
    inPlay: event.game_status === IN_PLAY,
    longTerm: event.game_status === LONG_TERM,
    state: event.additional_game_info,
    startsAt: event.game_start_date,
    gameId: event.game_id,
    mainGameId: event.main_game_id,
    constId: event.const_id,
    type: event.event_type_id,
    param: Number(event.param) || 0,
    sportId: event.sport_id,
    champId: event.champ_id,
    side1: event.opp1_name,
    side2: event.opp2_name,
    player: event.player_name,
    part: event.period_name,
    subject: event.game_type_title ?? '',
    block: readBlock(event, currency),
  }
}

/** "Arden – Northmoor · Corners · 1st half"; a game without sides is named with all of it. */
function gameOf({ opp1_name, opp2_name, game_name, game_type_title, period_name }: WireLeg): string {
  if (opp1_name && opp2_name) return [`${opp1_name} – ${opp2_name}`, game_type_title, period_name].filter(Boolean).join(' · ')
  return [game_name, game_name.endsWith(period_name) ? '' : period_name].filter(Boolean).join(' · ')
}

function readBlock(event: WireLeg, currency: Currency): BetLeg['block'] {
  if (event.block_level === null) return null
  const minor = (sum: number | null) => (sum === null ? null : minorFromWire(sum, currency.exponent))
  return {
    level: event.block_level,
    stake: minor(event.block_sum),
    staked: minor(event.block_staked),
    price: priceFromWire(event.block_coef ?? 0) ?? 0,
    result: event.block_result,
  }
}

export function currencyOf(code: string): Currency {
  const known = currencyByCode(code)
  return known ? { code, exponent: known.exponent, symbol: known.symbol } : { code, exponent: 2, symbol: '' }
}

/** Sums of a list (POST history/summary). */
export interface Sums {
  count: number
  openCount: number
  stake: Minor
  openStake: Minor
  promo: Minor
  uncovered: Minor
  premium: Minor
  back: Minor
  bonus: Minor
  stakeTax: Minor
  payoutTax: Minor
  profit: Minor
}

export interface Summary {
  currency: Currency
  /** Unix seconds. */
  from: number
  to: number
  clearedAt: number | null
  /** Bets that the brand hides, which these sums are without. */
  hiddenCount: number
  /** Bets of the list that are counted with those that took their place. */
  replaced: number
  total: Sums
  days: readonly (Sums & { day: string })[]
  kinds: readonly (Sums & { type: number; title: string })[]
  deposits: Minor
  withdrawals: Minor
  /** What the state took of both. */
  paymentTax: Minor
}

type WireSums = Record<
  'stake' | 'open_stake' | 'promo' | 'uncovered' | 'premium' | 'back' | 'bonus' | 'stake_tax' | 'payout_tax' | 'profit',
  string
> & {
  count: number
  open_count: number
}

export interface WireSummary {
  currency_code: string
  timestamp_from: number
  timestamp_to: number
  cleared_at: number | null
  hidden_count: number
  replaced: number
  total: WireSums
  days: readonly (WireSums & { day: string })[]
  kinds: readonly (WireSums & { type: number; type_title: string })[]
  account: { deposits: string; withdrawals: string; tax: string }
}

export function readSummary(wire: WireSummary): Summary {
  const currency = currencyOf(wire.currency_code)
  const minor = (text: string) => parseMinor(text, currency.exponent) ?? 0n
  const sums = (own: WireSums): Sums => ({
    count: own.count,
    openCount: own.open_count,
    stake: minor(own.stake),
    openStake: minor(own.open_stake),
    promo: minor(own.promo),
    uncovered: minor(own.uncovered),
    premium: minor(own.premium),
    back: minor(own.back),
    bonus: minor(own.bonus),
    stakeTax: minor(own.stake_tax),
    payoutTax: minor(own.payout_tax),
    profit: minor(own.profit),
  })
  return {
    currency,
    from: wire.timestamp_from,
    to: wire.timestamp_to,
    clearedAt: wire.cleared_at,
    hiddenCount: wire.hidden_count,
    replaced: wire.replaced,
    total: sums(wire.total),
    days: wire.days.map((day) => ({ day: day.day, ...sums(day) })),
    kinds: wire.kinds.map((kind) => ({ type: kind.type, title: kind.type_title, ...sums(kind) })),
    deposits: minor(wire.account.deposits),
    withdrawals: minor(wire.account.withdrawals),
    paymentTax: minor(wire.account.tax),
  }
}
