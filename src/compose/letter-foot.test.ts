import { resolve } from 'node:path'
import { expect, it } from 'vitest'
import { createMessenger } from '#modules/auth/server/index.ts'
import { loadBrands } from '#modules/brand/server/index.ts'
import { listInbox } from '#modules/dev/server/inbox.ts'
import { systemClock } from '#platform/server/clock.ts'
import { inTx } from '#platform/server/db.ts'
import { loadTexts } from '#platform/server/texts.ts'
import { testDatabase } from '../../test/support/database.ts'
import { letterFoot } from './letter-foot.ts'
import { siteAddress } from './site-address.ts'

const { db } = await testDatabase(2)
const texts = loadTexts(resolve('locales'))
const brands = loadBrands(resolve('brands'), 'development')
brands.byId('kairos').config.responsible.helpLine = { name: 'Help line', phone: '0800 000 000', url: 'https://help.example' }

it('every letter of every brand says age and licence and leads to help (RG-23)', async () => {
  const messenger = createMessenger({
    db,
    clock: systemClock(),
    texts,
    inbox: true,
    smtpUrl: null,
    senderOf: () => ({ name: 'Polosa', address: 'no-reply@polosa.test' }),
    footOf: letterFoot(brands, texts, siteAddress({ mode: 'production', port: 0 })),
  })
  const templates = Object.keys(texts.dictionary('ru')['auth']!).flatMap((key) => /^mail_(.*)_subject$/.exec(key)?.[1] ?? [])
  expect(templates.length).toBeGreaterThan(10)
  for (const { config } of brands.list())
    for (const lng of ['ru', 'en', 'ar']) {
      const to = `${config.id}-${lng}@example.test`
      for (const template of templates)
        await inTx(db, (tx) => messenger.send(tx, { brand: config.id, channel: 'mail', to, template, lng, params: {} }))
      const letters = await listInbox(db, { to })
      expect(letters).toHaveLength(templates.length)
      for (const { template, subject, body } of letters) {
        if (texts.text('ru', `auth:mail_${template}_subject`, { brand: '@' }).startsWith('@'))
          expect([template, subject]).toEqual([template, expect.stringContaining(config.customize.name)])
        expect([template, body]).toEqual([template, expect.stringContaining('18+')])
        expect(body).toContain(`https://${config.hosts[0]!}/${lng}/information/responsiblegaming`)
        expect(body).toContain(texts.text(lng, 'shell:licence_demo'))
        expect(body).toContain(
          config.id === 'kairos' ? 'Help line, 0800 000 000: https://help.example' : `: ${config.responsible.helpLine!.url}`,
        )
      }
    }
  // A code by SMS stays short.
  await inTx(db, (tx) =>
    messenger.send(tx, {
      brand: 'polosa',
      channel: 'sms',
      to: '+77010000000',
      template: 'code',
      lng: 'en',
      params: { code: '1' },
    }),
  )
  const [sms] = await listInbox(db, { to: '+77010000000' })
  expect(sms!.body).not.toContain('18+')
  expect(sms!.body).toContain('Polosa')
})
