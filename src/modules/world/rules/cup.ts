/**
 * A cup of ties over two legs: who meets whom follows from the ties before, and those from the matches as they are played. An
 * edition takes eight weeks: three rounds of two legs, a final of one match, a week of rest. The next follows at once.
 */
import type { WorldChampionship, WorldCompetitor } from './catalogue.ts'
import { timelineOf } from './engines.ts'
import { lot, Random } from '#lib/random.ts'
import { type Fixture, plainGame, plainModel } from './schedule.ts'
import { stateAt } from './state.ts'
import type { Pair, WorldModel } from './types.ts'

const DAY = 86_400_000
const WEEK = 7 * DAY
const MINUTE = 60_000
/** The first Monday after 1 January 1970, a Thursday. */
const FIRST_MONDAY = 4 * DAY
const EDITION_WEEKS = 8
/** Sides of an edition: ties of the first round, twice. */
const SIDES = 16
const ROUNDS = ['1/8', '1/4', '1/2', 'Final'] as const
const FINAL_WEEK = 6
/** Tuesdays and Wednesdays, in turns; early and late. */
const KICK_OFFS = [17 * 60 + 45, 20 * 60]
const KEPT_EDITIONS = 12

type Meeting = readonly [one: WorldCompetitor, two: WorldCompetitor]

interface Leg {
  round: number
  /** The second match of a tie, or its only one. */
  last: boolean
  /** The first match was at the other side's. */
  second: boolean
}

function legOf(week: number): Leg | null {
  if (week > FINAL_WEEK) return null
  return { round: Math.floor(week / 2), last: week % 2 === 1 || week === FINAL_WEEK, second: week % 2 === 1 }
}

const meetings = new Map<string, Meeting[][]>()

/** Ties of a round of an edition; those of the first are drawn. */
function meetingsOf(seed: string, c: WorldChampionship, edition: number, round: number): Meeting[] {
  const key = `${seed}|${c.key}|${edition}`
  let rounds = meetings.get(key)
  if (!rounds) {
    if (meetings.size >= KEPT_EDITIONS) meetings.clear()
    meetings.set(key, (rounds = [pairsOf(new Random(`${key}|draw`).shuffle([...c.competitors]).slice(0, SIDES))]))
  }
  while (rounds.length <= round) {
    const before = rounds.length - 1
    rounds.push(pairsOf(rounds[before]!.map((_, n) => winnerOf(seed, c, edition, before, n))))
  }
  return rounds[round]!
}

function pairsOf(sides: readonly WorldCompetitor[]): Meeting[] {
  return Array.from({ length: sides.length / 2 }, (_, n) => [sides[2 * n]!, sides[2 * n + 1]!])
}

function winnerOf(seed: string, c: WorldChampionship, edition: number, round: number, pair: number): WorldCompetitor {
  const last = cupFixture(seed, c, edition, Math.min(FINAL_WEEK, 2 * round + 1), pair)!
  return last.sides[wonBy(seed, last)]!
}

/** Which side of a tie's last match goes through: 0 or 1. */
function wonBy(seed: string, f: Fixture): 0 | 1 {
  const { extra } = cupModel(seed, f)
  const { score, periods } = stateAt(timelineOf(seed, plainGame(f, cupModel(seed, f), false), false), Infinity)
  const ahead = score[0] + (extra['first1'] ?? 0) - score[1] - (extra['first2'] ?? 0)
  const [shot1, shot2] = periods.find(({ code }) => code === 'so')?.score ?? [0, 0]
  return (ahead || shot1 - shot2) > 0 ? 0 : 1
}

export function cupFixture(seed: string, c: WorldChampionship, edition: number, week: number, pair: number): Fixture | null {
  const leg = legOf(week)
  const meeting = leg && meetingsOf(seed, c, edition, leg.round)[pair]
  if (!leg || !meeting) return null
  const ref = `g:${c.key}:${edition}:${week}:${pair}`
  const day = FIRST_MONDAY + (edition * EDITION_WEEKS + week) * WEEK + (1 + (pair % 2)) * DAY
  return {
    ref,
    championship: c,
    // Who was drawn second begins away and plays the last match at home.
    sides: leg.second ? [meeting[1], meeting[0]] : [meeting[0], meeting[1]],
    startsAt: day + KICK_OFFS[Math.floor(lot(`${c.key}|${edition}|${pair}|hour`) * KICK_OFFS.length)]! * MINUTE,
    round: ROUNDS[leg.round]!,
    season: edition,
    number: week,
  }
}

/** Matches whose start is in [from, to). */
export function cupBetween(seed: string, c: WorldChampionship, from: number, to: number): Fixture[] {
  const out: Fixture[] = []
  for (let at = Math.floor((from - FIRST_MONDAY) / WEEK); FIRST_MONDAY + at * WEEK < to; at++) {
    const [edition, week] = [Math.floor(at / EDITION_WEEKS), at % EDITION_WEEKS]
    const leg = legOf(week)
    if (!leg) continue
    for (let pair = 0; pair < SIDES / 2 ** (leg.round + 1); pair++) {
      const fixture = cupFixture(seed, c, edition, week, pair)
      if (fixture && fixture.startsAt >= from && fixture.startsAt < to) out.push(fixture)
    }
  }
  return out
}

/** Score of the first leg as the sides of the second have it. */
function firstLeg(seed: string, f: Fixture): Pair {
  const first = cupFixture(seed, f.championship, f.season, f.number - 1, Number(f.ref.split(':').at(-1)))!
  const [h, a] = stateAt(timelineOf(seed, plainGame(first, plainModel(seed, first), false), false), Infinity).score
  return [a, h]
}

const models = new WeakMap<Fixture, WorldModel>()

/** The model of a cup match: the last one of a tie decides it, and knows what the first brought. */
export function cupModel(seed: string, f: Fixture): WorldModel {
  let known = models.get(f)
  if (!known) {
    const model = plainModel(seed, f)
    const leg = legOf(f.number)!
    const [first1, first2] = leg.second ? firstLeg(seed, f) : [0, 0]
    known = leg.last ? { ...model, extra: { ...model.extra, tie: 1, ...(leg.second ? { first1, first2 } : {}) } } : model
    models.set(f, known)
  }
  return known
}
