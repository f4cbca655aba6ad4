import { expect, test } from 'vitest'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { createAcceptedTerms, TERMS_FIRST } from './accepted-terms.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const PATH = '/web-api/office/account/terms'
const terms = (version: string) => site.config.registration.terms.map(({ id }) => ({ id, version }))

test('what has changed is accepted before the next stake: as it was shown, once, in every process (ACC-04)', async () => {
  const [here, elsewhere] = [createAcceptedTerms(db), createAcceptedTerms(db)]
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick()
  const config = async () => (await visitor.call('GET', '/web-api/user/getuserconfig')).body.data
  expect(await here.refusal(site.config, userId)).toBeNull()
  // Known now: the next stake waits for no database.
  expect(here.refusal(site.config, userId)).toBeNull()
  expect((await config()).newTerms).toEqual([])
  const before = site.config.registration.terms
  try {
    site.config.registration.terms = terms('2099-01')
    for (const one of [here, elsewhere])
      expect(await one.refusal(site.config, userId)).toMatchObject({ code: 'account.terms_changed', wire: TERMS_FIRST })
    expect((await config()).newTerms).toEqual(terms('2099-01'))
    // The page was open while the wording changed once more.
    expect((await visitor.call('POST', PATH, { accepted: terms('2098-12') })).body.success).toBe(false)
    expect((await visitor.call('POST', PATH, { accepted: terms('2099-01').slice(1) })).body.success).toBe(false)
    expect(await here.refusal(site.config, userId)).not.toBeNull()
    const both = await Promise.all([0, 1].map(() => visitor.call('POST', PATH, { accepted: terms('2099-01') })))
    expect(both.map(({ body }) => body.data)).toEqual([{ accepted: true }, { accepted: true }])
    for (const one of [here, elsewhere]) expect(await one.refusal(site.config, userId)).toBeNull()
    expect((await config()).newTerms).toEqual([])
    const kept = await db.selectFrom('terms_acceptance').select(['document', 'version']).where('player_id', '=', userId).execute()
    expect(kept.map(({ document, version }) => `${document} ${version}`).sort()).toEqual([
      'age 1',
      'regPolitics 2026-11',
      'regPolitics 2099-01',
      'regRules 2026-11',
      'regRules 2099-01',
    ])
  } finally {
    site.config.registration.terms = before
  }
})

test('a visitor accepts nothing', async () => {
  expect((await new Visitor(site).call('POST', PATH, { accepted: terms('2026-11') })).status).toBe(401)
})
