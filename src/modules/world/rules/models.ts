/** The model of a game from its competitors (feeds §5.1, §10), and how an opening opinion is off from it. */
import type { WorldChampionship, WorldCompetitor } from './catalogue.ts'
import { lotNormal } from '#lib/random.ts'
import type { Variant, WorldModel } from './types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

const R = rates as unknown as Record<string, Record<string, number>>
const round4 = (x: number) => Math.round(x * 1e4) / 1e4

/** Season drift and form: s' = 0.85 s + N(0, 0.08), then a slow walk of 0.03 a match, taken in steps of four rounds. */
function drift(seed: string, competitor: WorldCompetitor, season: number, round: number, what: string, value: number): number {
  const year = lotNormal(`${seed}|season|${competitor.ref}|${season}|${what}`) * rates.football.seasonSd * 0.6
  const form = lotNormal(`${seed}|form|${competitor.ref}|${season}|${Math.floor(round / 4)}|${what}`) * rates.football.formSd * 1.4
  return rates.football.seasonKeep * value + year + form
}

function football(
  seed: string,
  c: WorldChampionship,
  home: WorldCompetitor,
  away: WorldCompetitor,
  season: number,
  round: number,
): WorldModel {
  const strength = (side: WorldCompetitor, what: 'attack' | 'defence') => drift(seed, side, season, round, what, side[what])
  const lambda = Math.exp(c.fitted!.c + c.fitted!.h + strength(home, 'attack') - strength(away, 'defence'))
  const mu = Math.exp(c.fitted!.c + strength(away, 'attack') - strength(home, 'defence'))
  const total = round4(lambda + mu)
  return {
    supremacy: round4(lambda - mu),
    total,
    rho: F.rho,
    extra: { cornersShare: shareOf(F.corners), cardsShare: shareOf(F.yellows), ...(c.rich ? statisticsOf(lambda, mu) : {}) },
  }
}

/** How much of the ball the home side has on average. */
export function possessionShare(supremacy: number): number {
  return Math.min(0.72, Math.max(0.28, 0.505 + 0.09 * supremacy))
}

const shareOf = (pair: readonly number[]) => round4(pair[0]! / sum(pair))
const sum = (pair: readonly number[]) => pair[0]! + pair[1]!
const F = rates.football

/** Means of what is counted besides goals (feeds §10.3), for championships whose statistics are bet on. */
function statisticsOf(lambda: number, mu: number): Record<string, number> {
  const total = lambda + mu
  const shots = (saved: number, goals: number) => saved + (1 - F.ownGoalShare) * goals
  const play = round4(possessionShare(lambda - mu))
  return {
    corners: round4(sum(F.corners)),
    cards: round4(sum(F.yellows)),
    shotsOn: round4(shots(sum(F.savedShots), total)),
    shotsOnShare: round4(shots(F.savedShots[0]!, lambda) / shots(sum(F.savedShots), total)),
    foulsShare: play,
    offsidesShare: play,
    fouls: F.picture.fouls,
    offsides: F.picture.offsides,
    pPenalty: round4(1 - Math.exp(-(F.missedPenalties + F.penaltyGoalShare * total))),
  }
}

function rateKey(c: WorldChampionship): string {
  if (c.key === 'nba') return 'nba'
  if (c.variant === 'tennis' && c.names.en!.endsWith('(W)')) return 'tennis-women'
  return c.variant
}

/** Share of aces among the points that the server wins. */
export const ACES = 0.12

function rally(c: WorldChampionship, diff: number): WorldModel {
  const own = R[rateKey(c)]!
  const half = (diff * own['strengthSd']!) / 2
  const extra: Record<string, number> = {
    pServe1: round4(own['serve']! + half),
    pServe2: round4(own['serve']! - half),
    bestOf: c.lane?.bestOf ?? 5,
  }
  if (c.variant === 'tennis') extra['aces'] = ACES
  const total =
    c.variant === 'tennis' ? 22.6 : c.variant === 'volleyball' ? 45.5 : c.variant === 'table-tennis' || c.variant === 'squash' ? 18.6 : 37.5
  return { supremacy: round4(extra['pServe1']! - extra['pServe2']!), total, rho: 0, extra }
}

