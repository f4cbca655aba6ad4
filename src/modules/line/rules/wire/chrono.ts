/** Chronology of a live game (wire 5.15). */
import { unixSeconds, type Millis } from '#lib/time.ts'
import type { Incident } from '#modules/feeds/rules/fact.ts'
import board from '#seed/wire-board.json' with { type: 'json' }
import type { Book, BookGame } from '../book.ts'
import { phaseName } from '../part-names.ts'
import { trackerKind } from '../tracker.ts'
import type { WireRow } from './game.ts'
import { phaseText } from './score.ts'
import { nameIn, type View } from './view.ts'

type Pair = readonly [home: number, away: number]
type Detail = NonNullable<Incident['detail']>

const kinds = board.incidents as Record<string, number>
const KIND_POINTS = 1
const KIND_START = 11
const KIND_END = 12
const KIND_TEXT = 99

const TEXT_KEYS: Record<number, string> = {
  1: 'incident_points',
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
/** Points that have a word of their own, whatever the sport. */
const POINTS: Readonly<Record<string, string>> = {
  goal: 'incident_goal',
  run: 'incident_run',
  shootout_winner: 'incident_shootout_winner',
}
/** Incidents of kind 99 that have words of their own; the others are an event. */
const NAMED: ReadonlySet<string> = new Set([
  'attack',
  'dangerous_attack',
  'danger_over',
  'shot',
  'foul',
  'offside',
  'throw_in',
  'free_kick',
  'goal_kick',
  'penalty_awarded',
  'shootout_penalty',
  'ball',
  'out',
  'hit',
  'super_over',
  'serve',
  'ace',
  'double_fault',
  'toss',
  'game_end',
  'maximum',
  'century',
  'kill',
  'first_blood',
  'safety_car',
])
const STATES: Readonly<Record<string, string>> = { match_end: 'state_over', abandoned: 'state_abandoned', retired: 'state_retired' }
/** How a bout may end. */
const METHODS: ReadonlySet<unknown> = new Set(['ko', 'submission', 'decision', 'draw'])
/** Parts of a game that have no number: they begin and end as those do that have one. */
const UNNUMBERED: ReadonlySet<string> = new Set(['state_extra_time', 'state_shootout'])

/**
 * Newest first; null when nothing has happened. Numbers of incidents are the feed's, rising in the game. `own`: with what the
 * tracker draws, the incident's own word and its place on the field, which are in no table of the wire.
 */
export function wireChrono(book: Book, game: BookGame, view: View, own = false): WireRow | null {
  if (game.incidents.length === 0) return null
  const retracted = new Set(game.incidents.flatMap(({ retracts }) => (retracts === undefined ? [] : [retracts])))
  const main = game.parts.get('full')
  const rows = courseOf(game)
    .filter(({ incident, again }) => incident.retracts === undefined && !again)
    .map((step) => {
      const told = row(book, game, step, retracted.has(step.incident.seq), view)
      return own ? { ...told, ...drawn(step.incident) } : told
    })
  return { I: main?.i ?? 0, U: unixSeconds(toldAt(game)), H: rows.reverse() }
}

/** When the last incident was told: they come with the live state, heads and prices change the game at other times. */
function toldAt({ sentAt, updatedAt }: BookGame): Millis {
  const live = Object.keys(sentAt).filter((stamp) => !stamp.endsWith('/head'))
  return live.length > 0 ? Math.max(...live.map((stamp) => sentAt[stamp]!)) : updatedAt
}

interface Step {
  incident: Incident
  /** Code and number of the period that runs; '' and 0 before the first. */
  code: string
  period: number
  score: Pair
  /** The end of a period that has been told already: some feeds tell both of the innings and of the period. */
  again: boolean
}

/** Every incident with the period that ran and the score after it. What was taken back counts until it was. */
function courseOf(game: BookGame): Step[] {
  const from = startOf(game)
  let counted: Incident[] = []
  let score = from.score
  let { code, period } = from
  let ended = ''
  return game.incidents.map((incident) => {
    if (incident.retracts === undefined) {
      counted.push(incident)
      score = scoreAfter(score, incident)
    } else {
      counted = counted.filter(({ seq }) => seq !== incident.retracts)
      score = counted.reduce(scoreAfter, from.score)
    }
    const own = incident.detail?.['period']
    if (typeof own === 'string') {
      code = own
      period = periodNumber(game, own) || period
    }
    const kind = kindOf(incident)
    const again = kind === KIND_END && ended !== '' && ended === code
    if (kind === KIND_END) ended = code
    else if (kind === KIND_START) ended = ''
    return { incident, code, period, score, again }
  })
}

/**
 * What stood before the first incident that is known. Of a long game the book keeps the last incidents only: then the score is
 * reckoned back from that of now, and the period is the one that the first of them names, or the one before its start, or that of now.
 */
function startOf(game: BookGame): Pick<Step, 'code' | 'period' | 'score'> {
  const { incidents, live } = game
  const first = incidents.find(({ detail }) => periodNumber(game, detail?.['period']) > 0)
  const named = periodNumber(game, first?.detail?.['period']) - (first && kindOf(first) === KIND_START ? 1 : 0)
  const period = first ? Math.max(0, named) : (live?.periods.at(-1)?.no ?? 0)
  const whole = incidents.some((incident) => kindOf(incident) === KIND_START && periodNumber(game, incident.detail?.['period']) === 1)
  if (whole || !live) return { code: '', period, score: [0, 0] }
  const gone = new Set(incidents.map(({ retracts }) => retracts))
  const [home, away] = incidents.filter(({ seq }) => !gone.has(seq)).reduce<Pair>((sum, one) => plus(sum, madeBy(one)), [0, 0])
  const code = live.periods.find((one) => one.no === period)?.code ?? ''
  return { code, period, score: [Math.max(0, live.score[0] - home), Math.max(0, live.score[1] - away)] }
}

/** Incidents that make one for their side; games and points inside a set, a map or a shoot-out make nothing. */
const MAKES_ONE: ReadonlySet<string> = new Set([
  'goal',
  'own_goal',
  'penalty_goal',
  'shootout_winner',
  'set_end',
  'frame_end',
  'map_won',
  'finish',
])
/** Incidents that make as much as they tell, and in which word. */
const MAKES: Readonly<Record<string, 'points' | 'runs'>> = {
  score: 'points',
  points: 'points',
  touchdown: 'points',
  run: 'runs',
  ball: 'runs',
  wicket: 'runs',
}

/** What an incident adds to the score. */
function madeBy({ type, side, detail = {} }: Incident): Pair {
  const word = MAKES[type]
  const made = word ? numberOf(detail[word]) : MAKES_ONE.has(type) ? 1 : 0
  return [side === 'home' ? made : 0, side === 'away' ? made : 0]
}

/** A score that the feed tells stands above what was counted; that of a set is told beside it. */
function scoreAfter(score: Pair, incident: Incident): Pair {
  const { type, detail = {} } = incident
  if (!MAKES[type] && !MAKES_ONE.has(type)) return score
  return pairOf(detail[type === 'set_end' ? 'sets' : 'score']) ?? plus(score, madeBy(incident))
}

function plus([home, away]: Pair, [more, other]: Pair): Pair {
  return [home + more, away + other]
}

function row(book: Book, game: BookGame, { incident, code, period, score }: Step, takenBack: boolean, view: View): WireRow {
  const { detail = {} } = incident
  const out: WireRow = { Id: incident.seq }
  if (period) out['P'] = period
  if (incident.clockSec) out['TS'] = incident.clockSec
  out['K'] = kindOf(incident)
  if (incident.side) out['TM'] = incident.side === 'home' ? 1 : 2
  const player = playerOf(book, detail['playerId'], view)
  if (player) out['PL'] = player
  const second = playerOf(book, detail['secondPlayerId'], view)
  if (second) out['PL2'] = second
  if (score[0]) out['S1'] = score[0]
  if (score[1]) out['S2'] = score[1]
  const amount = numberOf(detail['points'] ?? detail['runs'] ?? detail['minutes'])
  if (amount) out['A'] = amount
  const text = textOf(game, incident, code, view)
  out['N'] = player ? view.text('incident_with_player', { text, player: player.N }) : text
  if (takenBack) out['C'] = true
  return out
}

function drawn({ type, at }: Incident): WireRow {
  return { IT: type, ...(at ? { AT: at } : {}) }
}

function kindOf({ type }: Incident): number {
  return kinds[type] ?? KIND_TEXT
}

function textOf(game: BookGame, incident: Incident, code: string, view: View): string {
  const kind = kindOf(incident)
  const text = kind === KIND_START || kind === KIND_END ? boundaryText(game, kind, code, view) : view.text(...wordsOf(game, incident, view))
  const score = partScore(incident)
  return score ? view.text('incident_with_score', { text, score }) : text
}

function boundaryText({ sportId }: BookGame, kind: number, code: string, view: View): string {
  const phase = phaseName(code, sportId)
  // A race is one piece: it begins and ends without a name.
  if (phase.kind !== 'part' && !(phase.kind === 'state' && UNNUMBERED.has(phase.key)))
    return view.text(kind === KIND_START ? 'incident_start' : 'incident_end')
  return view.text(kind === KIND_START ? 'incident_period_start' : 'incident_period_end', { period: phaseText(phase, view) })
}

/** What counts inside a set, an innings or a shoot-out stands in the words: the score of the row is that of the game. */
function partScore({ type, detail = {} }: Incident): string {
  if (type === 'set_end' || type === 'shootout_goal' || type === 'shootout_miss') return pairOf(detail['score'])?.join(':') ?? ''
  if (type !== 'innings_end' || typeof detail['runs'] !== 'number') return ''
  return `${detail['runs']}/${numberOf(detail['wickets'])}`
}

type Words = [key: string, params?: Record<string, string | number>]

/** A text that says more than the feed has told is not taken. */
function wordsOf(game: BookGame, incident: Incident, view: View): Words {
  const { type, detail = {} } = incident
  const kind = kindOf(incident)
  if (kind !== KIND_TEXT) return [(kind === KIND_POINTS && POINTS[type]) || (TEXT_KEYS[kind] ?? 'incident_text')]
  if (type === 'lap') return lapWords(game, detail, view)
  if (type === 'round') return detail['no'] ? ['incident_round', { no: numberOf(detail['no']) }] : ['incident_text']
  if (type === 'finish') return [METHODS.has(detail['method']) ? `incident_finish_${String(detail['method'])}` : 'incident_finish']
  if (type === 'fastest_lap' || type === 'race_end' || (type === 'retired' && game.type === 'race')) {
    const name = runnerOf(game, detail, view)
    return name ? [`incident_${type}`, { name }] : [`incident_${type}_unnamed`]
  }
  // Only some languages have one word for a ball that is kicked and one that is thrown.
  if (type === 'shot' && trackerKind(game.sportId) === 'football') return ['incident_kick']
  return [STATES[type] ?? (NAMED.has(type) ? `incident_${type}` : 'incident_text')]
}

/** Of a pair of runners nobody is said to lead. */
function lapWords(game: BookGame, detail: Detail, view: View): Words {
  const [lap, laps] = [numberOf(detail['lap']), numberOf(detail['laps'])]
  if (!lap || !laps) return ['incident_text']
  const name = runnerOf(game, detail, view)
  return name ? ['incident_lap', { lap, laps, name }] : ['incident_lap_done', { lap, laps }]
}

/** Who leads, drops out or wins a race: runners are named by their starting numbers. '' of a match, and when nobody is told. */
function runnerOf(game: BookGame, { order }: Detail, view: View): string {
  if (game.type !== 'race') return ''
  const number = numberOf(Array.isArray(order) ? order[0] : order)
  return nameIn(game.sides[number - 1]?.names ?? {}, view.lng)
}

function playerOf(book: Book, id: unknown, view: View): { I: number; N: string } | undefined {
  const names = typeof id === 'number' ? book.players.get(id) : undefined
  return names ? { I: id as number, N: nameIn(names, view.lng) } : undefined
}

/** Number of a period by its code, when the live state knows it. Half innings (inn5a) are one period of the score. */
function periodNumber(game: BookGame, code: unknown): number {
  if (typeof code !== 'string') return 0
  const periods = game.live?.periods ?? []
  const whole = code.replace(/(\d)[ab]$/, '$1')
  return (periods.find((one) => one.code === code) ?? periods.find((one) => one.code === whole))?.no ?? 0
}

function pairOf(value: unknown): Pair | undefined {
  return Array.isArray(value) && value.length === 2 ? [numberOf(value[0]), numberOf(value[1])] : undefined
}

function numberOf(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) ? value : 0
}
