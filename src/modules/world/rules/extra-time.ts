/** What follows a tie that is level after ninety minutes: half an hour more, then penalties (football). */
import { meansOf } from './grid.ts'
import type { Random } from '#lib/random.ts'
import { forSide, type Recorder } from './recorder.ts'
import type { Pair, Side, Timeline, WorldGame } from './types.ts'

const SIDES: readonly Side[] = ['home', 'away']
/** Clock of the half hour, seconds; goals fall in it at the rate of the match. */
const FROM_SEC = 5400
const UNTIL_SEC = 7200
const EXTRA_SHARE = 1 / 3
const PAUSE_MS = 5 * 60_000
const KICK_MS = 45_000
/** Kicks of each side before one more of both decides. */
const KICKS = 5
const SCORED = 0.76

/** From the whistle after ninety minutes, `end` ms since the start. */
export function extraTime(game: WorldGame, rec: Recorder, streams: (stream: string) => Random, end: number): Timeline {
  const random = streams('extra-time')
  const start = end + PAUSE_MS
  const at = (clock: number) => start + (clock - FROM_SEC) * 1000
  const { supremacy, total } = game.model
  rec.incident(start, FROM_SEC, 'period_start', { phase: 'et', open: 'et', runs: true, detail: { period: 'et' } })
  const goals = meansOf(supremacy, total).flatMap((mean, i) =>
    Array.from({ length: random.poisson(mean * EXTRA_SHARE) }, () => ({
      side: SIDES[i]!,
      clock: Math.floor(random.between(FROM_SEC + 30, UNTIL_SEC - 5)),
    })),
  )
  const now: Pair = [0, 0]
  goals.sort((a, b) => a.clock - b.clock)
  for (const { side, clock } of goals) {
    now[side === 'home' ? 0 : 1]++
    rec.stop(at(clock) - 12_000, clock - 12, 'goal')
    rec.incident(at(clock), clock, 'goal', {
      side,
      runs: true,
      detail: { how: 'normal', minute: String(Math.floor(clock / 60) + 1) },
      score: forSide(side),
      period: forSide(side),
    })
  }
  const over = at(UNTIL_SEC)
  const level = now[0] === now[1]
  rec.incident(over, UNTIL_SEC, 'period_end', { ...(level ? { phase: 'brk' } : {}), runs: false, detail: { period: 'et' } })
  const last = level ? penalties(rec, random, over + PAUSE_MS) : over
  rec.incident(last, UNTIL_SEC, 'match_end', { phase: 'ended', runs: false })
  return rec.finish(last, 'ended', level ? 'after_shootout' : 'after_extra_time')
}

/** Five kicks each, as long as they can change anything, then one of each until one is ahead. */
function penalties(rec: Recorder, random: Random, from: number): number {
  rec.incident(from, UNTIL_SEC, 'period_start', { phase: 'so', open: 'so', runs: false, detail: { period: 'so' } })
  const shot: Pair = [0, 0]
  let at = from
  for (let kick = 0; ; kick++) {
    const i = kick % 2
    const left = (side: number) => Math.max(0, KICKS - Math.floor((kick + (side === 0 ? 1 : 0)) / 2))
    const decided = kick >= 2 * KICKS ? i === 0 && shot[0] !== shot[1] : shot[0] > shot[1] + left(1) || shot[1] > shot[0] + left(0)
    if (decided) break
    at += KICK_MS
    const scored = random.chance(SCORED)
    if (scored) shot[i]!++
    rec.incident(at, UNTIL_SEC, scored ? 'shootout_goal' : 'shootout_miss', {
      side: SIDES[i]!,
      detail: { how: 'shootout', score: [...shot] },
      ...(scored ? { period: forSide(SIDES[i]!) } : {}),
    })
  }
  rec.incident(at, UNTIL_SEC, 'period_end', { runs: false, detail: { period: 'so' } })
  return at + 1000
}