const FIRST_BLOOD = 0.6
/** Frames whose number is a total of its own; elsewhere none is told. */
const WHOLE_FRAMES: ReadonlySet<Variant> = new Set(['darts', 'snooker', 'chess'])

const logistic = (x: number) => 1 / (1 + Math.exp(-x))

/** Model of a game of two sides; `extra.periodMin` where periods are shorter or longer than the sport's usual ones. */
export function modelOf(
  seed: string,
  c: WorldChampionship,
  home: WorldCompetitor,
  away: WorldCompetitor,
  season: number,
  round: number,
): WorldModel {
  const model = sideModel(seed, c, home, away, season, round)
  const periodMin = periodMinutes(c)
  return periodMin ? { ...model, extra: { ...model.extra, periodMin } } : model
}

/** The championship's own rate of overtimes; nothing where it has that of its variant. */
export function overtimeRate(c: WorldChampionship): number | undefined {
  return rateKey(c) === c.variant ? undefined : R[rateKey(c)]?.['overtime']
}

/** Minutes of a period where the championship has its own; 0 otherwise. */
export function periodMinutes(c: WorldChampionship): number {
  return c.lane?.periodMin || (c.key === 'nba' || c.key === 'cba' ? 12 : 0)
}

function sideModel(
  seed: string,
  c: WorldChampionship,
  home: WorldCompetitor,
  away: WorldCompetitor,
  season: number,
  round: number,
): WorldModel {
  if (c.variant === 'football') return football(seed, c, home, away, season, round)
  const own = R[rateKey(c)] ?? {}
  const form = lotNormal(`${seed}|form|${home.ref}|${away.ref}|${season}|${round}`) * 0.15
  const diff = home.attack - away.attack + form
  switch (c.engine) {
    case 'goals':
      return {
        supremacy: round4(Math.max(-2, Math.min(2, diff * 0.45))),
        total: round4(c.lane?.total || (c.key === 'cf3' ? 4.6 : 3.9)),
        rho: rates.football.rho,
        extra: {},
      }
    case 'periods': {
      const extra: Record<string, number> = { otWin: own['overtimeWins'] ?? 0 }
      if (c.variant === 'ice-hockey') extra['penalties'] = own['penalties']!
      if (own['suspensions']) extra['suspensions'] = own['suspensions']
      return {
        supremacy: round4(bounded(own['homeEdge']! + diff * own['strengthSd']!, own['total']! * 0.7)),
        total: own['total']!,
        rho: 0,
        extra,
      }
    }
    case 'points': {
      const total = round4(own['total']! * (1 + 0.03 * lotNormal(`${seed}|pace|${home.ref}|${away.ref}`)))
      return {
        supremacy: round4(own['homeEdge']! + diff * own['strengthSd']!),
        total,
        rho: 0,
        extra: { sdMargin: own['sdMargin']!, sdTotal: own['sdTotal']! },
      }
    }
    case 'rally':
      return rally(c, diff)
    case 'balls':
      if (c.variant === 'cricket')
        return {
          supremacy: round4(diff * own['strengthSd']!),
          total: own['sideMean']! * 2,
          rho: 0,
          extra: { sdSide: own['sideSd']!, toss: 1, wicketWays: 1 },
        }
      return { supremacy: round4(own['homeEdge']! + diff * own['strengthSd']!), total: own['total']!, rho: 0, extra: { nbR: own['nbR']! } }
    case 'frames':
      return frames(c, own, diff)
    case 'bout':
      return bout(c, own, diff)
    case 'field':
      return { supremacy: 0, total: 2, rho: 0, extra: {} }
  }
}

type Own = Partial<Record<string, number>>

