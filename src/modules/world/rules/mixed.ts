/**
 * Sides of different matches against each other: both still play (alternative), or one has played and the other begins
 * (after-match against live). What counts is the goals that each side scores in its own match.
 */
import { type Fixture, plainFixtures, plainGame, plainModel } from './schedule.ts'
import type { WorldChampionship } from './catalogue.ts'
import { meansOf } from './grid.ts'
import { hash32 } from '#lib/random.ts'
import { forSide, Recorder } from './recorder.ts'
import type { Item, Pair, Side, Timeline, WorldGame, WorldModel } from './types.ts'

const DAY = 86_400_000
const HOUR = 3_600_000
/** What is told of a side besides its goals. */
const COUNTED: Readonly<Record<string, string>> = { shot: 'shots', corner: 'corners' }
const SIDES: readonly Side[] = ['home', 'away']
/** Most such games of a day. */
const A_DAY = 8
/** A match is surely over after this; a later one still belongs to the same evening. */
const OVER_MS = 2.5 * HOUR
const SAME_EVENING_MS = 7 * HOUR
/** Of the pairs of two days, so many a day. */
const OVER_MIDNIGHT = 6
const KEPT_DAYS = 60

export type MixedKind = 'alternative' | 'aftermatch'

const days = new Map<string, Fixture[]>()

/** The games of a day (days since 1970), by the start of their own. */
function gamesOfDay(seed: string, c: WorldChampionship, day: number): Fixture[] {
  const key = `${seed}|${c.key}|${day}`
  const known = days.get(key)
  if (known) return known
  const { kind, leagues, others } = c.mixed!
  const fixtures = fixturesFrom(seed, leagues, day * DAY, (day + 1) * DAY)
  const pairs = (kind === 'alternative' ? atOnce(fixtures) : oneAfterTheOther(fixtures, fixtures)).slice(0, A_DAY)
  // Behind the others: numbers of games that are known already stay theirs.
  if (kind === 'aftermatch') pairs.push(...overMidnight(seed, leagues, day, fixtures), ...roundTheClock(seed, others, day))
  else pairs.push(...atOnce(fixturesFrom(seed, others, day * DAY, (day + 1) * DAY)).slice(0, A_DAY))
  const made = pairs.map(([one, two], number) => mixedFixture(c, [one, two], day, number))
  if (days.size > KEPT_DAYS) days.clear()
  days.set(key, made)
  return made
}

function fixturesFrom(seed: string, leagues: readonly WorldChampionship[], from: number, to: number): Fixture[] {
  return leagues
    .flatMap((league) => plainFixtures(seed, league, from, to))
    .toSorted((a, b) => a.startsAt - b.startsAt || hash32(a.ref) - hash32(b.ref) || (a.ref < b.ref ? -1 : 1))
}

/** The league that plays most often always has a match in play: each against one of the others that is over. */
function roundTheClock(seed: string, leagues: readonly WorldChampionship[], day: number): [Fixture, Fixture][] {
  const [often, ...rest] = leagues.toSorted((a, b) => a.lane!.everyMin - b.lane!.everyMin)
  if (!often) return []
  const before = fixturesFrom(seed, rest, day * DAY - SAME_EVENING_MS, (day + 1) * DAY)
  return oneAfterTheOther(before, plainFixtures(seed, often, day * DAY, (day + 1) * DAY))
}

/** Neighbours that kick off together, of different leagues. */
function atOnce(fixtures: readonly Fixture[]): [Fixture, Fixture][] {
  const pairs: [Fixture, Fixture][] = []
  for (let i = 0; i + 1 < fixtures.length; i++) {
    const [one, two] = [fixtures[i]!, fixtures[i + 1]!]
    if (one.startsAt !== two.startsAt || one.championship === two.championship) continue
    pairs.push([one, two])
    i++
  }
  return pairs
}

/** Evenings of one part of the world are mornings of another: the night's games against those of the evening before. */
function overMidnight(
  seed: string,
  leagues: readonly WorldChampionship[],
  day: number,
  fixtures: readonly Fixture[],
): [Fixture, Fixture][] {
  const evening = leagues.flatMap((league) => plainFixtures(seed, league, day * DAY - SAME_EVENING_MS, day * DAY))
  return oneAfterTheOther(evening, fixtures).slice(0, OVER_MIDNIGHT)
}

function oneAfterTheOther(before: readonly Fixture[], fixtures: readonly Fixture[]): [Fixture, Fixture][] {
  const used = new Set<Fixture>()
  return fixtures.flatMap((live): [Fixture, Fixture][] => {
    const earlier = before.find(
      (f) =>
        !used.has(f) &&
        f.startsAt + OVER_MS <= live.startsAt &&
        f.startsAt + SAME_EVENING_MS > live.startsAt &&
        f.championship !== live.championship,
    )
    if (!earlier || used.has(live)) return []
    used.add(earlier).add(live)
    return [[earlier, live]]
  })
}

