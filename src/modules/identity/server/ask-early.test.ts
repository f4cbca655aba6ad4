/** A model of money and papers, walked at random on a real database: no withdrawal is the first to hear of papers (ACC-06). */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { createFiles } from '#modules/files/server/index.ts'
import { createLog } from '#platform/server/log.ts'
import type { IdentificationConfig } from '#platform/shared/site-config.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { currencyByCode } from '#modules/ledger/server/index.ts'
import { givePoints, issuePaycheck } from '#modules/payments/server/index.ts'
import { createIdentity, VERIFY_FIRST, type Identity } from './index.ts'

const { db } = await testDatabase(6)
let asked!: IdentificationConfig
let identity!: Identity
const site = await accountSite({
  db,
  change(config) {
    asked = config.identification!
    config.withdrawals = { ...config.withdrawals, autoMaxEur: '1' }
    config.registration.payAndPlay = { enabled: true, closedCountries: [] }
    config.cashier = { ...config.cashier, rewards: [{ id: 1, title: { en: 'One euro' }, points: 100, amountEur: '1' }] }
  },
  cashier: ({ guardDeposit }) => ({
    async guardDeposit(tx, wanted) {
      const refused = (await guardDeposit?.(tx, wanted)) ?? null
      if (!refused) await identity.askEarly(tx, wanted.config, wanted.playerId)
      return refused
    },
    papersAskedBefore: (tx, playerId, moment) => identity.wasAskedBefore(tx, playerId, moment),
  }),
  askEarly: (tx, config, playerId) => identity.askEarly(tx, config, playerId),
  more({ app, auth }) {
    const { clock, keys } = auth.deps
    const files = createFiles({ db, clock, keys })
    identity = createIdentity({
      db,
      clock,
      log: createLog('silent', false),
      keys,
      files,
      provider: null,
      configOf: () => asked,
      profileBlocks: () => [],
      onChanged: () => {},
    })
    identity.routes(app)
  },
})
await identity.load()
site.setAccountGate((_spec, paths, playerId, ctx) => identity.refusal(ctx.config, paths, playerId))
afterAll(() => identity.stop())

const ACTIONS = ['begin', 'pay', 'check', 'reward', 'withdraw', 'refuse_for_papers', 'wait'] as const
let keys = 0
const nextKey = () => `papers-key-${String((keys += 1)).padStart(8, '0')}`

/** One player's way; what is wrong with it. */
async function walk(isRequired: boolean, actions: readonly (typeof ACTIONS)[number][]): Promise<string[]> {
  asked.requiredFor = isRequired ? ['withdrawal'] : []
  const wrong: string[] = []
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  const askedAt = async () =>
    (await sql<{ at: Date }>`SELECT at FROM identity_step WHERE player_id = ${userId} AND what = 'asked'`.execute(db)).rows.map(({ at }) =>
      at.getTime(),
    )
  let begun: { id: string; at: number } | null = null
  let firstMoneyAt: number | null = null
  let open: string | null = null
  const begin = async () => {
    const { body } = await visitor.call('POST', '/web-api/office/deposit', { method_id: 1, sum: '50' })
    begun = { id: body.data.id, at: site.clock.now() }
    firstMoneyAt ??= begun.at
  }
  for (const action of actions) {
    switch (action) {
      case 'begin':
        await begin()
        break
      case 'pay':
        if (!begun) await begin()
        await site.app.inject({ method: 'POST', url: `/dev/api/cashier/${begun!.id}`, payload: { outcome: 'success' } })
        break
      case 'check': {
        const { code } = await issuePaycheck(site, {
          brand: 'polosa',
          currencyId: currencyByCode('EUR')!.id,
          amountMinor: 500n,
          officer: 'desk',
        })
        expect((await visitor.call('POST', '/web-api/office/paycheck', { code })).body.success).toBe(true)
        firstMoneyAt ??= site.clock.now()
        break
      }
      case 'reward': {
        const request_key = nextKey()
        await givePoints(site as never, { playerId: userId, points: 100n, key: request_key })
        const { body } = await visitor.call('POST', '/web-api/office/take-reward', { reward_id: 1, request_key })
        expect(body.success, JSON.stringify(body)).toBe(true)
        firstMoneyAt ??= site.clock.now()
        break
      }
      case 'withdraw': {
        const request_key = nextKey()
        const { body } = await visitor.call('POST', '/web-api/office/withdraw', { method_id: 1, sum: '10', request_key })
        if (body.success) open = body.data.id
        // Refused for want of papers: then he was asked when his money came, not now.
        if (body.error_code === VERIFY_FIRST && firstMoneyAt !== null && !(await askedAt()).some((at) => at <= firstMoneyAt!))
          wrong.push('asked by a withdrawal')
        if (body.error_code === VERIFY_FIRST && !isRequired) wrong.push('papers that nobody requires')
        break
      }
      case 'refuse_for_papers': {
        if (open === null) break
        const payload = { officer: 'officer-a', decision: 'refuse', reason: 'documents' }
        const { statusCode } = await site.app.inject({ method: 'POST', url: `/dev/api/cashier/payout/${open}`, payload })
        const known = (await askedAt()).length > 0
        if (known !== (statusCode === 200)) wrong.push(`refused for papers: ${statusCode}, asked: ${known}`)
        open = null
        break
      }
      case 'wait':
        site.clock.advance(60_000)
    }
    if ((await askedAt()).length > 1) wrong.push('asked twice')
    if (isRequired && firstMoneyAt !== null && (await askedAt()).length === 0) wrong.push('money came in and nobody asked')
  }
  return wrong
}

test('on every way through deposits, withdrawals and officers', async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(fc.constantFrom(...ACTIONS), { minLength: 3, maxLength: 8 }), async (isRequired, actions) => {
      expect(await walk(isRequired, actions)).toEqual([])
    }),
    { numRuns: 25 },
  )
  // The ways that matter most, whatever was drawn.
  expect(await walk(true, ['begin', 'wait', 'pay', 'wait', 'withdraw'])).toEqual([])
  expect(await walk(true, ['check', 'wait', 'withdraw'])).toEqual([])
  expect(await walk(true, ['reward', 'wait', 'withdraw'])).toEqual([])
  expect(await walk(false, ['pay', 'withdraw', 'refuse_for_papers', 'wait', 'withdraw'])).toEqual([])
})

test('of whoever registers by paying, when his payment is told', async () => {
  asked.requiredFor = ['withdrawal']
  const visitor = new Visitor(site, { browser: true })
  const path = '/flexreg-api/v1/pay-and-play'
  const { methods } = (await visitor.call('GET', `${path}/form`)).body
  const order = { fields: { country: 'KZ', currency: 'KZT', terms: true }, method_id: methods[0].id, sum: methods[0].min, bonusId: 1 }
  const { body } = await visitor.call('POST', `${path}/begin`, order)
  const ref = /pay\/([\w-]+)/.exec(body.url)![1]!
  await visitor.call('POST', `/dev/api/cashier/${ref}`, { outcome: 'success' })
  const { player_id } = await db.selectFrom('deposit').select('player_id').where('ref', '=', ref).executeTakeFirstOrThrow()
  const steps = await db.selectFrom('identity_step').select('what').where('player_id', '=', player_id).execute()
  expect(steps).toEqual([{ what: 'asked' }])
})