function frames(c: WorldChampionship, own: Own, diff: number): WorldModel {
  const pDraw = c.variant === 'chess' ? own['draw']! : 0
  const p = round4(logistic(diff * own['strengthSd']! * 4))
  const total = WHOLE_FRAMES.has(c.variant) ? (c.lane?.bestOf ?? 1) : 0
  const extra: Record<string, number> = { p, bestOf: c.lane?.bestOf ?? 1, pDraw }
  if (own['century']) extra['pCentury'] = own['century']
  if (own['maximums']) extra['s180'] = own['maximums']
  // The winner of a map draws first blood with the share that he has of all kills.
  if (c.variant === 'moba') extra['pFirst'] = round4(p * FIRST_BLOOD + (1 - p) * (1 - FIRST_BLOOD))
  return { supremacy: round4(2 * p - 1), total, rho: 0, extra }
}

function bout(c: WorldChampionship, own: Own, diff: number): WorldModel {
  const pDraw = own['draw']!
  const p1 = round4(logistic(diff * own['strengthSd']! * 5) * (1 - pDraw))
  const rounds = c.variant === 'boxing' ? 12 : 3
  const pKo = c.variant === 'boxing' ? 1 : rates.mma.knockout
  const extra = { p1, p2: round4(1 - pDraw - p1), pDraw, rounds, pDecision: own['decision']!, pKo }
  return { supremacy: round4(2 * p1 - 1 + pDraw), total: rounds * 0.75, rho: 0, extra }
}

function bounded(x: number, limit: number): number {
  return Math.max(-limit, Math.min(limit, x))
}

/** Plackett-Luce weights of a field, by order number. */
export function fieldModel(seed: string, ref: string, c: WorldChampionship, runners: readonly WorldCompetitor[]): WorldModel {
  const { variant } = c
  if (variant === 'draw') {
    const even = Object.fromEntries(runners.map((_, i) => [`w${i + 1}`, 1]))
    return { supremacy: 0, total: runners.length, rho: 0, extra: { ...even, winners: c.lane?.winners ?? 1 } }
  }
  const sd = R[variant]?.['strengthSd'] ?? 0.4
  const extra = Object.fromEntries(
    runners.map((runner, i) => [`w${i + 1}`, round4(Math.exp(sd * runner.attack + 0.15 * lotNormal(`${seed}|day|${ref}|${i}`)))]),
  )
  if (variant === 'formula1') {
    // Who is quick in a race is quick in a lap, but a lap leaves more to chance.
    runners.forEach((_, i) => (extra[`f${i + 1}`] = round4(Math.sqrt(extra[`w${i + 1}`]!))))
    extra['pSafetyCar'] = rates.formula1.safetyCar
  }
  return { supremacy: 0, total: runners.length, rho: 0, extra }
}

/** The model as it is believed while the home side's logit is off by `error`. */
export function believed(model: WorldModel, variant: Variant, error: number): WorldModel {
  if (error === 0 || variant === 'draw') return model
  const extra = { ...model.extra }
  const by = (key: string, amount: number) => (extra[key] = round4(Math.max(0.02, Math.min(0.98, extra[key]! + amount))))
  if (extra['pServe1'] !== undefined) {
    by('pServe1', error / 40)
    by('pServe2', -error / 40)
    return { ...model, extra, supremacy: round4(extra['pServe1']! - extra['pServe2']!) }
  }
  if (extra['p'] !== undefined) {
    by('p', error * 0.12)
    return { ...model, extra, supremacy: round4(2 * extra['p']! - 1) }
  }
  if (extra['p1'] !== undefined) {
    by('p1', error * 0.22)
    extra['p2'] = round4(1 - extra['pDraw']! - extra['p1']!)
    return { ...model, extra, supremacy: round4(extra['p1']! - extra['p2']) }
  }
  if (extra['w1'] !== undefined) return { ...model, extra: { ...extra, w1: round4(extra['w1']! * Math.exp(error)) } }
  const sd = extra['sdMargin'] ?? (extra['sdSide'] !== undefined ? extra['sdSide'] * Math.SQRT2 : Math.sqrt(model.total))
  const limit = variant === 'football' || model.total < 12 ? model.total * 0.92 : Infinity
  return { ...model, supremacy: round4(bounded(model.supremacy + error * 0.63 * sd, limit)) }
}
