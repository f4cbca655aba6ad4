/** Points and rewards on the screens of the player who gets them. */
import { expect, test } from 'vitest'
import { ACCOUNT_KINDS } from '#modules/ledger/server/index.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const { db } = await testDatabase(8)
const site = await accountSite({
  db,
  change: (config) => {
    config.cashier = { ...config.cashier, rewards: [{ id: 1, title: { en: 'One euro' }, points: 100, amountEur: '1' }] }
  },
})

test('given points and a taken reward are told to the screens at once, each once a key', async () => {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  const told = () => site.pushed.filter(({ playerId }) => playerId === userId).map(({ accountId }) => accountId)
  const accountOf = async (kind: number) => (await site.ledger.balance(userId)).find((account) => account.kind === kind)?.id
  const give = async () => (await visitor.call('POST', '/dev/api/cashier/points', { player: userId, points: 100, key: 'told' })).body
  expect([await give(), await give()]).toEqual([{ given: true }, { given: false }])
  const points = await accountOf(ACCOUNT_KINDS.points)
  expect(told()).toEqual([points])
  const body = { reward_id: 1, request_key: 'reward-test-key-000001' }
  const take = async () => (await visitor.call('POST', '/web-api/office/take-reward', body)).body.data
  expect(await take()).toMatchObject({ reward_id: 1, repeated: false })
  expect(await take()).toMatchObject({ repeated: true })
  expect(told()).toEqual([points, await accountOf(ACCOUNT_KINDS.bonus)])
})
