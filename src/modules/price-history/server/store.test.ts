import { expect, test } from 'vitest'
import { testDatabase } from '../../../../test/support/database.ts'
import { GameHistory } from '../rules/game-history.ts'
import { listHistories, upsertHistories } from './store.ts'

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
