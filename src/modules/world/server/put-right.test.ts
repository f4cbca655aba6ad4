import { expect, it } from 'vitest'
import type { FactBody } from '#modules/feeds/rules/fact.ts'
import { DAY, MINUTE } from '#lib/time.ts'
import { fixturesBetween, modelOfFixture, worldGame } from '../rules/calendar.ts'
import { worldCatalogue } from '../rules/catalogue.ts'
import { timelineOf } from '../rules/engines.ts'
import { fateOf } from '../rules/fate.ts'
import { GameRun } from './game-run.ts'
import { DEFAULT_SETTINGS } from './settings.ts'

const NOW = Date.UTC(2026, 10, 21, 12)
const [fixture] = fixturesBetween(
  '7',
  worldCatalogue('7').find((c) => c.sportId === 1 && c.season)!,
  NOW,
  NOW + 9 * DAY,
)

/** One match in 2,000 ends at a score that is put right eleven minutes later. */
function seedOfWrongScore(): string {
  for (let n = 0; n < 40_000; n += 1) {
    const seed = `wrong ${n}`
    if (fateOf(seed, fixture!, DEFAULT_SETTINGS).kind !== 'plays') continue
    const timeline = timelineOf(seed, worldGame(seed, fixture!, modelOfFixture(seed, fixture!), true), false)
    if (timeline.items.some(({ at }) => at > timeline.endsAtMs + 10 * MINUTE)) return seed
  }
  throw new Error('no wrong score')
}

const seed = seedOfWrongScore()
const start = () => new GameRun(seed, fixture!, fateOf(seed, fixture!, DEFAULT_SETTINGS), DEFAULT_SETTINGS)

const told = (bodies: readonly FactBody[]) =>
  bodies.flatMap((body) => (body.t === 'game' ? [body.game.status] : body.t === 'live' ? [body.state.score.join(':')] : []))

/** Everything up to the whistle, and each of what comes after it. */
function played(run: GameRun): { end: FactBody[]; endedAt: number; late: { at: number; bodies: FactBody[] }[] } {
  const all: { at: number; bodies: FactBody[] }[] = []
  while (run.nextAt < Infinity) all.push({ at: run.nextAt, bodies: run.take() })
  const end = all.findIndex(({ bodies }) => told(bodies).includes('ended'))
  return { end: all[end]!.bodies, endedAt: all[end]!.at, late: all.slice(end + 1) }
}

const { end, endedAt, late } = played(start())
const putRight = late.at(-1)!

it('a score that is put right after the end is told by a game that runs again for that one word', () => {
  const [wrong, right] = [told(end)[0]!, told(putRight.bodies)[1]!]
  expect(told(putRight.bodies)).toEqual(['live', right, 'ended'])
  expect([right === wrong, putRight.at - endedAt]).toEqual([false, 11 * MINUTE])
})

it('a restart between the end and the correction loses neither: a game that is over waits for it', () => {
  const run = start()
  expect(run.catchUp(endedAt + MINUTE)).toEqual([])
  while (run.nextAt < putRight.at) run.take()
  expect([run.nextAt, told(run.take())]).toEqual([putRight.at, told(putRight.bodies)])
})

it('whoever knows the wrong end hears the right one as well when the time of the correction has passed', () => {
  const bodies = start()
    .catchUp(putRight.at + MINUTE, true)
    .map(({ at, body }) => ({ at, body }))
  expect(told(bodies.map(({ body }) => body))).toEqual(['live', ...told(putRight.bodies)])
  // The first start is older than the end that is known: only the second one opens the game again.
  expect(bodies.slice(-3).map(({ at }) => at)).toEqual([putRight.at, putRight.at, putRight.at])
})
