import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import other from '../../../../test/vectors/other_sports.json' with { type: 'json' }
import tennis from '../../../../test/vectors/tennis.json' with { type: 'json' }
import { afterPlay, normalStates, teamSpread, winProbabilityOf } from './basketball.ts'
import { bestOfProbability, fieldProbabilities } from './other.ts'
import { setWalk } from './rally-walk.ts'
import { setGrid } from './set-grid.ts'
import { aheadProbability, scoreProbability } from './goals/count-grid.ts'
import { gameProbability, SET_SIZE, setScores, setsProbability, setWin, tieBreakProbability } from './tennis.ts'
import { expectedShare } from '#modules/statistics/rules/rating.ts'
import { soldChance } from '../../../../test/support/sold-chance.ts'

interface Case {
  name: string
  input: any
  expected: any
  tolerance?: number
}
/** Published cases print four decimals, cut rather than rounded, and carry a tolerance of their own. */
let tolerance = 1e-6
const close = (actual: number, expected: number): void => {
  expect(Math.abs(actual - expected), `${actual} instead of ${expected}`).toBeLessThanOrEqual(tolerance)
}
const all = (actual: readonly number[], expected: readonly number[]): void => expected.forEach((x, n) => close(actual[n]!, x))

const model = (supremacy: number, total: number, extra: Record<string, number> = {}) => ({ supremacy, total, rho: 0, extra })
/** A match of tennis as it is sold. */
const matchWon = (pServe1: number, pServe2: number, setsToWin: number): number =>
  soldChance({ sportId: 4, bestOf: 2 * setsToWin - 1, model: model(0, 0, { pServe1, pServe2 }) }, 'full', 1)

it.each([4, 6])('sets of sport %i: of four three are won, as of five', (sportId) => {
  const won = (bestOf: number) => soldChance({ sportId, bestOf, model: model(0, 0, { pServe1: 0.45, pServe2: 0.4 }) }, 'full', 1)
  expect(won(4)).toBe(won(5))
})

describe('tennis vectors', () => {
  it.each((tennis.cases as unknown as Case[]).map((c) => [c.name, c] as const))(
    '%s',
    (_name, { input: i, expected: e, tolerance: own }) => {
      tolerance = own ?? 1e-6
      switch (i.op) {
        case 'game':
          close(gameProbability(i.p), e.win)
          break
        case 'tiebreak':
          close(tieBreakProbability(i.pa, i.pb), e.win)
          break
        case 'set':
          close(setWin(setScores(i.pa, i.pb)), e.win)
          break
        case 'match':
          close(matchWon(i.pa, i.pb, i.setsToWin), e.win)
          break
        case 'hold':
          all([gameProbability(i.pa), gameProbability(i.pb)], [e.a, e.b])
          break
        case 'setScore': {
          const p = setWin(setScores(i.pa, i.pb))
          const grid = setGrid(p, () => p, [0, 0], i.setsToWin)
          for (const [score, x] of Object.entries<number>(e)) close(scoreProbability(grid, Number(score[0]), Number(score[2])), x)
          break
        }
        case 'gamesDistribution': {
          const scores = setScores(i.pa, i.pb)
          let games = 0
          let over = 0
          scores.forEach((p, n) => {
            const sum = Math.floor(n / SET_SIZE) + (n % SET_SIZE)
            games += p * sum
            if (sum > 9.5) over += p
          })
          for (const [score, x] of Object.entries<number>(e.scores)) close(scores[Number(score[0]) * SET_SIZE + Number(score[2])]!, x)
          all([games, over], [e.expectedGames, e['over9.5']])
          break
        }
        case 'gameFrom':
          close(gameProbability(i.p, i.points), e.win)
          break
        case 'setFrom':
          close(setWin(setScores(i.pa, i.pb, i.games, i.aServes)), e.win)
          break
        case 'matchFrom':
          close(
            setsProbability(setWin(setScores(i.pa, i.pb, i.games, i.aServes)), setWin(setScores(i.pa, i.pb)), i.sets, i.setsToWin),
            e.win,
          )
          break
        default:
          throw new Error(`vector op ${i.op} is not checked`)
      }
    },
  )

  it('equal players are even everywhere, the first server does not matter, set scores sum to 1 (rules 13: 17)', () => {
    tolerance = 1e-9
    for (const n of [2, 3]) close(matchWon(0.5, 0.5, n), 0.5)
    close(tieBreakProbability(0.5, 0.5), 0.5)
    const serve = fc.double({ min: 0.3, max: 0.9, noNaN: true })
    fc.assert(
      fc.property(serve, serve, (pa, pb) => {
        expect(setWin(setScores(pa, pb, [0, 0], true))).toBeCloseTo(setWin(setScores(pa, pb, [0, 0], false)), 10)
        expect(setScores(pa, pb).reduce((a, b) => a + b, 0)).toBeCloseTo(1, 10)
        expect(setWin(setScores(pa, pb)) + setWin(setScores(pb, pa))).toBeCloseTo(1, 10)
      }),
    )
  })
})

