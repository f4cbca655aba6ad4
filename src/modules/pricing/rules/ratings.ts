/**
 * A price from results alone: every side has an attack and a defence in its league, moved after each match by what it scored
 * against what was expected. Shots on target say more than goals, so both are read. Pure; the caller feeds matches in order.
 */

export interface RatedMatch {
  league: string
  season: number
  home: string
  away: string
  goals: readonly [number, number]
  shotsOn: readonly [number, number] | null
}

export interface RatingSettings {
  /** How far a match moves a rating, in the first weeks of a season more. */
  step: number
  early: number
  /** Weight of shots on target in what a side "scored", and goals a shot on target is worth. */
  shots: number
  shotWorth: number
  /** What is kept of a rating over the summer; the rest goes to the league's mean. */
  keep: number
  /** Rating of a side that nobody has seen in the league. */
  newcomer: number
  /** How fast the level of the league and of playing at home follow the results. */
  level: number
  rho: number
}

/** Fitted on the seasons before the newest one of the pack (bench/pricing-quality.ts prints how they do there and after). */
export const RATING_SETTINGS: RatingSettings = {
  step: 0.03,
  early: 0.04,
  shots: 0.6,
  shotWorth: 0.31,
  keep: 0.9,
  newcomer: -0.1,
  level: 0.004,
  rho: -0.05,
}

interface Side {
  attack: number
  defence: number
  season: number
  played: number
}

interface League {
  goals: number
  edge: number
  sides: Map<string, Side>
}

export interface Ratings {
  /** Expected goals of both sides, from what was known before the match. */
  expect(match: Pick<RatedMatch, 'league' | 'season' | 'home' | 'away'>): { lambda: number; mu: number }
  learn(match: RatedMatch): void
}

const START = { goals: Math.log(1.28), edge: 0.22 }

export function createRatings(settings: RatingSettings = RATING_SETTINGS): Ratings {
  const leagues = new Map<string, League>()

  function leagueOf(name: string): League {
    let league = leagues.get(name)
    if (!league) leagues.set(name, (league = { ...START, sides: new Map() }))
    return league
  }

  /** A side as it enters the match; after a summer it stands nearer to the mean. */
  function sideOf(league: League, name: string, season: number): Side {
    const known = league.sides.get(name)
    if (known?.season === season) return known
    const gap = known ? season - known.season : 0
    const kept = known ? settings.keep ** gap : 0
    const fresh = league.sides.size >= 16 && (!known || gap > 1) ? settings.newcomer : 0
    const side = {
      attack: (known?.attack ?? 0) * kept + fresh * (1 - kept),
      defence: (known?.defence ?? 0) * kept + fresh * (1 - kept),
      season,
      played: 0,
    }
    league.sides.set(name, side)
    return side
  }

  function meansOf(league: League, home: Side, away: Side): [number, number] {
    return [
      Math.exp(league.goals + league.edge / 2 + home.attack - away.defence),
      Math.exp(league.goals - league.edge / 2 + away.attack - home.defence),
    ]
  }

  return {
    expect({ league: name, season, home, away }) {
      const league = leagueOf(name)
      const [lambda, mu] = meansOf(league, sideOf(league, home, season), sideOf(league, away, season))
      return { lambda, mu }
    },
    learn({ league: name, season, home, away, goals, shotsOn }) {
      const league = leagueOf(name)
      const one = sideOf(league, home, season)
      const two = sideOf(league, away, season)
      const [lambda, mu] = meansOf(league, one, two)
      const scored = goals.map((n, k) => (shotsOn ? (1 - settings.shots) * n + settings.shots * settings.shotWorth * shotsOn[k]! : n))
      const offHome = scored[0]! - lambda
      const offAway = scored[1]! - mu
      const stepOf = (side: Side) => settings.step + settings.early / (1 + side.played / 4)
      one.attack += stepOf(one) * offHome
      two.defence -= stepOf(two) * offHome
      two.attack += stepOf(two) * offAway
      one.defence -= stepOf(one) * offAway
      league.goals += (settings.level * (goals[0] - lambda + goals[1] - mu)) / 2
      league.edge += settings.level * (goals[0] - lambda - goals[1] + mu)
      one.played++
      two.played++
    },
  }
}

/** Ranked probability score of three ordered results: 0 is perfect. */
export function rankedScore(chances: readonly [number, number, number], goals: readonly [number, number]): number {
  const happened = [goals[0] > goals[1] ? 1 : 0, goals[0] === goals[1] ? 1 : 0]
  const first = chances[0] - happened[0]!
  const second = chances[0] + chances[1] - happened[0]! - happened[1]!
  return (first * first + second * second) / 2
}
