/**
 * What has happened in a game, in the one form that pricing and grading read: counts per part with the answer
 * to "can this count still change", goals in order, sets. Built from the live state and the incidents only.
 */
import type { GameStatus, Incident, LiveState, StatusNote } from '#modules/feeds/rules/fact.ts'
import { BEYOND, isToldWhole } from '#modules/feeds/rules/parts.ts'
import { validityRules } from '#modules/feeds/rules/validity.ts'
import { KIND_LIVE, type BookGame } from '#modules/line/rules/book.ts'
import { cornersOfHalves, inRegularTime, isEndTold, regularStat, statistics } from './beside-score.ts'
import { PAIR_OF_FIELD, sportShape } from './engines.ts'
import type { SportShape } from './engines.ts'

export interface CountFacts {
  h: number
  a: number
  /** Nothing more can be added. */
  done: boolean
  /** The provider does not tell this count, or the part was not played: it is neither priced nor graded. */
  unknown?: true
}

export interface GoalFact {
  side: 1 | 2
  /** Segment of the match, from 1. */
  segment: number
  /** Minute of play as people say it: 1 … 90; goals of added time belong to the last minute of their half. */
  minute: number
  /** Our id of the player, when he is known. */
  player?: number
  own?: true
}

export type Stage = 'before' | 'running' | 'ended' | 'void'

export interface GameFacts {
  sportId: number
  shape: SportShape
  bestOf: number
  stage: Stage
  /** Broken off: what is decided stands, the rest is void (rules 3.5). */
  broken: boolean
  /** Broken off, also where what was played stands: nothing is known of what was still to come. */
  cutShort: boolean
  /** Voided by a person while it was played: what was told before stands, and nothing else that was played counts. */
  calledOff: boolean
  /**
   * The end is known and not how it came: its score, as for a moment after a restart, or its status, which says whether the last
   * score is that of a whole game. Nothing can be graded.
   */
  unheard: boolean
  /**
   * The end was told by somebody who knew the score and not all of what came before it: of corners, cards and all else that is counted
   * beside the score, what is decided stands and the rest is void.
   */
  untold: boolean
  /** Segment in play, from 1; 0 before the start; one more than the last when all are over. */
  segment: number
  /** Segment in play is at its break: the next one has not begun. */
  pause: boolean
  /** Seconds of the game's own clock. */
  clockSec: number
  /** By part: 'full' is what main markets count, 'regular' without and 'ot' with overtime, 'units' games or points of sets. */
  counts: Map<string, CountFacts>
  /** Goals (or corners, cards) in order; undefined when the incidents do not add up to the score. */
  goals: GoalFact[] | undefined
  corners: GoalFact[] | undefined
  cards: GoalFact[] | undefined
  red: [number, number]
  server: 1 | 2 | 0
  points: [string, string] | undefined
  /** Part in play, with its half where it has two: 'h1', 'inn3b', 'r2'; '' before and without a live state. */
  phase: string
  /** Codes of the parts that have begun, as far as they are told. */
  begun: readonly string[]
  /** It went on after regular time, as a part or the note on its end says. */
  wentOn: boolean
  /** The game went to penalty shots. */
  shootout: boolean
  /** Penalties after extra time, as far as they have been told. */
  shots: [number, number] | undefined
  /** The game decides a tie: what the sides brought from a first leg (0:0 where there was none). */
  tie: [number, number] | undefined
  /** Balls bowled to each side (cricket). */
  balls: [number, number] | undefined
  /** Runners of a race: place by player or competitor id, once known. */
  places: ReadonlyMap<number, number>
  /** Competitor ids in starting order. */
  competitors: readonly number[]
  /** Competitors that do not start, and how many places win. */
  out: ReadonlySet<number>
  winners: number
  /** Everything that happened and was not taken back, in order. */
  incidents: readonly Incident[]
  /** Those of them that happened in regular time, and the penalties that were given in it. */
  inRegular: readonly Incident[]
  penalties: readonly [number, number]
  stats: Readonly<Record<string, [number, number]>>
}

export interface FactsInput {
  sportId: number
  bestOf?: number
  status: GameStatus
  statusNote?: StatusNote
  live?: LiveState
  /** A game of two sides, also in a sport of fields: who of them is higher. */
  twoSided?: boolean
  /** The game was in play, also where its state is not known any more. */
  wentLive?: boolean
  incidents?: readonly Incident[]
  /** Competitor ids in starting order: races give places by that order. */
  competitors?: readonly number[]
  /** Sports without a row of their own are shaped by their model; runners of weight 0 do not start. */
  model?: { total: number; extra: Readonly<Record<string, number>> }
}

