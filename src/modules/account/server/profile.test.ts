import { expect, test } from 'vitest'
import { rawPool } from '#platform/server/db.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const GOOD = { first_name: 'Анна', last_name: "O'Neil", birth_date: '29.02.1992', city: 'Temirtau', address: 'Lenin st. 1', region_id: 12 }

test('a player changes what no document has proved; wrong fields are all named', async () => {
  const ann = new Visitor(site)
  const bob = new Visitor(site)
  const { userId } = await ann.oneClick()
  await bob.oneClick()
  const read = async (visitor: Visitor) => (await visitor.call('GET', '/web-api/office/profile')).body.data
  const save = async (visitor: Visitor, body: object) => (await visitor.call('POST', '/web-api/office/saveprofile', body)).body

  const refused = await save(ann, { ...GOOD, first_name: 'Ann1', birth_date: '01.01.2020', region_id: 21 })
  expect(refused).toMatchObject({ success: false })
  expect(Object.keys(refused.validation_errors).toSorted()).toEqual(['birth_date', 'first_name', 'region_id'])
  expect(await read(ann)).toMatchObject({ first_name: '', birth_date: '', region_id: 0, locked: [] })

  expect((await save(ann, GOOD)).data).toMatchObject({ ...GOOD, locked: ['birth_date'] })
  // The date stands; the rest follows the form.
  expect((await save(ann, { ...GOOD, birth_date: '01.01.1990', city: '', region_id: 0 })).data).toMatchObject({
    birth_date: '29.02.1992',
    city: '',
    region_id: 0,
  })

  await rawPool(db).query('UPDATE player_profile SET verified_at = now(), verified_by = $2 WHERE player_id = $1', [userId, 'test'])
  expect((await save(ann, { ...GOOD, first_name: 'Maria', city: 'Karaganda' })).data).toMatchObject({
    first_name: 'Анна',
    city: 'Karaganda',
    locked: ['first_name', 'last_name', 'birth_date'],
  })
  expect(await read(bob)).toMatchObject({ first_name: '', city: '' })
  expect((await new Visitor(site).call('POST', '/web-api/office/saveprofile', GOOD)).status).toBe(401)
})