function mixedFixture(c: WorldChampionship, sources: [Fixture, Fixture], day: number, number: number): Fixture {
  return {
    ref: `g:${c.key}:${day}:${number}`,
    championship: c,
    sides: [sources[0].sides[0]!, sources[1].sides[0]!],
    startsAt: sources[1].startsAt,
    round: '',
    season: 0,
    number,
    sources,
  }
}

/** Games whose start is in [from, to). */
export function mixedBetween(seed: string, c: WorldChampionship, from: number, to: number): Fixture[] {
  const out: Fixture[] = []
  for (let day = Math.floor(from / DAY); day * DAY < to; day++) {
    for (const fixture of gamesOfDay(seed, c, day)) if (fixture.startsAt >= from && fixture.startsAt < to) out.push(fixture)
  }
  return out
}

export function mixedOf(seed: string, c: WorldChampionship, day: number, number: number): Fixture | null {
  return gamesOfDay(seed, c, day)[number] ?? null
}

/** Goals of home sides; one that has played scores no more. */
export function mixedModel(seed: string, f: Fixture): WorldModel {
  const means = f.sources!.map((source) => {
    const { supremacy, total } = plainModel(seed, source)
    return meansOf(supremacy, total)[0]
  }) as unknown as Pair
  const played = f.championship.mixed!.kind === 'aftermatch'
  const [one, two] = played ? [0, means[1]] : means
  const round4 = (x: number) => Math.round(x * 1e4) / 1e4
  return { supremacy: round4(one - two), total: round4(one + two), rho: 0, extra: played ? { done1: 1 } : {} }
}

/** The two matches as they are played; without mishaps, so that what counts is their result. */
export function mixedSources(seed: string, f: Fixture): readonly [WorldGame, WorldGame] {
  const [one, two] = f.sources!.map((source) => plainGame(source, plainModel(seed, source), false)) as [WorldGame, WorldGame]
  return [one, two]
}

function goalsOfHome(timeline: Timeline): Item[] {
  return timeline.items.filter((item) => item.type === 'goal' && item.side === 'home')
}

/** The game of two timelines: goals of both, halves that hold those of both, the end when both are over. */
export function mixedTimeline(game: WorldGame, [one, two]: readonly [Timeline, Timeline]): Timeline {
  const rec = new Recorder(game.ref)
  const played = game.mixed?.kind === 'aftermatch'
  const running = played ? [two] : [one, two]
  const at = (type: string, no: number) => running.map((timeline) => timeline.items.filter((item) => item.type === type)[no]!)
  const firstEnd = at('period_end', 0).reduce((a, b) => (b.at > a.at ? b : a))
  const restart = at('period_start', 1).reduce((a, b) => (b.at < a.at ? b : a))
  const end = at('match_end', 0).reduce((a, b) => (b.at > a.at ? b : a))
  rec.incident(0, 0, 'period_start', { phase: 'h1', open: 'h1', runs: true, detail: { period: 'h1' } })
  const score: Pair = [0, 0]
  const goal = (item: Item, side: Side, moment: number, clock: number) => {
    score[side === 'home' ? 0 : 1]++
    rec.incident(moment, clock, 'goal', {
      side,
      runs: true,
      detail: {
        how: 'normal',
        score: [...score],
        no: score[0] + score[1],
        ...(item.detail?.['minute'] ? { minute: item.detail['minute'] } : {}),
      },
      score: forSide(side),
      period: forSide(side),
    })
  }
  const timelines = [one, two] as const
  const list = SIDES.flatMap((side, i) => goalsOfHome(timelines[i]!).map((item) => ({ item, side, early: played && i === 0 })))
  list.sort((a, b) => Number(b.early) - Number(a.early) || a.item.at - b.item.at)
  for (const { item, side, early } of list) {
    if (!early) rec.stop(item.at - 12_000, item.clockSec - 10, 'goal')
    goal(item, side, early ? 0 : item.at, early ? 0 : item.clockSec)
  }
  for (const [i, timeline] of timelines.entries()) {
    if (played && i === 0) continue
    for (const item of timeline.items) {
      const counted = item.side === 'home' ? COUNTED[item.type] : undefined
      // Without them a game in which nobody scores would be silent for a quarter of an hour.
      if (counted)
        rec.incident(item.at, item.clockSec, item.type, { side: SIDES[i]!, runs: true, stats: { [counted]: forSide(SIDES[i]!) } })
    }
  }
  rec.incident(firstEnd.at, firstEnd.clockSec, 'period_end', { phase: 'ht', runs: false, detail: { period: 'h1' } })
  rec.incident(restart.at, restart.clockSec, 'period_start', { phase: 'h2', open: 'h2', runs: true, detail: { period: 'h2' } })
  rec.incident(end.at, end.clockSec, 'period_end', { runs: false, detail: { period: 'h2' } })
  rec.incident(end.at, end.clockSec, 'match_end', { phase: 'ended', runs: false })
  return rec.finish(end.at)
}
