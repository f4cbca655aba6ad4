import { expect, test } from 'vitest'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { GameHistory } from '../rules/game-history.ts'
import { deleteHistories, listHistories, upsertHistories } from './store.ts'

const { db } = await testDatabase()

function history(price: number): GameHistory {
  const made = new GameHistory()
  made.add('full', '1', { at: 1_800_000_000, price }, 300)
  return made
}

test('more games than go into one statement are written once each, and all are written anew', async () => {
  const cis = Array.from({ length: 95 }, (_, k) => 7_000_001 + k)
  for (const more of [0, 500]) {
    const given = new Map(cis.map((ci, k) => [ci, history(2000 + k + more)]))
    expect(await upsertHistories(db, given, new Date(1_800_000_000_000 + more))).toBe(true)
  }
  const kept = await listHistories(db, cis)
  expect(
    cis.map((ci) =>
      kept
        .get(ci)
        ?.of('full', '1')
        .map(({ price }) => price),
    ),
  ).toEqual(cis.map((_, k) => [2500 + k]))
})

test('a history that nothing was added to for long goes with its game, and stays while that is offered', async () => {
  const statuses = ['closed', 'scheduled', 'postponed', 'live', 'cancelled']
  const cis = statuses.map((_, k) => 7_100_001 + k)
  for (const [k, status] of statuses.entries())
    await rawPool(db).query(
      `INSERT INTO game (ci, provider, ref, championship_id, type, sides, starts_at, start_confirmed, status, kind, neutral, live_coverage, origin, sent_at)
       VALUES ($1, 'world', $2, 1, 'match', '[]', now(), true, $3, 3, false, true, 'simulated', now())`,
      [cis[k], `g${k}`, status],
    )
  await upsertHistories(db, new Map([...cis, 7_100_009].map((ci) => [ci, history(2000)])), new Date(1_800_000_000_000))
  await deleteHistories(db, new Date(1_800_000_000_001))
  expect([...(await listHistories(db, [...cis, 7_100_009])).keys()].sort()).toEqual(cis.slice(1, 4))
})
