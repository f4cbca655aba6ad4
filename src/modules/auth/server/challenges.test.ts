/** Messages that are asked for at once, on a real PostgreSQL. */
import { describe, expect, it } from 'vitest'
import { inTx, type Tx } from '#platform/server/db.ts'
import { isProblem } from '#platform/shared/problem.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'

const AT_ONCE = 10
const { db } = await testDatabase(AT_ONCE + 2)
const site = await accountSite({ db })
const { challenges } = site.auth.deps

/** Every transaction has begun before the first of them asks. */
async function sentAtOnce(send: (tx: Tx) => Promise<unknown>): Promise<number> {
  let begun = 0
  const answers = Promise.all(
    Array.from({ length: AT_ONCE }, () =>
      inTx(db, async (tx) => {
        await tx.selectFrom('player').select('id').limit(1).execute()
        begun += 1
        while (begun < AT_ONCE) await new Promise((resolve) => setImmediate(resolve))
        return send(tx)
      }),
    ),
  )
  return (await answers).filter((answer) => !isProblem(answer)).length
}

describe('ten that ask at once send one message', () => {
  it('to a number, whoever asks', async () => {
    const opened = { purpose: 'planted', brand: 'polosa', playerId: null, data: { to: 'number' } }
    const send = async (tx: Tx): Promise<unknown> =>
      (await challenges.tooOftenTo(tx, 'planted', 'number')) ?? challenges.openWithCode(tx, opened)
    expect(await sentAtOnce(send)).toBe(1)
  })

  it('to a player', async () => {
    const { userId } = await new Visitor(site).oneClick('EUR')
    const send = (tx: Tx) => challenges.openWithCode(tx, { purpose: 'planted', brand: 'polosa', playerId: userId })
    expect(await sentAtOnce(send)).toBe(1)
  })
})
