/** (supremacy, total) of a match: from the shipped table where the teams are known, in cups by their countries' leagues, else the sport's mean. */
import { lotNormal } from '#lib/random.ts'

/** Log of the mean goals of a side, and the advantage of the home one, where no table tells them. */
const USUAL_GOALS = 0.16
const USUAL_ADVANTAGE = 0.21

type Strength = readonly [attack: number, defence: number]

/** Where a club stands among all leagues. */
export interface Standing {
  /** Of its league, or of its country's clubs that stand in no table: log of goals. */
  level: number
  /** In its league; null where no table has it. */
  own: Strength | null
}

export interface Strengths {
  /** By tournament key: log mean goals and home advantage, and attack and defence by team. */
  get(tournament: string): { c: number; h: number; teams: ReadonlyMap<string, Strength> } | undefined
  /** A club in the leagues of its own country; undefined when nothing is known of them. */
  standing?(country: string, name: string): Standing | undefined
}

export interface Club {
  name: string
  country: string
}

export interface Model {
  supremacy: number
  total: number
  rho: number
  extra?: Record<string, number>
}

/** Tournaments of national teams: everybody plays away. */
export const NEUTRAL_GROUND: Strengths = { get: () => ({ c: USUAL_GOALS, h: 0, teams: new Map() }) }

const round3 = (x: number): number => Math.round(x * 1000) / 1000

/** How far levels may lie apart in a price: a cup sets the best of a country against its amateurs. */
const MOST_APART = 1

/** Fitted strengths use rho −0.05 (feeds 10.1). */
export function footballModel(strengths: Strengths, tournament: string, home: Club, away: Club): Model {
  const league = strengths.get(tournament)
  const c = league?.c ?? USUAL_GOALS
  const advantage = league?.h ?? USUAL_ADVANTAGE
  const sides = [home, away].map(({ name, country }) => {
    const inLeague = league?.teams.get(name)
    // A cup has no table of its own: its clubs stand in those of their countries.
    const standing = league ? undefined : strengths.standing?.(country, name)
    return { level: standing?.level ?? 0, own: inLeague ?? standing?.own ?? drawnStrength(name) }
  })
  const [h, a] = sides as [(typeof sides)[number], (typeof sides)[number]]
  const apart = Math.max(-MOST_APART, Math.min(MOST_APART, h.level - a.level))
  const forHome = Math.exp(c + advantage + h.own[0] - a.own[1] + apart)
  const forAway = Math.exp(c + a.own[0] - h.own[1] - apart)
  return { supremacy: round3(forHome - forAway), total: round3(forHome + forAway), rho: -0.05 }
}

/** A team that the tables lack has the league's usual spread, fixed by its name. */
function drawnStrength(name: string): Strength {
  return [0.12 * lotNormal(`attack:${name}`), 0.12 * lotNormal(`defence:${name}`)]
}

/** Means of feeds 10.4 and 10.5; what the extra numbers mean stands in world/rules/README.md. */
export function sportModel(sport: string, home: string, away: string, bestOf: number): Model {
  const edge = lotNormal(`strength:${home}`) - lotNormal(`strength:${away}`)
  switch (sport) {
    case 'ice_hockey':
      return { supremacy: round3(0.23 + 0.44 * edge), total: 6.17, rho: 0, extra: { otWin: 0.64 } }
    case 'basketball':
      return { supremacy: round3(2.5 + 4.5 * edge), total: 220.6, rho: 0, extra: { sdMargin: 13.3, sdTotal: 19.4, periodMin: 12 } }
    case 'baseball':
      return { supremacy: round3(0.1 + 0.83 * edge), total: 9.66, rho: 0, extra: { nbR: 0.4 } }
    case 'cricket':
      return { supremacy: round3(8 * edge), total: 320, rho: 0, extra: { sdSide: 34 } }
    case 'badminton':
      return rally(0.5, 0.02 * edge, 36, bestOf)
    case 'volleyball':
      return rally(0.43, 0.02 * edge, 45, bestOf)
    default:
      return { supremacy: 0, total: 2.6, rho: 0 }
  }
}

function rally(serve: number, edge: number, total: number, bestOf: number): Model {
  const pServe1 = round3(Math.min(0.75, Math.max(0.25, serve + edge)))
  const pServe2 = round3(Math.min(0.75, Math.max(0.25, serve - edge)))
  return { supremacy: round3(pServe1 - pServe2), total, rho: 0, extra: { pServe1, pServe2, bestOf } }
}
