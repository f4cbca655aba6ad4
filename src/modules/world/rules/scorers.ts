/** Goals of players over a season: the same draws as the matches' own timelines make. */
import rates from '#seed/world-rates.json' with { type: 'json' }
import type { WorldChampionship, WorldCompetitor } from './catalogue.ts'
import { drawScorer, playersOf, squadOf } from './players.ts'
import { lot, Random } from '#lib/random.ts'
import { type Ending, endingOf, orderChances } from './order-chances.ts'
import { type Draws, MATCH_MS, matchesOf } from './seasons.ts'

/** The most dangerous players of each side are listed. */
const LISTED = 2
/** So many standard deviations above what can be expected nobody scores. */
const FAR_SDS = 6
const SIDES = ['home', 'away'] as const

/** Players listed for the most goals of a season, as sides of an outright. */
export function scorerSides(c: WorldChampionship): WorldCompetitor[] {
  return c.competitors.flatMap((side) =>
    playersOf(c, side)
      .slice(0, LISTED)
      .map(({ ref, names }) => ({ ref, type: 'player' as const, country: c.country, names, attack: 0, defence: 0 })),
  )
}

/** Goals by a moment and those still to be expected, by the order of `scorerSides`. */
function tally(draws: Draws, c: WorldChampionship, year: number, now: number): { scored: number[]; expected: number[] } {
  const squads = c.competitors.map((side) => squadOf(c, side))
  const scored = squads.flatMap(() => Array.from({ length: LISTED }, () => 0))
  const expected = [...scored]
  for (const match of matchesOf(draws, c, year)) {
    SIDES.forEach((side, i) => {
      const team = i === 0 ? match.home : match.away
      const squad = squads[team]!
      if (match.at + MATCH_MS > now) {
        const goals = match.means[i]! * (1 - rates.football.ownGoalShare)
        for (let n = 0; n < LISTED; n++) expected[team * LISTED + n]! += goals * squad.scoring[n]!
        return
      }
      const random = new Random(`${draws.seed}|${match.ref}|scorers-${side}`)
      for (let k = 0; k < match.score[i]!; k++) {
        const { player } = drawScorer(random, squad)
        const n = player === undefined ? -1 : squad.players.indexOf(player)
        if (n >= 0 && n < LISTED) scored[team * LISTED + n]!++
      }
    })
  }
  return { scored, expected }
}

/** A player may end with what he has and a Poisson number of goals more; level ones by lot. */
function endOf(scored: number, expected: number): Ending {
  const chances = new Float64Array(1 + Math.ceil(expected + FAR_SDS * Math.sqrt(expected)))
  chances[0] = Math.exp(-expected)
  for (let n = 1; n < chances.length; n++) chances[n] = (chances[n - 1]! * expected) / n
  return endingOf(scored, chances)
}

/** Row k − 1: chance of each of `scorerSides` to be among the first k. */
export function scorerChances(draws: Draws, c: WorldChampionship, year: number, now: number, most: number): number[][] {
  const { scored, expected } = tally(draws, c, year, now)
  const ways = [{ chance: 1, endings: scored.map((goals, i) => endOf(goals, expected[i]!)) }]
  return orderChances(scored.length, most, () => ways)
}

/** Numbers of `scorerSides` by their goals of the whole season; level ones by lot. */
export function scorerOrder(draws: Draws, c: WorldChampionship, year: number): number[] {
  const { scored } = tally(draws, c, year, Infinity)
  const tie = (i: number) => lot(`${draws.seed}|${c.key}|${year}|scorer|${i}`)
  return scored.map((_, i) => i).toSorted((a, b) => scored[b]! - scored[a]! || tie(a) - tie(b))
}
