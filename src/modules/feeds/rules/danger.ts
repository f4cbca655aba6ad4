/** Dangers for which bets were stopped: each is over when the game tells what came of it, never by a timer (feeds 4.4). */
import type { Incident, StopReason } from './fact.ts'

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
function afterAlarm<D extends Danger>(open: readonly D[], { seq, detail }: Incident, isAwarded: boolean): D[] {
  const over = (one: D) => one.after < seq && !(isAwarded && one.reason === 'penalty')
  const kind = detail?.['reason']
  if (kind === undefined) return open.filter((one) => !over(one))
  const first = open.findIndex((one) => one.reason === kind && over(one))
  return open.filter((_, n) => n !== first)
}

/**
 * Dangers of which the game has not told yet what came of them. A penalty that is awarded waits for its kick, or until it is taken
 * back: neither a false alarm nor a card nor another thing that is taken back meanwhile is the end of it.
 */
export function dangersLeft<D extends Danger>(dangers: readonly D[], incidents: readonly Incident[]): D[] {
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
  return open.map((one) => ({ ...one, after: Math.max(one.after, last) }))
}
