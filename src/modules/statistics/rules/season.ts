/** Seasons of a championship, found in its calendar: results carry none of their own. */
import { DAY, type Millis } from '#lib/time.ts'

export interface Season {
  /** The year in which it begins. */
  id: number
  /** "2026" or "2026/27". */
  label: string
  from: Millis
  to: Millis
}

/** No league pauses this long inside of a season; between two seasons every one does. */
const PAUSE_MS = 40 * DAY
/** What never pauses is cut by calendar years. */
const LONGEST_MS = 400 * DAY

/** `starts` in any order; the newest season first. */
export function seasonsOf(starts: readonly Millis[]): Season[] {
  const sorted = starts.toSorted((a, b) => a - b)
  const groups: [Millis, Millis][] = []
  for (const at of sorted) {
    const last = groups.at(-1)
    if (last && at - last[1] < PAUSE_MS) last[1] = at
    else groups.push([at, at])
  }
  const seasons = groups.flatMap(([from, to]) => (to - from > LONGEST_MS ? byYear(sorted, from, to) : [season(from, to)]))
  return named(joined(seasons).toReversed())
}

/** A season that has begun in its autumn is called as the one before it: by two years. */
function named([newest, before, ...rest]: Season[]): Season[] {
  if (!newest) return []
  if (!before) return [newest]
  const goesOn = before.label.includes('/') && !newest.label.includes('/') && new Date(newest.from).getUTCMonth() >= AUTUMN
  return [goesOn ? { ...newest, label: labelOf(newest.id, newest.id + 1) } : newest, before, ...rest]
}

/** August. */
const AUTUMN = 7

function labelOf(first: number, last: number): string {
  return first === last ? String(first) : `${first}/${String(last % 100).padStart(2, '0')}`
}

function yearOf(at: Millis): number {
  return new Date(at).getUTCFullYear()
}

function season(from: Millis, to: Millis): Season {
  const first = yearOf(from)
  return { id: first, label: labelOf(first, yearOf(to)), from, to }
}

function byYear(sorted: readonly Millis[], from: Millis, to: Millis): Season[] {
  const years = new Map<number, [Millis, Millis]>()
  for (const at of sorted) {
    if (at < from || at > to) continue
    const known = years.get(yearOf(at))
    years.set(yearOf(at), known ? [known[0], at] : [at, at])
  }
  return [...years.values()].map(([first, last]) => season(first, last))
}

/** Two tournaments in one year are one season: the id names it. */
function joined(seasons: readonly Season[]): Season[] {
  const out: Season[] = []
  for (const next of seasons) {
    const last = out.at(-1)
    if (last?.id === next.id) out[out.length - 1] = season(last.from, next.to)
    else out.push(next)
  }
  return out
}

/** Of a championship whose recordings are shown again and again: the one that was recorded, and no result lies in it. */
export function recordedSeason(label: string): Season {
  return { id: Number.parseInt(label, 10) || 0, label, from: 0, to: 0 }
}

/** The asked season, the newest when the id is 0; null when there is none. */
export function pickSeason(seasons: readonly Season[], id: number): Season | null {
  return (id === 0 ? seasons[0] : seasons.find((one) => one.id === id)) ?? null
}

/** The season in which a moment falls; the newest when nothing lies so far back. */
export function seasonAt(seasons: readonly Season[], at: Millis): Season | null {
  return seasons.find(({ from }) => at >= from) ?? seasons[0] ?? null
}

export function inSeason<T extends { startsAt: Millis }>(results: readonly T[], { from, to }: Season): T[] {
  return results.filter(({ startsAt }) => startsAt >= from && startsAt <= to)
}
