/** Which markets a stop closes, and when they open again (feeds 4, rules 7.3). */
import { unreachable } from '#lib/assert.ts'
import type { Incident, StopReason } from '#modules/feeds/rules/fact.ts'
import type { BookGame } from '#modules/line/rules/book.ts'
import type { PricedMarket } from './sheet.ts'

/** Markets that the next point of a set can decide. */
const ON_A_POINT = ['game_winner', 'set_winner', 'tie_break'] as const

/**
 * Groups of a stop as `bet.stop` carries them: 'all' or market keys. One goal moves the price of every market of
 * a game, so danger closes all of them; a game point closes only what it decides.
 */
export function stoppedGroups(reason: StopReason): 'all' | string[] {
  switch (reason) {
    case 'game_point':
      return [...ON_A_POINT]
    case 'goal':
    case 'penalty':
    case 'red_card':
    case 'review':
    case 'match_ended':
    case 'provider_lost':
    case 'stale':
    case 'trader':
    case 'odd_price':
    case 'season_match':
    case 'other':
      return 'all'
    default:
      return unreachable(reason, 'stop reason')
  }
}

/** Whether prices of a game wait: a long-term bet while matches are played that change its chances. */
export function waits(game: Pick<BookGame, 'model'>): boolean {
  return Boolean(game.model?.extra['waits'])
}

/** The same prices, of which none can be taken. */
export function onHold(sheet: readonly PricedMarket[]): PricedMarket[] {
  return sheet.map((market) => (market.status === 'active' ? { ...market, status: 'suspended', reason: 'season_match' } : market))
}

/** What opens a stopped market again. A timer never does (feeds 4.4). */
export type Reopening = 'resolved' | 'fact' | 'trader' | 'never'

/**
 * Danger holds until the game tells what came of it; what was stopped for want of facts comes back with the next
 * one; what a trader stopped is his to open.
 */
export function reopening(reason: StopReason): Reopening {
  switch (reason) {
    case 'goal':
    case 'penalty':
    case 'red_card':
    case 'review':
    case 'game_point':
      return 'resolved'
    case 'provider_lost':
    case 'stale':
    case 'season_match':
    case 'other':
      return 'fact'
    case 'trader':
    case 'odd_price':
      return 'trader'
    case 'match_ended':
      return 'never'
    default:
      return unreachable(reason, 'stop reason')
  }
}

/** May a fresh price open a market that was stopped for this reason? */
export function mayReopen(reason: StopReason, by: { resolved: boolean; fact: boolean }): boolean {
  switch (reopening(reason)) {
    case 'resolved':
      return by.resolved
    case 'fact':
      return by.fact
    case 'trader':
    case 'never':
      return false
  }
}

/** A danger that the provider has told: its reason, and the last incident that was known of then. */
export interface Danger {
  reason: StopReason
  after: number
}

/** A part of the game, or all of it, has ended or begun: whatever was feared before it is over. */
const ENDS_ALL: ReadonlySet<string> = new Set([
  'shootout_winner',
  'period_end',
  'period_start',
  'game_end',
  'set_end',
  'retired',
  'safety_car',
  'match_end',
])
const GOALS = ['goal', 'own_goal', 'score', 'run', 'point'] as const
const KICKS: ReadonlySet<string> = new Set(['goal', 'own_goal', 'penalty_missed'])
/** What came of each kind of danger. One that is not named ends with whatever ends another. */
const COMES: Partial<Record<StopReason, ReadonlySet<string>>> = {
  goal: new Set(GOALS),
  penalty: KICKS,
  red_card: new Set(['red_card']),
  review: new Set([...GOALS, 'red_card']),
  game_point: new Set(GOALS),
}
const COMES_OF_ANY: ReadonlySet<string> = new Set([...GOALS, 'penalty_missed', 'red_card', 'danger_over'])
/** What a review is about: a corner that is taken back is none. */
const REVIEWED: ReadonlySet<string> = new Set([...GOALS, 'penalty_awarded', 'penalty_missed', 'red_card'])

function isTakenBack({ reason }: Danger, type: string | undefined): boolean {
  if (reason === 'review') return type === undefined || REVIEWED.has(type)
  if (reason === 'penalty') return type === undefined || type === 'penalty_awarded'
  return COMES[reason] === undefined
}

/** Without its kind a false alarm is the end of all that was feared; with it, of the oldest one of its kind. */
function afterAlarm(open: readonly Danger[], { seq, detail }: Incident, isAwarded: boolean): Danger[] {
  const over = (one: Danger) => one.after < seq && !(isAwarded && one.reason === 'penalty')
  const kind = detail?.['reason']
  if (kind === undefined) return open.filter((one) => !over(one))
  const first = open.findIndex((one) => one.reason === kind && over(one))
  return open.filter((_, n) => n !== first)
}

/**
 * Dangers of which the game has not told yet what came of them. A penalty that is awarded waits for its kick, or until it is taken
 * back: neither a false alarm nor a card nor another thing that is taken back meanwhile is the end of it.
 */
export function dangersLeft(dangers: readonly Danger[], incidents: readonly Incident[]): Danger[] {
  let open = [...dangers]
  let last = 0
  let awarded: number | undefined
  for (const incident of incidents) {
    const { seq, type, retracts } = incident
    last = Math.max(last, seq)
    if (type === 'penalty_awarded') awarded = seq
    if (KICKS.has(type) || ENDS_ALL.has(type) || (retracts !== undefined && retracts === awarded)) awarded = undefined
    if (type === 'danger_over') open = afterAlarm(open, incident, awarded !== undefined)
    else if (retracts !== undefined) {
      const what = incidents.find((one) => one.seq === retracts)?.type ?? (incident.detail?.['type'] as string | undefined)
      open = open.filter((one) => one.after >= seq || !isTakenBack(one, what))
    } else open = open.filter(({ reason, after }) => after >= seq || !(ENDS_ALL.has(type) || (COMES[reason] ?? COMES_OF_ANY).has(type)))
    if (open.length === 0) return []
  }
  // What has ended one danger does not end the next one too.
  return open.map(({ reason, after }) => ({ reason, after: Math.max(after, last) }))
}

export function lastSeq({ incidents }: Pick<BookGame, 'incidents'>): number {
  return incidents.reduce((last, { seq }) => Math.max(last, seq), 0)
}
