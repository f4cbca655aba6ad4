import { expect, it } from 'vitest'
import { dangersLeft } from '#modules/feeds/rules/danger.ts'
import { DAY } from '#lib/time.ts'
import { fixturesBetween } from '../rules/calendar.ts'
import { worldCatalogue } from '../rules/catalogue.ts'
import { fateOf } from '../rules/fate.ts'
import { GameRun } from './game-run.ts'
import { DEFAULT_SETTINGS } from './settings.ts'
import type { Told } from './run-queue.ts'

const SEED = '7'
const NOW = Date.UTC(2026, 10, 21, 12)
const SETTINGS = { ...DEFAULT_SETTINGS, worldMishaps: false }

/** A game of a sport, begun anew at each call. */
function gameOf(sportId: number): () => GameRun {
  const championship = worldCatalogue(SEED).find((c) => c.sportId === sportId && (sportId !== 1 || c.season))!
  const [fixture] = fixturesBetween(SEED, championship, NOW - 20 * DAY, NOW + 60 * DAY)
  return () => new GameRun(SEED, fixture!, fateOf(SEED, fixture!, SETTINGS), SETTINGS)
}

/** Each thing that a run says, one by one. */
function said(run: GameRun): Told[] {
  const all: Told[] = []
  while (run.nextAt < Infinity) {
    const at = run.nextAt
    for (const body of run.take()) all.push({ at, body })
  }
  return all
}

const stopIn = (told: readonly Told[]) => told.find(({ body }) => body.t === 'bet.stop')

it('whoever comes to a game during a danger is told that bets wait, after its state, until the danger is over', () => {
  const start = gameOf(1)
  const all = said(start())
  let dangers = 0
  for (const [i, { at, body }] of all.entries()) {
    if (body.t !== 'bet.stop') continue
    const { reason } = body
    const known = all.slice(0, i).flatMap((one) => (one.body.t === 'live' ? (one.body.incidents ?? []) : []))
    const after = known.at(-1)?.seq ?? 0
    const over = all.slice(i).find((one) => {
      if (one.body.t !== 'live') return false
      known.push(...(one.body.incidents ?? []))
      return dangersLeft([{ reason, after }], known).length === 0
    })!
    const told = start().catchUp(at + 1)
    expect(told.at(-1)!.body).toEqual(body)
    // What is older than the price that it stops would be no stop.
    const late = start().catchUp(over.at)
    expect(late.every((one) => one.at <= late.at(-1)!.at)).toBe(true)
    expect(stopIn(late)).toBeDefined()
    // The next danger may begin at the moment at which this one ends.
    const next = all.some((one) => one.body.t === 'bet.stop' && one.at > at && one.at <= over.at)
    if (!next) expect(stopIn(start().catchUp(over.at + 1))).toBeUndefined()
    dangers += 1
  }
  expect(dangers).toBeGreaterThan(5)
})

it('a race that takes no bets any more takes none from who comes later', () => {
  const start = gameOf(26)
  const all = said(start())
  const closed = all.find(({ body }) => body.t === 'bet.stop' && body.reason === 'match_ended')!
  const last = all.findLast(({ body }) => body.t === 'live')!
  expect(stopIn(start().catchUp(closed.at))).toBeUndefined()
  for (const at of [closed.at + 1, last.at]) expect(stopIn(start().catchUp(at))?.body).toEqual(closed.body)
})
