/**
 * A game ends at a wrong score, everybody is paid, and eleven minutes later the provider puts the score right. Stated behaviour:
 * the player has what he would have had if the right score had been told at once.
 */
import { expect, it } from 'vitest'
import { MINUTE, SECOND } from '#lib/time.ts'
import type { FactBody, Game } from '#modules/feeds/rules/fact.ts'
import { makeFact } from '#modules/feeds/rules/fact-key.ts'
import type { DrivenProvider } from '#modules/feeds/server/index.ts'
import { rawPool } from '#platform/server/db.ts'
import { openReplayHouse } from '../../tools/replay-house.ts'
import { testDatabase } from '../support/database.ts'
import { betOnAll, gameOf, openAccount, sampleCatalog, sampleHead } from './feed-houses.ts'

type Score = [number, number]

const START = Date.UTC(2026, 10, 21, 14)
const PLAYER = 1
const REF = 'p:g'
const CAPS: DrivenProvider['caps'] = {
  delivery: 'builtin',
  liveState: true,
  incidents: true,
  prices: 'none',
  betStop: true,
  settlement: false,
  cancel: false,
  recovery: false,
  stableIds: true,
  clock: 'wall',
  languages: ['en'],
}
const MODEL: FactBody = { t: 'model', game: REF, supremacy: 0.3, total: 2.6, rho: -0.05, extra: {} }

const head = (status: Game['status']): FactBody => sampleHead('p', REF, START, status)

function state(phase: string, clockSec: number, score: Score): FactBody {
  const periods = [
    { no: 1, code: 'h1', score: [1, 1] as Score },
    { no: 2, code: 'h2', score: [score[0] - 1, score[1] - 1] as Score },
  ]
  return { t: 'live', state: { game: REF, phase, clockSec, clockRuns: false, score, periods: phase === 'h1' ? [] : periods, stats: {} } }
}

/** What the player has in the end when these scores were told one after another; of some bets nothing was told that decides them. */
async function playedTo(...scores: Score[]): Promise<{ settled: number; open: number; minor: bigint }> {
  const { db } = await testDatabase()
  const house = await openReplayHouse({ db, provider: { id: 'world', caps: CAPS }, startsAt: START - MINUTE })
  let now = START - MINUTE
  const step = (ms: number, ...bodies: FactBody[]) => {
    now += ms
    return house.step(
      now,
      bodies.map((body) => makeFact('world', 'world', now, body)),
    )
  }
  await step(0, sampleCatalog('p'))
  await step(SECOND, head('scheduled'), MODEL)
  await openAccount(db, house, now)
  const bets = await betOnAll(house, REF)
  await step(MINUTE, head('live'), state('h1', 0, [0, 0]))
  for (const score of scores) {
    const isOver = gameOf(house, REF)!.status === 'ended'
    await step(isOver ? 11 * MINUTE : 100 * MINUTE, ...(isOver ? [head('live')] : []), state('ended', 5700, score), head('ended'))
    const toldAt = now
    await step(2 * MINUTE)
    // Results and statistics make what they show anew when a head is newer than what they know.
    const { rows } = await rawPool(db).query('SELECT sent_at FROM game WHERE ref = $1', [REF])
    expect(rows).toEqual([{ sent_at: new Date(toldAt) }])
  }
  const minor = await house.ledger.sumOfEntries(db, PLAYER)
  const open = (await db.selectFrom('bet').select('id').where('status', '=', 1).execute()).length
  await house.close()
  return { settled: bets - open, open, minor }
}

it('bets follow a score that is put right after they were paid', { timeout: 120_000 }, async () => {
  const [wrong, right, putRight] = [await playedTo([2, 1]), await playedTo([1, 1]), await playedTo([2, 1], [1, 1])]
  expect(right.settled).toBeGreaterThan(30)
  expect(wrong.minor).not.toBe(right.minor)
  expect(putRight).toEqual(right)
})
