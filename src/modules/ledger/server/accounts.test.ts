/** Accounts of a player that are chosen and closed by two tabs at once. */
import { expect, test } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createLedger } from './index.ts'

const { db } = await testDatabase()
const ledger = await createLedger({ db, clock: { now: () => Date.now() } })
const PLAYER = 1

async function open(currencyId: number): Promise<number> {
  const account = await inTx(db, (tx) => ledger.openAccount(tx, { playerId: PLAYER, currencyId }))
  if (isProblem(account)) throw new Error(account.code)
  return account.id
}

test('an account that is chosen while it is being closed is not both: the one that was chosen before stays', async () => {
  const [first, second] = [await open(2), await open(1)]
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const closing = inTx(db, async (tx) => {
    const refusal = await ledger.closeAccount(tx, PLAYER, second, new Date())
    begun.resolve()
    await held.promise
    return refusal
  })
  await begun.promise
  const choosing = inTx(db, (tx) => ledger.activateAccount(tx, PLAYER, second))
  setTimeout(held.resolve, 100)
  expect([await closing, await choosing]).toMatchObject([null, { code: 'ledger.unknown_account' }])
  const rows = await db.selectFrom('account').select(['id', 'is_active']).where('player_id', '=', PLAYER).orderBy('id').execute()
  expect(rows).toEqual([
    { id: first, is_active: true },
    { id: second, is_active: false },
  ])
})
