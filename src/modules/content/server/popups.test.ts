import { expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { popupsFor } from './popups.ts'

const texts = { ru: { title: 'Новое', text: 'Слова' }, en: { title: 'New', text: 'Words', action: 'Look' } }
const popup = (name: string, audience: string) => ({ name, audience, link: '/live', delayMs: 0, texts })
const promo = { popups: [popup('for-all', 'all'), popup('for-visitors', 'visitors'), popup('for-players', 'players')] }
const names = (list: { name: string }[]) => list.map(({ name }) => name)

test('a popup is for its audience, in the language of the page or the next best', () => {
  expect(names(popupsFor({ promo }, 'ru', false))).toEqual(['for-all', 'for-visitors'])
  expect(names(popupsFor({ promo }, 'ru', true))).toEqual(['for-all', 'for-players'])
  expect(popupsFor({ promo }, 'ar', false)[0]).toMatchObject({ title: 'New', action: 'Look', link: '/live' })
  expect(popupsFor({ promo: { popups: [{ ...popup('silent', 'all'), texts: {} }] } }, 'ru', false)).toEqual([])
  expect(popupsFor({}, 'ru', false)).toEqual([])
})

const { db } = await testDatabase()
const site = await accountSite({ db, change: (config) => Object.assign(config, { promo }) })

test('no player is shown advertising unless somebody knows that he has not limited himself', async () => {
  const visitor = new Visitor(site)
  expect(names((await visitor.call('GET', '/web-api/content/popups')).body.data)).toEqual(['for-all', 'for-visitors'])
  await visitor.oneClick()
  expect((await visitor.call('GET', '/web-api/content/popups')).body.data).toEqual([])
})
