/** Chronology of a live game (wire 5.15). */
import { unixSeconds } from '#lib/time.ts'
import type { Incident } from '#modules/feeds/rules/fact.ts'
import board from '#seed/wire-board.json' with { type: 'json' }
import type { Book, BookGame } from '../book.ts'
import { phaseName } from '../part-names.ts'
import type { WireRow } from './game.ts'
import { phaseText } from './score.ts'
import { nameIn, type View } from './view.ts'

const kinds = board.incidents as Record<string, number>
const KIND_TEXT = 99

const TEXT_KEYS: Record<number, string> = {
  1: 'incident_goal',
  2: 'incident_own_goal',
  3: 'incident_penalty_goal',
  4: 'incident_penalty_missed',
  5: 'incident_yellow',
  6: 'incident_second_yellow',
  7: 'incident_red',
  8: 'incident_substitution',
  9: 'incident_corner',
  10: 'incident_review',
  13: 'incident_timeout',
  14: 'incident_suspension',
  15: 'incident_break',
  16: 'incident_wicket',
  17: 'incident_knockdown',
  18: 'incident_map',
}
/** Incidents of kind 99 that have words of their own; the others are an event. */
const NAMED: ReadonlySet<string> = new Set([
  'attack',
  'dangerous_attack',
  'shot',
  'foul',
  'offside',
  'throw_in',
  'free_kick',
  'goal_kick',
  'ball',
  'out',
  'hit',
  'run',
  'serve',
  'ace',
  'double_fault',
  'toss',
  'game_end',
  'lap',
  'retired',
  'safety_car',
  'fastest_lap',
  'race_end',
])
/** Sports of goals call kind 1 a goal, the others points. */
const GOAL_SPORTS = new Set([1, 2, 8, 14, 17, 25, 27, 67, 85])

/** Newest first; null when nothing has happened. Numbers of incidents are the feed's, rising in the game. */
export function wireChrono(book: Book, game: BookGame, view: View): WireRow | null {
  if (game.incidents.length === 0) return null
  const retracted = new Set(game.incidents.flatMap(({ retracts }) => (retracts === undefined ? [] : [retracts])))
  const main = game.parts.get('full')
  const rows = game.incidents.filter(({ retracts }) => retracts === undefined).map((incident) => row(book, game, incident, retracted, view))
  return { I: main?.i ?? 0, U: unixSeconds(game.updatedAt), H: rows.reverse() }
}

function row(book: Book, game: BookGame, incident: Incident, retracted: ReadonlySet<number>, view: View): WireRow {
  const kind = kinds[incident.type] ?? KIND_TEXT
  const detail = incident.detail ?? {}
  const out: WireRow = { Id: incident.seq }
  const period = periodNumber(game, detail['period'])
  if (period) out['P'] = period
  if (incident.clockSec) out['TS'] = incident.clockSec
  out['K'] = kind
  if (incident.side) out['TM'] = incident.side === 'home' ? 1 : 2
  const player = playerOf(book, detail['playerId'], view)
  if (player) out['PL'] = player
  const second = playerOf(book, detail['secondPlayerId'], view)
  if (second) out['PL2'] = second
  const { score } = detail
  if (Array.isArray(score)) {
    if (numberOf(score[0])) out['S1'] = score[0]
    if (numberOf(score[1])) out['S2'] = score[1]
  }
  const amount = numberOf(detail['points'] ?? detail['runs'] ?? detail['minutes'])
  if (amount) out['A'] = amount
  // Ours: what the tracker draws, and where on the field.
  out['IT'] = incident.type
  if (incident.at) out['AT'] = incident.at
  out['N'] = textOf(game, kind, incident, player?.N, view)
  if (retracted.has(incident.seq)) out['C'] = true
  return out
}

function textOf(game: BookGame, kind: number, incident: Incident, player: string | undefined, view: View): string {
  const phase = incident.detail?.['period']
  if ((kind === 11 || kind === 12) && typeof phase === 'string') {
    const period = phaseText(phaseName(phase, game.sportId), view)
    return view.text(kind === 11 ? 'incident_period_start' : 'incident_period_end', { period })
  }
  const own = NAMED.has(incident.type) ? `incident_${incident.type}` : 'incident_text'
  const key = kind === 1 && !GOAL_SPORTS.has(game.sportId) ? 'incident_points' : (TEXT_KEYS[kind] ?? own)
  const text = view.text(key, raceWords(game, incident, view))
  return player ? view.text('incident_with_player', { text, player }) : text
}

/** Who leads, drops out or wins a race, and how much of it is run: runners are named by their starting numbers. */
function raceWords(game: BookGame, { type, detail = {} }: Incident, view: View): { name: string; lap: number; laps: number } | undefined {
  if (game.type !== 'race' || !NAMED.has(type)) return undefined
  const { order } = detail
  const number = numberOf(Array.isArray(order) ? order[0] : order)
  return { name: nameIn(game.sides[number - 1]?.names ?? {}, view.lng), lap: numberOf(detail['lap']), laps: numberOf(detail['laps']) }
}

function playerOf(book: Book, id: unknown, view: View): { I: number; N: string } | undefined {
  const names = typeof id === 'number' ? book.players.get(id) : undefined
  return names ? { I: id as number, N: nameIn(names, view.lng) } : undefined
}

/** Number of a period by its code, when the live state knows it. */
function periodNumber(game: BookGame, code: unknown): number {
  return game.live?.periods.find((period) => period.code === code)?.no ?? 0
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
