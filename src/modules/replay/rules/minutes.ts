/**
 * Football without seconds: timelines by the minute, and matches of which only the score is known (feeds 6).
 * What the source lacks is drawn by the match's own generator, so the same match is always played in the same way.
 */
import { Random } from '#lib/random.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }
import type { RecordedEvent, Recording } from './recording.ts'

export interface MinuteEvent {
  m: string
  type: string
  side?: 'H' | 'A'
  how?: string
  player?: string
  score?: [number, number]
}

export interface KnownMatch {
  id: string
  home: string
  away: string
  tournament: string
  /** Goals after 90 minutes, and at the break when known. */
  score: [number, number]
  ht?: [number, number]
  events?: readonly MinuteEvent[]
}

const BREAK_S = 15 * 60
/** Share of goals by five minutes (feeds 10.2), first half with its added time, then the second. */
const { goalShares } = rates.football
const GOAL_SHARES = [goalShares.slice(0, 10), goalShares.slice(10)] as const

type Placed = RecordedEvent & { half: 0 | 1; second: number }

/** '45+2' → first half, 46:00 to 47:00 on the clock of the half; '88' → second half, 87:00 to 88:00. */
export function halfMinute(m: string): { half: 0 | 1; from: number; added: number } | null {
  const match = /^(\d{1,3})(?:\+(\d{1,2}))?$/.exec(m)
  if (!match) return null
  const minute = Number(match[1])
  const added = Number(match[2] ?? 0)
  const half = minute <= 45 ? 0 : 1
  const inHalf = Math.min(minute, 90) - (half === 0 ? 0 : 45)
  return { half, from: Math.max(0, inHalf + added - 1) * 60, added }
}

/** A recording of the match in the shape of the pack. Goals stand in their order and end at `score`. */
export function recordingOf(match: KnownMatch): Recording {
  const random = new Random(`replay:${match.id}`)
  const placed = match.events ? printed(match, random) : drawn(match, random)
  corners(placed, random)
  placed.sort((a, b) => a.half - b.half || a.second - b.second)
  const goals: [number, number] = [0, 0]
  const added = [0, 1].map((half) =>
    Math.max(60 + random.integer(0, 150), ...placed.filter((e) => e.half === half).map((e) => e.second + 20 - 2700)),
  )
  const secondStart = 2700 + added[0]! + BREAK_S
  const events: RecordedEvent[] = [{ t: 0, p: 1, type: 'period_start', clock: '0:00' }]
  for (const half of [0, 1] as const) {
    const start = half === 0 ? 0 : secondStart
    if (half === 1) events.push({ t: start, p: 2, type: 'period_start', clock: '45:00' })
    for (const { half: of, second, ...event } of placed) {
      if (of !== half) continue
      if (event.type === 'goal') {
        goals[event.side === 'A' ? 1 : 0] += 1
        event.score = [...goals]
      }
      events.push({ ...event, t: start + second, p: half + 1, clock: clockOf(second + half * 2700) })
    }
    const length = 2700 + added[half]!
    events.push({ t: start + length, p: half + 1, type: 'period_end', clock: clockOf(length + half * 2700) })
  }
  return {
    id: match.id,
    sport: 'football',
    country: null,
    tournament: match.tournament,
    season: '',
    round: null,
    home: match.home,
    away: match.away,
    length_s: secondStart + 2700 + added[1]!,
    final: { score: match.score },
    events,
  }
}

function clockOf(second: number): string {
  return `${Math.floor(second / 60)}:${String(Math.floor(second % 60)).padStart(2, '0')}`
}

function printed(match: KnownMatch, random: Random): Placed[] {
  const placed: Placed[] = []
  let last = 0
  let lastHalf = 0
  for (const event of match.events ?? []) {
    const at = halfMinute(event.m)
    if (!at || event.type === 'goal_disallowed') continue
    let second = at.from + random.integer(0, 59)
    // Events are printed in order: one that the draw put before its elder comes right after it.
    if (event.type === 'goal') {
      if (at.half === lastHalf) second = Math.max(second, last + 1)
      last = second
      lastHalf = at.half
    }
    placed.push({
      t: 0,
      half: at.half,
      second,
      type: event.type,
      m: event.m,
      ...(event.side ? { side: event.side } : {}),
      ...(event.how ? { how: event.how } : {}),
      ...(event.player ? { player: event.player } : {}),
    })
  }
  return placed
}

function drawn(match: KnownMatch, random: Random): Placed[] {
  const placed: Placed[] = []
  for (const k of [0, 1] as const) {
    const side = k === 0 ? 'H' : 'A'
    for (let n = 0; n < match.score[k]; n += 1) {
      const half = match.ht ? (n < match.ht[k] ? 0 : 1) : random.chance(0.448) ? 0 : 1
      placed.push({ t: 0, half, second: random.pick(GOAL_SHARES[half]) * 300 + random.integer(0, 239), type: 'goal', side })
    }
    for (let n = random.poisson(k === 0 ? 1.94 : 2.23); n > 0; n -= 1) {
      const half = random.chance(0.34) ? 0 : 1
      placed.push({ t: 0, half, second: random.integer(60, 2760), type: 'yellow_card', side })
    }
    if (random.chance(k === 0 ? 0.061 : 0.066)) placed.push({ t: 0, half: 1, second: random.integer(300, 2700), type: 'red_card', side })
  }
  return placed
}

/** Corners and shots are in no timeline by the minute: filled in at the rates of feeds 10.3. */
function corners(placed: Placed[], random: Random): void {
  for (const [side, mean, shots] of [
    ['H', 5.76, 11.8],
    ['A', 4.79, 10.3],
  ] as const) {
    for (let n = random.negativeBinomial(mean, mean * 1.5); n > 0; n -= 1) {
      placed.push({ t: 0, half: random.chance(0.47) ? 0 : 1, second: random.integer(30, 2800), type: 'corner', side })
    }
    for (let n = random.poisson(shots); n > 0; n -= 1) {
      placed.push({
        t: 0,
        half: random.chance(0.46) ? 0 : 1,
        second: random.integer(20, 2800),
        type: 'shot',
        side,
        on_target: random.chance(0.3),
      })
    }
  }
}
