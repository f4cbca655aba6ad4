/** (supremacy, total) of a match: from the shipped table where both teams are known, else the sport's mean. */
import { lotNormal } from '#lib/random.ts'

/** Log of the mean goals of a side, and the advantage of the home one, where no table tells them. */
const USUAL_GOALS = 0.16
const USUAL_ADVANTAGE = 0.21

export interface Strengths {
  /** By tournament key: log mean goals and home advantage, and attack and defence by team. */
  get(tournament: string): { c: number; h: number; teams: ReadonlyMap<string, readonly [attack: number, defence: number]> } | undefined
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

/** Fitted strengths use rho −0.05 (feeds 10.1). */
export function footballModel(strengths: Strengths, tournament: string, home: string, away: string): Model {
  const league = strengths.get(tournament)
  const h = league?.teams.get(home)
  const a = league?.teams.get(away)
  const c = league?.c ?? USUAL_GOALS
  const advantage = league?.h ?? USUAL_ADVANTAGE
  const [ha, hd] = h ?? drawnStrength(home)
  const [aa, ad] = a ?? drawnStrength(away)
  const forHome = Math.exp(c + advantage + ha - ad)
  const forAway = Math.exp(c + aa - hd)
  return { supremacy: round3(forHome - forAway), total: round3(forHome + forAway), rho: -0.05 }
}

/** A team that the table lacks has the league's usual spread, fixed by its name. */
function drawnStrength(name: string): [attack: number, defence: number] {
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
