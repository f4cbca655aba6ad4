/** Who of two finishes higher: games of their own beside a race, played by its course (wire 19.2, unit pair). */
import type { WorldChampionship } from './catalogue.ts'
import { type Fixture, plainFixture, plainFixtures, plainGame, plainModel } from './schedule.ts'
import { forSide, Recorder } from './recorder.ts'
import type { Item, Pace, Side, Timeline, WorldGame, WorldModel } from './types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

/** Sports whose book has pairs. */
const SPORTS: ReadonlySet<number> = new Set([18, 19, 26, 36, 41])
/** Pairs of a race: neighbours by strength, the strongest first. */
const OF_A_RACE = 6
const FORMULA1: Pace = { laps: rates.formula1.laps, lapSec: 92 }

type Orders = readonly [number, number]

/** The championships of pairs beside those of races. */
export function pairChampionships(races: readonly WorldChampionship[]): WorldChampionship[] {
  const own = races.filter((c) => SPORTS.has(c.sportId) && c.engine === 'field' && !c.about?.section)
  return own.map((race) => {
    const key = `${race.key}-pairs`
    return {
      ...race,
      key,
      ref: `l:${key}`,
      engine: 'frames',
      variant: 'duel',
      names: { en: `${race.names.en}. Who is higher`, ru: `${race.names.ru}. Кто выше` },
      lane: null,
      pace: race.pace ?? FORMULA1,
      pairsOf: race,
    }
  })
}

/** Games whose start is in [from, to). */
export function pairsBetween(seed: string, c: WorldChampionship, from: number, to: number): Fixture[] {
  return plainFixtures(seed, c.pairsOf!, from, to).flatMap((race) => pairsOfRace(seed, c, race))
}

/** The n-th pair of the k-th race; null where there is none. */
export function pairOf(seed: string, c: WorldChampionship, k: number, n: number): Fixture | null {
  const race = plainFixture(seed, new Map([[c.pairsOf!.key, c.pairsOf!]]), `g:${c.pairsOf!.key}:${k}`)
  return race ? (pairsOfRace(seed, c, race)[n] ?? null) : null
}

function pairsOfRace(seed: string, c: WorldChampionship, race: Fixture): Fixture[] {
  const model = plainModel(seed, race)
  const ranked = race.sides.map((_, i) => i + 1).toSorted((a, b) => weightOf(model, b) - weightOf(model, a) || a - b)
  const count = Math.min(OF_A_RACE, Math.floor(ranked.length / 2))
  return Array.from({ length: count }, (_, n) => {
    const orders: Orders = [ranked[2 * n]!, ranked[2 * n + 1]!]
    return {
      ref: `g:${c.key}:${race.number}:${n}`,
      championship: c,
      sides: orders.map((order) => race.sides[order - 1]!),
      startsAt: race.startsAt,
      round: '',
      season: 0,
      number: race.number,
      race: { fixture: race, orders },
    }
  })
}

const weightOf = ({ extra }: Pick<WorldModel, 'extra'>, order: number): number => extra[`w${order}`] ?? 1

/** Of two exponential clocks the one with the larger weight rings first by its share of both. */
function chanceOf(says: Pick<WorldModel, 'extra'>, [one, two]: Orders): number {
  const [a, b] = [weightOf(says, one), weightOf(says, two)]
  return Number((a / (a + b)).toFixed(6))
}

export function pairModel(seed: string, f: Fixture): WorldModel {
  const { fixture, orders } = f.race!
  return { supremacy: 0, total: 0, rho: 0, extra: { p: chanceOf(plainModel(seed, fixture), orders) } }
}

/** What the engine needs: the race as it is run. */
export function pairGame(seed: string, f: Fixture, game: WorldGame): WorldGame {
  const { fixture, orders } = f.race!
  return { ...game, format: { bestOf: 1 }, race: { game: plainGame(fixture, plainModel(seed, fixture), false), orders } }
}

/** The race as these two see it: its laps, its chances, its stops; over when one of them drops out, at the latest with the race. */
export function pairTimeline(game: WorldGame, race: Timeline): Timeline {
  const { orders } = game.race!
  const rec = new Recorder(game.ref)
  const end = race.items.find((item) => decides(item, orders))!
  rec.incident(0, 0, 'period_start', { phase: 'race', open: 'race', runs: true, detail: { period: 'race' } })
  for (const item of race.items) {
    if (item.at >= end.at) break
    if (item.kind === 'stop') rec.stop(item.at, item.clockSec, item.reason ?? 'other')
    else if (item.kind === 'model') rec.model(item.at, { p: chanceOf({ extra: item.says ?? {} }, orders) })
    else if (item.type === 'lap') {
      const { lap, laps } = item.detail as { lap: number; laps: number }
      rec.incident(item.at, item.clockSec, 'lap', { runs: true, detail: { lap, laps } })
    }
  }
  const side = higher(end, orders)
  const score = forSide(side)
  rec.incident(end.at, end.clockSec, 'frame_end', { side, runs: false, detail: { period: 'race', score }, score, period: score })
  rec.incident(end.at + 1000, end.clockSec, 'match_end', { phase: 'ended', runs: false })
  return rec.finish(end.at + 1000)
}

function decides(item: Item, orders: Orders): boolean {
  return item.type === 'race_end' || (item.type === 'retired' && orders.includes(item.detail?.['order'] as number))
}

/** Who has dropped out is behind the other, wherever that one comes in. */
function higher(end: Item, [one, two]: Orders): Side {
  if (end.type === 'retired') return end.detail?.['order'] === one ? 'away' : 'home'
  const order = end.detail?.['order'] as readonly number[]
  return order.indexOf(one) < order.indexOf(two) ? 'home' : 'away'
}
