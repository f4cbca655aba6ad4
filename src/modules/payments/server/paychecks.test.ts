import { expect, it } from 'vitest'
import { inTx } from '#platform/server/db.ts'
import { insertPlayer } from '#modules/auth/server/player-store.ts'
import { accountSite } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { redeemPaycheck } from './paychecks.ts'

const { db } = await testDatabase(4)
const { payments: deps, config, clock } = await accountSite({ db })

async function newPlayer(): Promise<number> {
  const given = { brand: 'polosa', passwordHash: '-', language: 'en', createdAt: new Date(clock.now()) }
  const id = await inTx(db, (tx) => insertPlayer(tx, given))
  if (typeof id !== 'number') throw new Error('no player')
  return id
}

it('thirty wrong codes in an hour are all that a /64 has, whichever of its addresses they come from', async () => {
  const enter = async (playerId: number, ip: string) => {
    const done = await redeemPaycheck(deps, { playerId, brand: 'polosa', ip, code: '0000-0000-0000-0000', config, tax: null })
    return 'code' in done ? done.code : 'redeemed'
  }
  let host = 0
  const answers = new Set<string>()
  for (let n = 0; n < 6; n += 1) {
    const playerId = await newPlayer()
    for (let tries = 0; tries < 5; tries += 1) answers.add(await enter(playerId, `2001:db8:9:1::${(host += 1)}`))
  }
  expect([...answers]).toEqual(['payments.paycheck_unknown'])
  const another = await newPlayer()
  expect(await enter(another, '2001:db8:9:1::ffff')).toBe('payments.too_many_tries')
  expect(await enter(another, '2001:db8:9:2::1')).toBe('payments.paycheck_unknown')
})
