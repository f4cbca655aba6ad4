import { expect, test } from 'vitest'
import { DAY } from '#lib/time.ts'
import { manualClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { problem } from '#platform/shared/problem.ts'
import { claimKey, insertRefusal, type WantedKey } from './bet-store.ts'
import { forgetRefusals } from './forget-refusals.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase()
const NOW = 1_800_000_000_000
const clock = manualClock(NOW)
const at = (days: number, ms = 0) => new Date(NOW - days * DAY + ms)
const key = (guid: string): WantedKey => ({ playerId: 7, guid, bodyHash: 'a'.repeat(32) })
const refuse = (guid: string, when: Date) => insertRefusal(db, key(guid), problem('bets.price_changed', { wire: 130 }), when)
const row = (guid: string, outcome: number) => ({ player_id: 7, guid, body_hash: 'a'.repeat(32), bet_id: 5n, outcome, at: at(400) })
const left = async () => (await db.selectFrom('bet_key').select('guid').orderBy('guid').execute()).map(({ guid }) => guid)

test('refusals of ninety days ago go, page by page, also those of the database; keys of bets and of orders stay', async () => {
  for (const n of [1, 2, 3, 4, 5]) await refuse(`old ${n}`, at(90, -1))
  await refuse('young', at(90))
  await inTx(db, (tx) => claimKey(tx, key('order'), at(400)))
  await db
    .insertInto('bet_key')
    .values([row('bet', 0), row('no money', 103)])
    .execute()
  expect(await forgetRefusals({ db, clock }, 2)).toBe(6)
  expect(await left()).toEqual(['bet', 'order', 'young'])
  expect(await forgetRefusals({ db, clock })).toBe(0)
  clock.advance(1)
  expect(await forgetRefusals({ db, clock })).toBe(1)
  expect(await left()).toEqual(['bet', 'order'])
})
