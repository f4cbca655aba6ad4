/** What a player is told after a commit, and the event that leaves with it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { Topic } from '#platform/server/stream/topic.ts'
import type { TopicProvider } from '#platform/server/stream.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { testDatabase } from '../../../../test/support/database.ts'
import { createMeTopics } from './me-topic.ts'
import { testSite } from './test-site.ts'

const { db } = await testDatabase(12)
const site = await testSite(db, polosa.config)
let provider: TopicProvider | undefined
const me = createMeTopics(db, { provide: (prefix, given) => (prefix === 'me' ? (provider = given) : undefined) })
const account = await site.playerWith(7, 10_000n)
site.line.addGame(600_100_200)
site.line.addOutcome(600_100_200, 1, 1900)
const single = { Events: [{ GameId: 600_100_200, Type: 1, Coef: 1.9 }], Summ: 10, UserId: account }

test('only the player may listen, and gets balances and bets', async () => {
  expect(provider!.authorize!('me:7', { playerId: 7, sessionId: 's' })).toBe(true)
  expect(provider!.authorize!('me:7', { playerId: 8, sessionId: 's' })).toBe(false)
  expect(provider!.authorize!('me:7', { playerId: null, sessionId: null })).toBe(false)
  const { Value } = await site.makeBet(7, single)
  const topic = new Topic('me:7')
  expect(provider!.open(topic, 'me:7')).toBe(true)
  expect(provider!.open(new Topic('me:x'), 'me:x')).toBe(false)
  await me.refresh([7])
  expect(topic.snapshot().values).toEqual({
    accounts: { ids: [account], active: account },
    [`balance:${account}`]: { money: 90, iso: 'EUR' },
    [`bet:${Value.Id}`]: { status: 1, sum: 10, win: 0, settledAt: null },
  })
  me.accepted(7, account, 8_000n, 2, { id: 5n, stakeMinor: 1_000n, status: 1 })
  expect(topic.snapshot().values).toMatchObject({ [`balance:${account}`]: { money: 80 }, 'bet:5': { sum: 10 } })
})

test('a balance told while the topic is being filled is not put back by what was read before', async () => {
  const answered = Promise.withResolvers<void>()
  const held = db.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await answered.promise
      return result
    },
  })
  let own: TopicProvider | undefined
  const slow = createMeTopics(held, { provide: (_prefix, given) => void (own = given) })
  const topic = new Topic('me:7')
  own!.open(topic, 'me:7')
  // The old balance has been read by then, and is on its way.
  await db.selectFrom('account').select('id').execute()
  const { Value } = await site.makeBet(7, { ...single, Summ: 20 })
  slow.accepted(7, account, 7_000n, 2, { id: BigInt(Value.Id), stakeMinor: 2_000n, status: 1 })
  const told: unknown[] = []
  slow.onListener(() => told.push(topic.snapshot().values[`balance:${account}`]))
  answered.resolve()
  await expect.poll(() => told).toEqual([{ money: 70, iso: 'EUR' }])
})

test('who listens for long keeps his latest hundred bets', () => {
  const topic = new Topic('me:7')
  provider!.open(topic, 'me:7')
  for (let id = 1; id <= 150; id += 1) me.accepted(7, account, null, 2, { id: BigInt(id), stakeMinor: 100n, status: 1 })
  const bets = Object.keys(topic.snapshot().values).filter((key) => key.startsWith('bet:'))
  expect([bets.length, bets.includes('bet:50'), bets.includes('bet:51')]).toEqual([100, false, true])
})

test('an accepted bet leaves an event in its own transaction, a refused one none', async () => {
  const events = async () =>
    (await sql<{ payload: { bets: string[] } }>`SELECT payload FROM outbox WHERE topic = 'bets.accepted' ORDER BY id`.execute(db)).rows
  const before = (await events()).length
  const { Value } = await site.makeBet(7, { ...single, Summ: 11 })
  await site.makeBet(7, { ...single, Summ: 5_000 })
  const after = await events()
  expect(after.length).toBe(before + 1)
  expect(after.at(-1)!.payload.bets).toEqual([String(Value.Id)])
})
