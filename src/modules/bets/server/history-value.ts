/** Serializers of bet histories (wire 8.10, schemas office_bet_history_item). Every field is always there. */
import { wireMoney, type Minor } from '#lib/money.ts'
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { MAX_PRICE, wirePrice } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import { combine, possiblePayout } from '#modules/coupon/rules/combined.ts'
import { isVid, kindName } from '#modules/coupon/rules/kinds.ts'
import { paramText } from '#modules/coupon/rules/param-text.ts'
import { outcomeNameOfGroup, type LineReader } from '#modules/coupon/server/index.ts'
import type { Currency } from '#modules/ledger/server/index.ts'
import { paramKey } from '#modules/line/rules/param.ts'
import type { KeptGame } from './bet-store.ts'
import type { HistoryBet } from './history.ts'
import { legKey, type LegResults } from './leg-results.ts'
import type { ReceiptLeg } from './receipt.ts'

export interface HistoryView {
  lng: string
  cfView: number
  currency: Currency
  line: LineReader
  games: ReadonlyMap<number, KeptGame>
  results: LegResults
  text(key: string, params?: Record<string, string | number>): string
}

export const BET_STATUS = { open: 1, lost: 2, won: 3, paid: 4, returned: 5, expired: 6, blocked: 7, sold: 8 } as const

interface LegDetails {
  opp1: string
  opp1Id: number
  opp2: string
  opp2Id: number
  championship: string
  sport: string
  periodName: string
  gameType: string
  outcome: string
  group: string
  sportId: number
  championshipId: number
  startsAt: number
  mainGameId: number
  gameId: number
  score: string
}

/** From the book while the game is in it, then from what was kept with the first bet on it. */
function detailsOf(leg: ReceiptLeg, view: HistoryView): LegDetails {
  const kept = view.games.get(leg.ci)
  const game = view.line.findByConstant(leg.ci)
  const names = game
    ? view.line.names(game.gameId, leg.t, leg.p, leg.pl, view.lng)
    : (kept?.names[view.lng] ??
      kept?.names['en'] ?? { opp1: '', opp1Id: 0, opp2: '', opp2Id: 0, championship: '', sport: '', periodName: '', gameType: '' })
  const named = outcomeNameOfGroup(leg.g, leg.t, { sides: [names.opp1, names.opp2], p: leg.p, player: leg.pv ?? '' }, view.lng)
  return {
    ...names,
    ...named,
    sportId: game?.sportId ?? kept?.sport ?? 0,
    championshipId: game?.championshipId ?? kept?.championship ?? 0,
    startsAt: game?.startsAt ?? kept?.startsAt ?? 0,
    mainGameId: game?.mainGameId ?? leg.main,
    gameId: game?.gameId ?? leg.i,
    score: game ? `${game.score[0]}:${game.score[1]}` : leg.score,
  }
}

function coefView(text: string, cfView: number): string {
  const milli = Math.round(Number(text) * 1000)
  return milli > MAX_PRICE ? text : formatPrice(milli, priceFormatOf(cfView))
}

export function wireHistoryBet(bet: HistoryBet, view: HistoryView): Record<string, unknown> {
  const money = (minor: Minor) => wireMoney(minor, view.currency.exponent)
  const settled = bet.status !== BET_STATUS.open && bet.status !== BET_STATUS.blocked
  const win = settled ? money(bet.payoutMinor) : null
  const possible = possiblePayout(bet.stakeMinor, combine(bet.receipt.legs.map((leg) => leg.given)), bet.maxPayoutMinor)
  return {
    id: Number(bet.id),
    date: unixSeconds(bet.acceptedAt.getTime()),
    coef: Number(bet.price),
    coef_view: coefView(bet.price, view.cfView),
    status: bet.status,
    type: bet.vid,
    type_title: isVid(bet.vid) ? view.text(`coupon:kind_${kindName(bet.vid)}`) : '',
    system_type: 0,
    formatted_system_type: null,
    can_be_returned: false,
    can_sell: false,
    can_insure: false,
    can_print: false,
    can_show_sale_logs: false,
    is_used_promo_code: false,
    currency_code: view.currency.code,
    sum: money(bet.stakeMinor),
    win_sum: win,
    win_sum_with_tax: null,
    possible_win_sum: settled ? null : money(possible),
    possible_win_sum_with_tax: null,
    payout_sum: win,
    max_payout: bet.maxPayoutMinor === null ? null : money(bet.maxPayoutMinor),
    out_sum: null,
    to_prepayment_sum: null,
    prepayment_sum: null,
    closed_prepayment_sum: null,
    old_sale_sum: null,
    auto_sale_sum: null,
    cashout_sum: null,
    insurance_sum: null,
    insurance_percent: null,
    insurance_status: null,
    max_sum_increasing_request_status: null,
    auto_sale_status: null,
    skks_hash: null,
    has_alternative_info: false,
    events: bet.receipt.legs.map((leg) => wireHistoryEvent(leg, bet, view)),
    taxBet: null,
    isPowerBet: false,
  }
}