export function factsOf(game: BookGame): GameFacts {
  return factsFrom({
    sportId: game.sportId,
    status: game.status,
    incidents: game.incidents,
    competitors: game.sides.map((side) => side.id),
    ...(game.model === undefined ? {} : { model: game.model }),
    ...(game.bestOf === undefined ? {} : { bestOf: game.bestOf }),
    ...(game.statusNote === undefined ? {} : { statusNote: game.statusNote }),
    ...(game.live === undefined ? {} : { live: game.live }),
    wentLive: game.kind === KIND_LIVE,
    twoSided: game.type === 'match',
  })
}

const RUNNING: ReadonlySet<GameStatus> = new Set(['live', 'suspended', 'interrupted'])

function placesOf(input: FactsInput): ReadonlyMap<number, number> {
  const places = new Map<number, number>()
  input.competitors?.forEach((id, n) => {
    const place = input.live?.stats[`place${n + 1}`]?.[0]
    if (place) places.set(id, place)
  })
  return places
}

function stageOf(input: FactsInput): { stage: Stage; broken: boolean } {
  const note = input.statusNote
  if (note === 'called_off') return { stage: 'void', broken: false }
  if (input.live?.phase === 'ended' && RUNNING.has(input.status)) return { stage: 'ended', broken: false }
  switch (input.status) {
    case 'cancelled':
      return { stage: 'void', broken: false }
    case 'abandoned': {
      const { minMinutes } = validityRules(input.sportId)
      // Football stands after 80 minutes played (rules 3.5).
      return { stage: 'ended', broken: minMinutes === null || (input.live?.clockSec ?? 0) < minMinutes * 60 }
    }
    case 'ended':
    case 'closed':
      if (note === 'walkover') return { stage: 'void', broken: false }
      return { stage: 'ended', broken: note === 'retired' || note === 'defaulted' }
    case 'live':
    case 'suspended':
    case 'interrupted':
      return { stage: 'running', broken: false }
    default:
      return { stage: input.live && input.live.phase !== '' && input.status === 'delayed' ? 'running' : 'before', broken: false }
  }
}

export function factsFrom(input: FactsInput): GameFacts {
  const { stage, broken: brokenOff } = stageOf(input)
  const own = sportShape(input.sportId, input.model?.total)
  const shape = input.twoSided && own.engine === 'field' ? PAIR_OF_FIELD : own
  const live = stage === 'before' ? undefined : input.live
  const kept = keptIncidents(live ? (input.incidents ?? []) : [])
  const broken = brokenOff || (stage === 'ended' && shape.engine === 'bout' && isNoContest(kept))
  const position = positionOf(shape, stage, broken, live, kept)
  const over = stage === 'ended' && !broken
  const untold = over && live !== undefined && !isToldWhole(input.sportId, live.periods)
  const counts = countsOf(shape, over, position, live)
  const inRegular = inRegularTime(kept, shape)
  statistics(counts, { live, all: kept, regular: inRegular, untold })
  const full = counts.get('full')!
  const marks = marksOf(shape, counts)
  const corners = goalsOf(kept, ['corner'], shape, counts.get('corners'), [])
  if (shape.segments[0] === 'h1') cornersOfHalves(counts, corners, (half) => !untold || isEndTold(kept, half))
  return {
    sportId: input.sportId,
    shape,
    bestOf: input.bestOf ?? shape.bestOf ?? 3,
    stage,
    broken,
    cutShort: broken || input.status === 'abandoned',
    calledOff: input.statusNote === 'called_off',
    // A game that broke off in play: after a restart nobody knows how far it came, and what was told of it stands.
    unheard: stage === 'ended' && (input.live ? RUNNING.has(input.status) : !broken || input.wentLive === true),
    untold,
    segment: position.segment,
    pause: position.pause,
    clockSec: live?.clockSec ?? 0,
    counts,
    goals: shape.engine === 'goals' ? goalsOf(kept, ['goal', 'own_goal'], shape, full, marks) : undefined,
    corners,
    cards: goalsOf(kept, ['yellow', 'yellow_card'], shape, counts.get('cards'), []),
    red: live?.stats['red'] ?? [0, 0],
    server: live?.server === 'home' ? 1 : live?.server === 'away' ? 2 : 0,
    points: live?.points,
    phase: live?.phase ?? '',
    begun: live?.periods.map(({ code }) => code) ?? [],
    wentOn: WENT_ON.has(input.statusNote) || (live?.periods.some(({ code }) => !shape.segments.includes(code)) ?? false),
    shootout: input.statusNote === 'after_shootout' || live?.phase === 'so' || (live?.periods.some((p) => p.code === 'so') ?? false),
    shots: live?.periods.find((p) => p.code === 'so')?.score,
    tie: tieOf(input.model?.extra),
    places: placesOf(input),
    balls: live?.stats['balls'],
    competitors: input.competitors ?? [],
    out: new Set(input.competitors?.filter((_, n) => input.model?.extra[`w${n + 1}`] === 0)),
    winners: Math.max(1, live?.stats['winners']?.[0] ?? input.model?.extra['winners'] ?? 1),
    incidents: kept,
    inRegular,
    penalties: regularStat('penalties', live?.stats['penalties'] ?? [0, 0], kept, inRegular),
    stats: live?.stats ?? {},
  }
}