describe('vectors of other sports', () => {
  it.each((other.cases as unknown as Case[]).map((c) => [c.name, c] as const))('%s', (_name, { input: i, expected: e, tolerance: own }) => {
    tolerance = own ?? 1e-6
    const margin = { mean: i.mean, sd: i.sd }
    const total = { mean: i.totalMean, sd: i.totalSd }
    switch (i.op) {
      case 'bbMoneyLine':
        close(winProbabilityOf(margin), e.home)
        close(soldChance({ sportId: 3, model: model(i.mean, i.totalMean) }, 'full', 401), e.home)
        break
      case 'bbHandicap':
        close(normalStates(margin, -i.line)[0], e.win)
        break
      case 'bbHandicapInteger': {
        const states = normalStates(margin, -i.line)
        all([states[0], states[2], states[4]], e.winPushLose)
        break
      }
      case 'bbTotal':
        close(normalStates(total, i.line)[0], e.over)
        break
      case 'bbTeamMean':
        all([teamSpread(margin, total, 1).mean, teamSpread(margin, total, 2).mean], [e.home, e.away])
        break
      case 'bbInplay':
        close(winProbabilityOf(afterPlay(margin, i.lead, i.remaining)), e.home)
        break
      case 'hockey': {
        const sold = (t: number, p = 0) => soldChance({ sportId: 2, model: model(i.lambda - i.mu, i.lambda + i.mu) }, 'full', t, p)
        all([sold(1), sold(2), sold(3)], e['1x2'])
        all([sold(401), sold(9, 5.5), sold(7, -1.5)], [e.moneyLineInclOvertime, e['over5.5'], e['homeMinus1.5']])
        break
      }
      case 'bestOf':
        close(bestOfProbability(i.p, i.wins), e.win)
        break
      case 'rallySet':
        close(aheadProbability(setWalk({ chances: { own: i.p, other: i.p }, to: i.to, lead: 2, points: [0, 0], server: 0 })), e.win)
        break
      case 'volleyMatch':
        close(soldChance({ sportId: 6, bestOf: 5, model: model(2 * i.p - 1, 0) }, 'full', 1), e.win)
        break
      case 'elo':
        close(expectedShare(i.difference, 0), e.p)
        break
      default:
        throw new Error(`vector op ${i.op} is not checked`)
    }
  })
})

describe('fields', () => {
  it('places share out 1, 2 and 3', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: -2, max: 2, noNaN: true }), { minLength: 4, maxLength: 12 }), (strengths) => {
        const f = fieldProbabilities(strengths)
        const sum = (x: number[]) => x.reduce((a, b) => a + b, 0)
        expect(sum(f.first)).toBeCloseTo(1, 9)
        expect(sum(f.top2)).toBeCloseTo(2, 9)
        expect(sum(f.top3)).toBeCloseTo(3, 9)
      }),
    )
  })
})
