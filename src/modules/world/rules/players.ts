/** Made-up players of the best leagues, and who of them scores and is booked: shares that a bet can be made on. */
import type { Names, Ref } from '#modules/feeds/rules/fact.ts'
import type { WorldChampionship, WorldCompetitor } from './catalogue.ts'
import { madeUp, POOLS } from './lanes.ts'
import { hash32, type Random } from '#lib/random.ts'
import type { Side, WorldModel } from './types.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

export interface Player {
  ref: Ref
  names: Names
  position: 'd' | 'm' | 'f' | 'g' | 'bat' | 'keep' | 'all' | 'bowl'
}

/** Refs of a side's players and their shares of what the side does. */
export interface Squad {
  players: readonly Ref[]
  /** Of goals (own goals aside), of points, or of runs. */
  scoring: readonly number[]
  /** Of yellow cards, of threes, or of overs bowled. */
  other: readonly number[]
}

const FOOTBALL = 1
const CRICKET = 66
/** Usual eleven and those who often come on: forwards first. */
const POSITIONS = ['f', 'f', 'm', 'm', 'f', 'm', 'm', 'd', 'm', 'd', 'd', 'd', 'f', 'm'] as const
const GOAL_WEIGHTS = [24, 16, 12, 9, 8, 7, 5, 4.5, 4, 3.5, 2.5, 2, 1.5, 1]
const CARD_WEIGHTS = [5, 5, 7, 9, 5, 11, 10, 10, 8, 10, 9, 7, 2, 2]
const GUARDS = ['g', 'g', 'f', 'f', 'm', 'g', 'f', 'm', 'g', 'f'] as const
const POINT_WEIGHTS = [23, 17, 14, 12, 10, 7, 6, 5, 4, 2]
const THREE_WEIGHTS = [24, 20, 14, 10, 3, 11, 8, 3, 5, 2]
/** Batting order of a cricket side, and who of it bowls: six share the overs, so that four each always suffice. */
const ORDER = ['bat', 'bat', 'bat', 'bat', 'keep', 'all', 'all', 'bowl', 'bowl', 'bowl', 'bowl'] as const
const RUN_WEIGHTS = [20, 18, 17, 13, 10, 8, 6, 3, 2, 2, 1]
const OVER_WEIGHTS = [0, 0, 0, 0, 0, 8, 9, 12, 13, 12, 11]
/** Average threes of a basketball side by its points: shares of the baskets drawn in scoring.ts. */
const THREES_A_POINT = 22 / (2 * 50 + 3 * 22 + 28)
/** Shares are told this long before the start: squads are not known earlier. */
const KNOWN_AHEAD_MS = 72 * 3_600_000

const POOL_OF: Readonly<Record<string, string>> = {
  ES: 'latin',
  IT: 'latin',
  PT: 'latin',
  BR: 'latin',
  FR: 'drivers',
  DE: 'nordic',
  NL: 'nordic',
  RU: 'slavic',
  TR: 'arab',
  '150': 'slavic',
  IN: 'indian',
  PK: 'arab',
  LK: 'indian',
  BD: 'indian',
  NP: 'indian',
  AF: 'arab',
  AE: 'arab',
}

export function hasPlayers(c: WorldChampionship): boolean {
  return c.rich === true || c.sportId === CRICKET
}

/** Players of a side, the most dangerous first. The same for every season: nobody moves in this world. */
export function playersOf(c: WorldChampionship, side: WorldCompetitor): Player[] {
  const pool = POOLS[POOL_OF[side.country] ?? 'english']!
  const used = new Set<string>()
  return positionsOf(c).map((position, n) => {
    let made = madeUp(side.ref, pool, n)
    for (let again = 1; used.has(made.names.en!) && again < 20; again++) made = madeUp(`${side.ref}${again}`, pool, n)
    used.add(made.names.en!)
    return { ref: playerRef(side, n), names: made.names, position }
  })
}