const WENT_ON: ReadonlySet<StatusNote | undefined> = new Set(['after_extra_time', 'after_shootout'])

/** A fight that nobody has won or drawn is over as one that broke off. */
function isNoContest(incidents: readonly Incident[]): boolean {
  return incidents.findLast(({ type }) => type === 'finish')?.detail?.['method'] === 'no_contest'
}

function tieOf(extra: Readonly<Record<string, number>> | undefined): [number, number] | undefined {
  return extra?.['tie'] ? [extra['first1'] ?? 0, extra['first2'] ?? 0] : undefined
}

interface Position {
  segment: number
  pause: boolean
}

function positionOf(
  shape: SportShape,
  stage: Stage,
  broken: boolean,
  live: LiveState | undefined,
  incidents: readonly Incident[],
): Position {
  if (stage === 'before' || !live) return { segment: stage === 'ended' && !broken ? shape.segments.length + 1 : 0, pause: false }
  if (stage === 'ended' && !broken) return { segment: shape.segments.length + 1, pause: false }
  const base = /^([a-z]+\d+)[a-z]?$/.exec(live.phase)?.[1] ?? live.phase
  const at = shape.segments.indexOf(base)
  if (at >= 0) return { segment: at + 1, pause: false }
  const further = /^([a-z]+)(\d+)$/.exec(base)
  const beyond = further && shape.segments[0]?.startsWith(further[1]!) && Number(further[2]) > shape.segments.length
  if (beyond || BEYOND.test(live.phase)) return { segment: shape.segments.length + 1, pause: false }
  const codes = live.periods.map((p) => p.code).filter((code) => shape.segments.includes(code))
  const played = codes.length
  // Broken off: the last part is over only if its end was reported before.
  if (broken) return { segment: played, pause: isEndTold(incidents, codes.at(-1)) }
  // A break: everything that has a score is over.
  return { segment: Math.min(played, shape.segments.length), pause: played > 0 }
}

function countsOf(shape: SportShape, over: boolean, position: Position, live: LiveState | undefined): Map<string, CountFacts> {
  const counts = new Map<string, CountFacts>()
  let regularH = 0
  let regularA = 0
  let known = false
  let lacks = false
  // Ended by a person who knows its score alone: nobody knows in which part that was made, unless there is none.
  const isScored = live !== undefined && live.score[0] + live.score[1] > 0
  for (let n = 0; n < shape.segments.length; n++) {
    const code = shape.segments[n]!
    const period = live?.periods.find((p) => p.code === code)
    const done = over || n + 1 < position.segment || (n + 1 === position.segment && position.pause)
    const unknown = over && isScored && !period
    lacks ||= unknown
    counts.set(code, { h: period?.score[0] ?? 0, a: period?.score[1] ?? 0, done, ...(unknown ? { unknown } : {}) })
    if (!period) continue
    known = true
    regularH += period.score[0]
    regularA += period.score[1]
  }
  const score = live?.score ?? [0, 0]
  const regularDone =
    over ||
    (shape.segments.length > 0 && position.segment > shape.segments.length) ||
    (position.pause && position.segment === shape.segments.length)
  const setSport = shape.engine === 'tennis' || shape.engine === 'rally'
  // Where parts lack, the score of a game without overtime says more than the others; of sets and maps not all are played.
  const addsUp = !lacks || setSport || shape.engine === 'frames' || live!.periods.some(({ code }) => !shape.segments.includes(code))
  const [h, a] = known && addsUp ? [regularH, regularA] : score
  const regular: CountFacts = { h, a, done: regularDone }
  const ot: CountFacts = { h: score[0], a: score[1], done: over }
  counts.set('units', { ...regular, done: over })
  counts.set('regular', regular)
  counts.set('ot', ot)
  counts.set('full', setSport || shape.withOvertime ? ot : regular)
  halvesOfQuarters(counts)
  firstFiveInnings(counts)
  return counts
}

