import { expect, test } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createHalfAskers } from './half-askers.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })

test('who asks to be asked about half of his balance is known at once here, and in another process by its next reading', async () => {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick()
  const there = createHalfAskers(db, site.clock, createLog('silent', false))
  const readThere = async () => {
    await there.load()
    await there.stop()
    return there.asks(userId)
  }
  const set = (value: number) => visitor.call('POST', '/web-api/office/savesetting', { setting_id: 9, setting_value: value })
  const known = async () => [site.halfAskers.asks(userId), await readThere()]
  expect(await known()).toEqual([false, false])
  await set(1)
  expect(await known()).toEqual([true, true])
  site.clock.advance(120_000)
  expect((await visitor.call('POST', '/web-api/office/savesetting', { setting_id: 9, setting_value: 2 })).body.success).toBe(false)
  // Another of his settings says nothing of it.
  await visitor.call('POST', '/web-api/office/savesetting', { setting_id: 2, setting_value: 0 })
  expect(await known()).toEqual([true, true])
  await set(0)
  expect(await known()).toEqual([false, false])
})
