/** What happened between two states of a game, as far as somebody can follow it. Pure: the same states, the same keys. */
import { isOver, KIND_LIVE, type BookGame } from '#modules/line/rules/book.ts'
import { minuteOf } from '#modules/line/rules/minute.ts'
import { phaseName } from '#modules/line/rules/part-names.ts'
import { EVENTS, optionCode, optionsOf, PERIODS } from './options.ts'

/** What is remembered of a game to see what is new. */
export interface Glance {
  live: boolean
  over: boolean
  phase: string
  score: readonly [number, number]
  yellow: readonly [number, number]
  red: readonly [number, number]
  corners: readonly [number, number]
}

export interface Happening {
  /** The same happening told twice has the same key. */
  key: string
  option: number
  text: 'start' | 'end' | 'score' | 'score_back' | 'period' | 'yellow' | 'red' | 'corner'
  side?: 1 | 2
  phase?: string
  /** Minute of the game's clock: "67", "45+2". */
  minute?: string
}

const NONE = [0, 0] as const

export function glanceOf(game: BookGame): Glance {
  const { live } = game
  return {
    live: game.kind === KIND_LIVE,
    over: isOver(game),
    phase: live?.phase ?? '',
    score: live?.score ?? NONE,
    yellow: live?.stats['yellow'] ?? NONE,
    red: live?.stats['red'] ?? NONE,
    corners: live?.stats['corners'] ?? NONE,
  }
}

export function happenings(before: Glance, game: BookGame): Happening[] {
  const after = glanceOf(game)
  const offered = new Set(optionsOf(game.sportId).map(optionCode))
  const minute = minuteIn(game)
  const list: Happening[] = []
  const startAndEnd = optionCode({ event: EVENTS.start, period: PERIODS.startAndEnd })
  if (!before.live && after.live && !after.over) list.push({ key: 'start', option: startAndEnd, text: 'start' })
  const [home, away] = after.score
  if (home !== before.score[0] || away !== before.score[1]) {
    const back = home < before.score[0] || away < before.score[1]
    const side = home === before.score[0] ? 2 : 1
    const key = `score:${home}:${away}:${after.phase}:${minute.minute ?? ''}`
    list.push({
      key,
      option: optionCode({ event: EVENTS.score, period: PERIODS.atOnce }),
      text: back ? 'score_back' : 'score',
      side,
      ...minute,
    })
  }
  const counted = [
    ['yellow', EVENTS.yellow, before.yellow, after.yellow],
    ['red', EVENTS.red, before.red, after.red],
    ['corner', EVENTS.corner, before.corners, after.corners],
  ] as const
  for (const [text, event, old, now] of counted) {
    if (now[0] + now[1] <= old[0] + old[1]) continue
    const option = optionCode({ event, period: PERIODS.atOnce })
    list.push({ key: `${text}:${now[0]}:${now[1]}`, option, text, side: now[0] > old[0] ? 1 : 2, ...minute })
  }
  if (isBreak(game, after.phase) && after.phase !== before.phase && before.phase !== '') {
    const option = optionCode({ event: EVENTS.score, period: PERIODS.details })
    list.push({ key: `period:${game.live!.periods.length}:${after.phase}`, option, text: 'period', phase: after.phase })
  }
  if (!before.over && after.over && game.status === 'ended') list.push({ key: 'end', option: startAndEnd, text: 'end' })
  return list.filter(({ option }) => offered.has(option))
}

function minuteIn({ sportId, live }: BookGame): { minute?: string } {
  if (live?.clockSec === undefined) return {}
  return { minute: minuteOf(live.clockSec, sportId, live.periods.at(-1)?.no ?? 0, live.clockRuns === false) }
}

function isBreak({ sportId, live }: BookGame, phase: string): boolean {
  return live !== undefined && phaseName(phase, sportId).kind === 'state' && phase !== 'end' && phase !== 'ended' && phase !== 'abandoned'
}