function wireHistoryEvent(leg: ReceiptLeg, bet: HistoryBet, view: HistoryView): Record<string, unknown> {
  const d = detailsOf(leg, view)
  const result = view.results.get(legKey({ ci: leg.ci, t: leg.t, p: paramKey(leg.p), playerId: leg.pl })) ?? null
  const game = view.line.findByConstant(leg.ci)
  const finished = result !== null || bet.status !== BET_STATUS.open
  return {
    additional_game_info: '',
    calculation_date: result !== null && bet.settledAt ? unixSeconds(bet.settledAt.getTime()) : null,
    event_type_id: leg.t,
    event_type_title: d.outcome,
    event_type_small_group_id: leg.gs,
    event_type_small_group_name: d.group,
    game_start_date: unixSeconds(d.startsAt),
    sport_id: d.sportId,
    sport_name: d.sport,
    sport_name_en: null,
    champ_id: d.championshipId,
    champ_name: d.championship,
    champ_name_en: null,
    champ_image: null,
    main_game_id: d.mainGameId,
    const_id: leg.ci,
    game_id: d.gameId,
    game_name: [[d.opp1, d.opp2].filter(Boolean).join(' - '), d.gameType, d.periodName].filter(Boolean).join(' '),
    game_kind: leg.k,
    // 1 before the start, 3 in play, 2 over: of our own, the source gives no meaning.
    game_status: finished ? 2 : game?.kind === 1 ? 3 : 1,
    game_type_title: d.gameType || null,
    game_vid_title: null,
    period_name: d.periodName,
    is_home_away_game: false,
    is_live_game_in_live: game?.kind === 1,
    live_game_time_sec: game?.clockSec ?? leg.sec,
    coef: wirePrice(leg.given),
    coef_view: formatPrice(leg.given, priceFormatOf(view.cfView)),
    score: d.score,
    is_score_json: false,
    result_type: result,
    returned_bet_event_status_id: null,
    returned_bet_event_status_name: null,
    returned_bet_event_reason_name: null,
    is_finished: finished,
    player_name: leg.pv,
    opp1_id: d.opp1Id,
    opp1_name: d.opp1,
    opp1_name_en: null,
    opp1_images: [],
    opp2_id: d.opp2Id,
    opp2_name: d.opp2,
    opp2_name_en: null,
    opp2_images: [],
    block_level: null,
    block_sum: null,
    block_coef: null,
    block_result: null,
    statId: '',
    has_translation: false,
    translation_id: '',
    is_cyber: false,
    param: paramText(leg.p),
    groupId: leg.g,
  }
}

/** Row of GetBetInfoHistory (wire 8.10.2). */
export function wireBetInfo(bet: HistoryBet, view: HistoryView): Record<string, unknown> {
  const money = (minor: Minor) => wireMoney(minor, view.currency.exponent)
  return {
    BetId: Number(bet.id),
    BetStatus: bet.status,
    BetSum: money(bet.stakeMinor),
    WinSum: money(bet.payoutMinor),
    Coef: Number(bet.price),
    BetDate: unixSeconds(bet.acceptedAt.getTime()),
    BetType: bet.vid,
    Events: bet.receipt.legs.map((leg) => {
      const d = detailsOf(leg, view)
      return {
        GameId: d.gameId,
        Type: leg.t,
        Param: leg.p,
        Coef: wirePrice(leg.given),
        Opp1: d.opp1,
        Opp2: d.opp2,
        Liga: d.championship,
        Score: d.score,
      }
    }),
  }
}
