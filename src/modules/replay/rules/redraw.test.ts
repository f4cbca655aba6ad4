import { expect, it } from 'vitest'
import { type Model, sportModel } from './prior.ts'
import { SPORT_IDS } from './recording.ts'
import { drawnLengthMs, drawnSteps, type GameToDraw, usualLengthMs } from './redraw.ts'

const FOOTBALL: Model = { supremacy: 0.6, total: 2.7, rho: -0.05 }
const BEST_OF: Readonly<Record<string, number>> = { badminton: 3, volleyball: 5 }

function gameOf(sport: string, ref: string, seed = '1'): GameToDraw {
  const bestOf = BEST_OF[sport]
  const model = sport === 'football' ? FOOTBALL : sportModel(sport, 'A', 'B', bestOf ?? 3)
  return { seed, ref, sport, model, ...(bestOf ? { format: { bestOf } } : {}) }
}

it.each(Object.keys(SPORT_IDS))('%s is drawn whole, always alike, and otherwise each time it is shown', (sport) => {
  const ends = new Set<string>()
  let longMs = 0
  for (let n = 0; n < 40; n += 1) {
    const game = gameOf(sport, `k:same:${n}`)
    const steps = drawnSteps(game)
    const last = steps.at(-1)!
    expect(last.state.phase).toBe('ended')
    expect(last.atMs).toBe(drawnLengthMs(game))
    expect(steps.every((step, k) => k === 0 || step.atMs >= steps[k - 1]!.atMs)).toBe(true)
    expect(drawnSteps(game)).toEqual(steps)
    longMs += last.atMs / 40
    ends.add(JSON.stringify(last.state.periods))
  }
  expect(ends.size).toBeGreaterThan(20)
  // The carousel waits for as long as a game usually takes.
  expect(Math.abs(longMs / usualLengthMs(sport) - 1)).toBeLessThan(0.2)
  expect(drawnSteps(gameOf(sport, 'k:same:0', '2')).at(-1)!.state.periods).not.toEqual(
    drawnSteps(gameOf(sport, 'k:same:0')).at(-1)!.state.periods,
  )
})

it('ends as often in each way as the model says that the prices are made of', () => {
  const games = 1500
  let margin = 0
  let goals = 0
  for (let n = 0; n < games; n += 1) {
    const [home, away] = drawnSteps(gameOf('football', `r:${n}`)).at(-1)!.state.score
    margin += (home - away) / games
    goals += (home + away) / games
  }
  const error = Math.sqrt(FOOTBALL.total / games)
  expect(Math.abs(margin - FOOTBALL.supremacy)).toBeLessThan(3 * error)
  expect(Math.abs(goals - FOOTBALL.total)).toBeLessThan(3 * error)
})