function positionsOf({ sportId }: WorldChampionship): readonly Player['position'][] {
  if (sportId === CRICKET) return ORDER
  return sportId === FOOTBALL ? POSITIONS : GUARDS
}

function weightsOf({ sportId }: WorldChampionship): readonly [scoring: readonly number[], other: readonly number[]] {
  if (sportId === CRICKET) return [RUN_WEIGHTS, OVER_WEIGHTS]
  return sportId === FOOTBALL ? [GOAL_WEIGHTS, CARD_WEIGHTS] : [POINT_WEIGHTS, THREE_WEIGHTS]
}

function playerRef(side: WorldCompetitor, n: number): Ref {
  return `p:${side.ref}:${n}`
}

/** The weights with a side's own character: some rest on one scorer, others share. */
function shares(weights: readonly number[], side: WorldCompetitor, what: string): number[] {
  const own = 0.85 + (hash32(`${side.ref}|${what}`) % 1000) / 2500
  const bent = weights.map((weight) => weight ** own)
  const sum = bent.reduce((total, weight) => total + weight, 0)
  return bent.map((weight) => Math.round((weight / sum) * 1e4) / 1e4)
}

const squads = new Map<Ref, Squad>()

export function squadOf(c: WorldChampionship, side: WorldCompetitor): Squad {
  const known = squads.get(side.ref)
  if (known) return known
  const [first, second] = weightsOf(c)
  const scoring = shares(first, side, 'scoring')
  const squad: Squad = {
    players: scoring.map((_, n) => playerRef(side, n)),
    scoring,
    other: shares(second, side, 'other'),
  }
  squads.set(side.ref, squad)
  return squad
}

/** Who of a side it was. */
export function pickPlayer(
  sides: readonly [Squad, Squad] | undefined,
  side: Side,
  what: 'scoring' | 'other',
  random: Random,
): Ref | undefined {
  const squad = sides?.[side === 'home' ? 0 : 1]
  return squad?.players[random.pick(squad[what])]
}

export interface Scorer {
  how: 'normal' | 'penalty' | 'own_goal'
  /** Nobody of the side scores an own goal, and nobody is known without a squad. */
  player: Ref | undefined
}

/** How a side's next goal falls and who scores it. */
export function drawScorer(random: Random, squad: Squad | undefined): Scorer {
  const { penaltyGoalShare, ownGoalShare } = rates.football
  const drawn = random.uniform()
  const how = drawn < penaltyGoalShare ? 'penalty' : drawn < penaltyGoalShare + ownGoalShare ? 'own_goal' : 'normal'
  const player = squad?.players[random.pick(squad.scoring)]
  return { how, player: how === 'own_goal' ? undefined : player }
}

/** The model with its players' figures, once they are known. */
export function withPlayers(model: WorldModel, sides: readonly [Squad, Squad] | undefined, sportId: number, aheadMs: number): WorldModel {
  // Nothing is bet on single cricketers.
  if (!sides || sportId === CRICKET || aheadMs > KNOWN_AHEAD_MS) return model
  const extra = { ...model.extra }
  sides.forEach((squad, i) => {
    const mean = (model.total + (i === 0 ? model.supremacy : -model.supremacy)) / 2
    squad.players.forEach((ref, n) => {
      const [scoring, other] = [squad.scoring[n]!, squad.other[n]!]
      if (sportId === FOOTBALL) {
        extra[`goal${i + 1}@${ref}`] = round4(scoring * (1 - rates.football.ownGoalShare))
        extra[`card${i + 1}@${ref}`] = other
      } else {
        extra[`pts${i + 1}@${ref}`] = round4(mean * (THREES_A_POINT * 3 * other + (1 - THREES_A_POINT * 3) * scoring))
        extra[`thr${i + 1}@${ref}`] = round4(other * mean * THREES_A_POINT)
      }
    })
  })
  return { ...model, extra }
}

const round4 = (x: number) => Math.round(x * 1e4) / 1e4
