/** A leg of a history row (schema office_bet_history_item, events[]). Every field is always there. */
import { formatPrice, priceFormatOf } from '#lib/price-format.ts'
import { wirePrice } from '#lib/price.ts'
import { unixSeconds } from '#lib/time.ts'
import { outcomeKey, type KeptGame, type ReceiptLeg } from '#modules/bets/server/index.ts'
import { paramText } from '#modules/coupon/rules/param-text.ts'
import { isOver } from '#modules/coupon/rules/selection.ts'
import { outcomeNameOfGroup, type LineGame } from '#modules/coupon/server/index.ts'
import { KIND_LIVE } from '#modules/line/rules/book.ts'
import { mayMoveHours, statusWord } from '#modules/line/rules/status-words.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import { isVoid } from '#modules/payout/rules/leg.ts'
import { CANCEL_REASONS, type CancelReason } from '#modules/settlement/server/index.ts'
import type { BetBlock } from '../rules/blocks.ts'
import type { HistoryBet } from './bets-store.ts'
import type { HistoryView } from './bet-value.ts'
import { resultType, type KnownLeg } from './leg-results.ts'

const CYBER_SPORT = 40

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
  /** "": the outcome is about no player, or nobody knows his name any more. */
  player: string
  sportId: number
  championshipId: number
  startsAt: number
  mainGameId: number
  gameId: number
  score: string
}

const NO_NAMES: KeptGame['names'][string] = {
  opp1: '',
  opp1Id: 0,
  opp2: '',
  opp2Id: 0,
  championship: '',
  sport: '',
  periodName: '',
  gameType: '',
}

/** From the book while the game is in it, then from what was kept with the first bet on it. */
export function detailsOf(leg: ReceiptLeg, view: HistoryView): LegDetails {
  const kept = view.games.get(leg.ci)
  const game = view.line.findByConstant(leg.ci)
  const book = game ? view.line.names(game.gameId, leg.t, leg.p, leg.pl, view.lng) : null
  const names = book ?? kept?.names[view.lng] ?? kept?.names['en'] ?? NO_NAMES
  const sides = [names.opp1, names.opp2] as const
  // The book knows who the player or runner is, or did when the bet was made; what the client called him is nobody's name.
  const keptOutcome = kept?.outcomes?.[outcomeKey(leg)]
  const of = book?.outcome ? book : (keptOutcome?.[view.lng] ?? keptOutcome?.['en'])
  const player = leg.pl > 0 ? (of?.player ?? '') : ''
  const named =
    leg.pl > 0 && of?.outcome
      ? { group: of.group, outcome: of.outcome }
      : outcomeNameOfGroup(leg.g, leg.t, { sides, p: leg.p, player }, view.lng)
  // A duel is kept in the languages of its first bet alone; what it is has a name in all of them.
  const duel = leg.duel ? view.text('line:type_duel') : null
  return {
    ...names,
    ...(duel === null ? {} : { championship: duel, gameType: duel }),
    ...named,
    player,
    sportId: game?.sportId ?? kept?.sport ?? 0,
    championshipId: game?.championshipId ?? kept?.championship ?? 0,
    startsAt: game?.startsAt ?? kept?.startsAt ?? 0,
    mainGameId: game?.mainGameId ?? leg.main,
    gameId: game?.gameId ?? leg.i,
    score: game ? scoreNow(game) : leg.k === KIND_LIVE ? leg.score : '',
  }
}

const NOT_BEGUN: ReadonlySet<LineGame['status']> = new Set(['scheduled', 'delayed', 'postponed'])

/** A race has no score, and nothing has one before it begins: 0:0 is said of a match in play. */
function scoreNow({ kind, status, score, sideIds, isScoreUnknown }: LineGame): string {
  if (isScoreUnknown) return ''
  const begun = !NOT_BEGUN.has(status) && (status !== 'cancelled' || kind === KIND_LIVE)
  return begun && sideIds.length === 2 ? `${score[0]}:${score[1]}` : ''
}

/** The book's own while the game is in it. Afterwards the final one: the score of the moment of the bet has decided nothing. */
export function scoreOf(d: LegDetails, known: KnownLeg | undefined, inBook: boolean): string {
  if (inBook || !known) return d.score
  return known.score ?? (known.result === null ? d.score : '')
}

/** Sides, part and kind of the game in one line. */
export function gameTitle(details: Pick<LegDetails, 'opp1' | 'opp2' | 'gameType' | 'periodName'>): string {
  const { opp1, opp2, gameType, periodName } = details
  return [[opp1, opp2].filter(Boolean).join(' - '), gameType, periodName].filter(Boolean).join(' ')
}

