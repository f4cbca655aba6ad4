/** `./polosa verify` over the money of players who are erased, or closed out: nothing of it is a fault. */
import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { DAY, MINUTE } from '#lib/time.ts'
import { createFiles } from '#modules/files/server/index.ts'
import { sandboxCallback, sweepPayouts } from '#modules/payments/server/index.ts'
import { createLog } from '#platform/server/log.ts'
import type { Privacy } from '#modules/privacy/server/index.ts'
import { composePrivacy } from '../src/compose/privacy.ts'
import { accountSite, Visitor } from '../test/support/account-site.ts'
import { testDatabase } from '../test/support/database.ts'
import { verify } from './verify.ts'

const { db, url } = await testDatabase()
let privacy: Privacy
const site = await accountSite({
  db,
  change: (config) => {
    config.features['accountTransfer'] = true
    config.transfers = { perEuro: { EUR: '1', USD: '1.08' }, feePermille: 10 }
    config.withdrawals = { ...config.withdrawals, autoMaxEur: '1000' }
  },
  more: ({ app, auth, protection, texts }) => {
    const files = createFiles({ db, clock: auth.deps.clock, keys: auth.deps.keys })
    privacy = composePrivacy({ app, accounts: { auth, protection, files }, texts })
  },
})
const { clock } = site
const log = createLog('silent', false)

/** Names of the checks that are broken, but those of the journal, which nobody writes here. */
async function broken(): Promise<string[]> {
  const lines: string[] = []
  const write = vi.spyOn(process.stdout, 'write').mockImplementation((text) => lines.push(String(text)) > 0)
  await verify(url).finally(() => write.mockRestore())
  return lines.filter((line) => line.startsWith('BROKEN') && !line.startsWith('BROKEN journal'))
}

async function say(ref: string, outcome: 'paid' | 'refunded', amount: string): Promise<void> {
  const { raw, headers } = sandboxCallback(site.keys, { ref, outcome, amount, currency: 'EUR', now: clock.now() })
  const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
  expect(answer.statusCode, answer.body).toBe(200)
}

test('a player who has paid in, changed money, paid out and is erased', async () => {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  await sql`UPDATE player SET must_change_password = false, first_password_until = NULL WHERE id = ${userId}`.execute(db)
  clock.advance(MINUTE)
  const call = async (path: string, body: object) => {
    const { body: answer } = await visitor.call('POST', `/web-api/office/${path}`, body)
    expect(answer.success, JSON.stringify(answer)).toBe(true)
    return answer.data
  }
  const [deposit, other] = [await call('deposit', { method_id: 1, sum: '100' }), await call('deposit', { method_id: 1, sum: '20' })]
  await say(deposit.id, 'paid', '100.00')
  await say(other.id, 'paid', '20.00')
  await say(other.id, 'refunded', '20.00')
  const dollars = (await call('createCurrencyAccount', { currency_id: 1 })).id
  const main = (await site.ledger.balance(userId)).find(({ currency }) => currency.code === 'EUR')!.id
  await call('account/transfer', { account_id: main, to_account_id: dollars, guid: 'erased-transfer-01', transfer_amount: 20 })
  await call('account/transfer', { account_id: dollars, to_account_id: main, guid: 'erased-transfer-02', transfer_amount: 21.38 })
  const [all] = (await site.ledger.balance(userId)).filter(({ balanceMinor }) => balanceMinor > 0n)
  const sum = (Number(all!.balanceMinor) / 100).toFixed(2)
  const payout = await call('withdraw', { account_id: main, method_id: 1, sum, request_key: 'erased-withdrawal-0001' })
  await sweepPayouts({ ...site.payments, log })
  await say(payout.id, 'paid', sum)
  expect(await broken()).toEqual([])
  expect(await erased(userId)).toBe('done')
  expect(await broken()).toEqual([])
})

/** Asked for by its player's own row: the call of the page needs a password of his own. */
async function erased(userId: number): Promise<string> {
  const now = new Date(clock.now())
  await sql`INSERT INTO privacy_request (player_id, kind, language, state, asked_at, due_at) VALUES (${userId}, 'erasure', 'en', 'waiting', ${now}, ${now})`.execute(
    db,
  )
  clock.advance(3 * DAY)
  await privacy.work(log)
  const row = await db.selectFrom('privacy_request').select(['state', 'reason']).where('player_id', '=', userId).executeTakeFirstOrThrow()
  return row.reason ?? row.state
}