function unknownOf(parts: readonly CountFacts[]): { unknown?: true } {
  return parts.some((part) => part.unknown) ? { unknown: true } : {}
}

function halvesOfQuarters(counts: Map<string, CountFacts>): void {
  const sum = (one: CountFacts | undefined, two: CountFacts | undefined): CountFacts | undefined =>
    one && two ? { h: one.h + two.h, a: one.a + two.a, done: one.done && two.done, ...unknownOf([one, two]) } : undefined
  const h1 = sum(counts.get('q1'), counts.get('q2'))
  const h2 = sum(counts.get('q3'), counts.get('q4'))
  if (h1 && !counts.has('h1')) counts.set('h1', h1)
  if (h2 && !counts.has('h2')) counts.set('h2', h2)
}

function firstFiveInnings(counts: Map<string, CountFacts>): void {
  const five = ['inn1', 'inn2', 'inn3', 'inn4', 'inn5'].map((code) => counts.get(code))
  if (five.some((count) => count === undefined)) return
  const first: CountFacts = { h: 0, a: 0, done: true, ...unknownOf(five as CountFacts[]) }
  for (const count of five as CountFacts[]) {
    first.h += count.h
    first.a += count.a
    first.done &&= count.done
  }
  counts.set('inn15', first)
}

function keptIncidents(incidents: readonly Incident[]): Incident[] {
  const retracted = new Set<number>()
  for (const incident of incidents) if (incident.retracts !== undefined) retracted.add(incident.retracts)
  return incidents.filter((i) => !retracted.has(i.seq) && i.retracts === undefined)
}

/**
 * Events in order, with their segment. Goals: each segment holds as many as its own score says, whatever the
 * clock of added time shows. Corners and cards have no score by segment, so the clock decides.
 */
function goalsOf(
  incidents: readonly Incident[],
  types: readonly string[],
  shape: SportShape,
  sum: CountFacts | undefined,
  marks: readonly number[],
): GoalFact[] | undefined {
  if (!sum || sum.unknown) return undefined
  const total = sum.h + sum.a
  const goals: GoalFact[] = []
  let home = 0
  let begun = 0
  const minutes = shape.minutes / Math.max(1, shape.segments.length)
  for (const incident of incidents) {
    if (incident.type === 'period_start') begun = shape.segments.indexOf(String(incident.detail?.['period'])) + 1 || begun
    if (!types.includes(incident.type) || !incident.side || goals.length >= total) continue
    const minute = Math.floor(incident.clockSec / 60) + 1
    const byClock = begun || Math.min(shape.segments.length, Math.ceil(minute / minutes))
    const segment = marks.length > 0 ? segmentByMarks(goals.length, marks) : byClock
    const inside = Math.max((segment - 1) * minutes + 1, Math.min(minute, segment * minutes))
    const player = incident.detail?.['playerId']
    goals.push({
      side: incident.side === 'home' ? 1 : 2,
      segment,
      minute: inside,
      ...(typeof player === 'number' ? { player } : {}),
      ...(incident.detail?.['how'] === 'own_goal' || incident.type === 'own_goal' ? { own: true as const } : {}),
    })
    if (incident.side === 'home') home++
  }
  return goals.length === total && home === sum.h ? goals : undefined
}

function segmentByMarks(index: number, marks: readonly number[]): number {
  for (let n = 0; n < marks.length; n++) if (index < marks[n]!) return n + 1
  return marks.length
}

/** Goals up to the end of each segment; none where one is unknown, and the clock decides. */
function marksOf(shape: SportShape, counts: ReadonlyMap<string, CountFacts>): number[] {
  if (shape.segments.some((code) => counts.get(code)?.unknown)) return []
  let sum = 0
  return shape.segments.map((code) => {
    const count = counts.get(code)
    sum += count ? count.h + count.a : 0
    return sum
  })
}