/**
 * 1 waits to begin or to go on, 3 in play, 2 over, 4 a long-term bet that is not decided yet: its time is no beginning. Of our own,
 * the source gives no meaning.
 */
function gameStatus(game: LineGame | null, finished: boolean, isOutright: boolean): number {
  if (finished) return 2
  if (isOutright) return 4
  if (game && isOver(game)) return 2
  return game?.kind === KIND_LIVE && game.status === 'live' ? 3 : 1
}

/** What has become of a game that does not go its usual way, as the line says it, and until when a leg on one that is put off waits (rules 3.5). */
function stateOf({ status, sportId }: LineGame, leg: ReceiptLeg, { text }: HistoryView): string {
  const word = statusWord(status, undefined)
  if (!word) return ''
  const isPutOff = leg.k !== KIND_LIVE && (status === 'delayed' || status === 'postponed')
  const until = isPutOff ? text('history:put_off', { hours: mayMoveHours(sportId) }) : ''
  return [text(`line:${word}`), until].filter(Boolean).join('. ')
}

export function wireLeg(
  leg: ReceiptLeg,
  known: KnownLeg | undefined,
  block: BetBlock | null,
  bet: HistoryBet,
  view: HistoryView,
): Record<string, unknown> {
  const d = detailsOf(leg, view)
  const result = resultType(known?.result ?? null)
  const game = view.line.findByConstant(leg.ci)
  const finished = result !== null || bet.status !== BET_STATUS.open
  return {
    additional_game_info: finished || !game ? '' : stateOf(game, leg, view),
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
    game_name: gameTitle(d),
    game_kind: leg.k,
    game_status: gameStatus(game, finished, game?.outright ?? view.games.get(leg.ci)?.outright ?? false),
    game_type_title: d.gameType || null,
    game_vid_title: null,
    period_name: d.periodName,
    is_home_away_game: false,
    is_live_game_in_live: game?.kind === KIND_LIVE,
    live_game_time_sec: game?.clockSec ?? leg.sec,
    coef: wirePrice(leg.given),
    coef_view: formatPrice(leg.given, priceFormatOf(view.cfView)),
    score: scoreOf(d, known, game !== null),
    is_score_json: false,
    result_type: result,
    ...returnedOf(known, view),
    is_finished: finished,
    player_name: d.player || null,
    opp1_id: d.opp1Id,
    opp1_name: d.opp1,
    opp1_name_en: null,
    opp1_images: [],
    opp2_id: d.opp2Id,
    opp2_name: d.opp2,
    opp2_name_en: null,
    opp2_images: [],
    ...wireBlock(block, view),
    statId: '',
    has_translation: false,
    translation_id: '',
    is_cyber: d.sportId === CYBER_SPORT,
    param: paramText(leg.p),
    groupId: leg.g,
  }
}

const isCancelReason = (reason: string): reason is CancelReason => (CANCEL_REASONS as readonly string[]).includes(reason)

/** Why a leg came back. Ids of our own: 1 returned by its result, 2 the market was cancelled, 3 taken after the result was known, 4 the whole bet was voided by hand, 5 the whole game was cancelled, 6 taken on the line when the game had begun. */
function returnedOf(known: KnownLeg | undefined, view: HistoryView): Record<string, unknown> {
  const none = { returned_bet_event_status_id: null, returned_bet_event_status_name: null, returned_bet_event_reason_name: null }
  if (!known?.result || !isVoid(known.result)) return none
  const kind = known.voided ?? 'result'
  return {
    returned_bet_event_status_id: { result: 1, cancelled: 2, late: 3, removed: 4, game: 5, started: 6 }[kind],
    returned_bet_event_status_name: view.text(`history:returned_${kind}`),
    returned_bet_event_reason_name: reasonOf(known, kind, view),
  }
}

function reasonOf(known: KnownLeg, kind: string, view: HistoryView): string | null {
  if (kind === 'result' && known.untold) return view.text('history:returned_untold')
  return isCancelReason(known.reason) ? view.text(`history:cancelled_${known.reason}`) : null
}

function wireBlock(block: BetBlock | null, view: HistoryView): Record<string, unknown> {
  if (!block) return { block_level: null, block_sum: null, block_coef: null, block_result: null, block_staked: null }
  return {
    block_level: block.level,
    block_sum: block.stakeMinor === null ? null : view.money(block.stakeMinor),
    block_coef: block.price,
    block_result: block.result,
    // Of our own: the sum above is what was wished.
    block_staked: block.stakedMinor === null ? null : view.money(block.stakedMinor),
  }
}
