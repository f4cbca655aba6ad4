import { expect, test } from 'vitest'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })

test('choices about news are kept with their time, and only when they change', async () => {
  const ann = new Visitor(site)
  const bob = new Visitor(site)
  const { userId } = await ann.oneClick()
  await bob.oneClick()
  const choose = async (visitor: Visitor, body: object) => (await visitor.call('POST', '/web-api/user/mailing', body)).body.data
  expect(await choose(ann, {})).toEqual({ email: false, sms: false, push: false, since: { email: 0, sms: 0, push: 0 } })
  const first = Math.floor(site.clock.now() / 1000)
  expect(await choose(ann, { email: true, sms: false })).toMatchObject({ email: true, sms: false, since: { email: first, sms: 0 } })
  site.clock.advance(60_000)
  expect(await choose(ann, { email: true })).toMatchObject({ since: { email: first } })
  await Promise.all([choose(ann, { email: false }), choose(ann, { email: false })])
  expect(await choose(ann, {})).toMatchObject({ email: false, since: { email: first + 60 } })
  expect(await choose(bob, {})).toMatchObject({ email: false, since: { email: 0 } })

  const { rows } = await rawPool(db).query('SELECT player_id, channel, accepted FROM mailing_choice ORDER BY id')
  expect(rows).toEqual([
    { player_id: userId, channel: 'email', accepted: true },
    { player_id: userId, channel: 'email', accepted: false },
  ])
  await expect(rawPool(db).query('UPDATE mailing_choice SET accepted = true')).rejects.toThrow('never edited')
  expect((await new Visitor(site).call('POST', '/web-api/user/mailing', { email: true })).status).toBe(401)
})
