/** What `./polosa verify` says of payments: nothing of sound rows, and the name of what was changed. */
import { beforeAll, expect, test } from 'vitest'
import { createLog } from '#platform/server/log.ts'
import { currencyByCode, verifyAccounts } from '#modules/ledger/server/index.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { brokenOf, plantedIn } from '../../../../test/support/planted-rows.ts'
import { issuePaycheck } from './paychecks.ts'
import { sweepPayouts } from './payouts.ts'
import { sweepReturns } from './returns.ts'
import { sandboxCallback, sandboxProvider } from './sandbox.ts'
import { verifyPayments } from './verify-payments.ts'
import { decideWithdrawal } from './withdrawals.ts'

const { db } = await testDatabase(20)
const site = await accountSite({
  db,
  change: (config) => {
    config.withdrawals = { ...config.withdrawals, autoMaxEur: '10', fourEyesFromEur: '60' }
    config.cashier = {
      ...config.cashier,
      methods: { card: { feeInPermille: 25, feeOutPermille: 10 } },
      rewards: [{ id: 1, title: { en: 'One euro' }, points: 100, amountEur: '1' }],
      firstDeposit: { percent: 50, maxEur: '20', minEur: '10' },
    }
  },
})
const { clock, ledger, payments } = site
const deps = { ...payments, providers: { sandbox: sandboxProvider(site.keys) }, log: createLog('silent', false) }
const office = (name: string) => `/web-api/office/${name}`
let keys = 0
const key = () => `verify-test-key-${String((keys += 1)).padStart(6, '0')}`

async function player() {
  const visitor = new Visitor(site)
  const { userId } = await visitor.oneClick('EUR')
  await db.updateTable('player_profile').set({ bonus_choice: 0 }).where('player_id', '=', userId).execute()
  return { visitor, userId }
}
async function data(visitor: Visitor, path: string, body: object) {
  const answer = await visitor.call('POST', office(path), body)
  expect(answer.body.success, JSON.stringify(answer.body)).toBe(true)
  return answer.body.data
}
const begun = async (visitor: Visitor, sum: string): Promise<string> => (await data(visitor, 'deposit', { method_id: 1, sum })).id
async function say(ref: string, outcome: 'paid' | 'refunded' | 'charged_back' | 'declined', amount: string) {
  const { raw, headers } = sandboxCallback(site.keys, { ref, outcome, amount, currency: 'EUR', now: clock.now() })
  const answer = await site.app.inject({ method: 'POST', url: '/payments/callback/sandbox', headers, payload: raw })
  expect(answer.statusCode, answer.body).toBe(200)
}
async function paid(visitor: Visitor, sum: string, charge: string): Promise<string> {
  const ref = await begun(visitor, sum)
  await say(ref, 'paid', charge)
  return ref
}
const ask = async (visitor: Visitor, sum: string): Promise<string> =>
  (await data(visitor, 'withdraw', { method_id: 1, sum, request_key: key() })).id
async function agreed(ref: string, ...officers: string[]) {
  for (const officer of officers) expect(await decideWithdrawal(deps, { ref, officer, decision: 'agree' })).toMatchObject({ kind: 'done' })
}

/** References by what became of them. */
const refs: Record<string, string> = {}

/** In the order of sums: what is asked for within a day is one sum for the officers. */
async function makeWithdrawals(visitor: Visitor) {
  refs['small'] = await ask(visitor, '5')
  refs['cancelled'] = await ask(visitor, '8')
  await data(visitor, 'cancelwithdrawal', { id: refs['cancelled'] })
  refs['open'] = await ask(visitor, '20')
  refs['refused'] = await ask(visitor, '15')
  await decideWithdrawal(deps, { ref: refs['refused'], officer: 'anna', decision: 'refuse', reason: 'rules' })
  refs['large'] = await ask(visitor, '50')
  await agreed(refs['large'], 'anna', 'boris')
  refs['half'] = await ask(visitor, '70')
  await agreed(refs['half'], 'anna')
  await sweepPayouts(deps)
  await say(refs['small'], 'declined', '4.95')
  await say(refs['large'], 'paid', '49.50')
}

beforeAll(async () => {
  const { visitor, userId } = await player()
  refs['part'] = await paid(visitor, '400', '410.00')
  await say(refs['part'], 'refunded', '100.00')
  await makeWithdrawals(visitor)
  await visitor.call('POST', '/dev/api/cashier/points', { player: userId, points: 300, key: 'told' })
  await data(visitor, 'take-reward', { reward_id: 1, request_key: key() })
  const check = (amountMinor: bigint) =>
    issuePaycheck(deps, { brand: 'polosa', currencyId: currencyByCode('EUR')!.id, amountMinor, officer: 'anna' })
  await data(visitor, 'paycheck', { code: (await check(1500n)).code })
  await check(900n)
  refs['begun'] = await begun(visitor, '30')
  // Taken back whole with their bonus, one below zero; one that was called back before it was paid.
  const other = await player()
  refs['back'] = await paid(other.visitor, '100', '102.50')
  await say(refs['back'], 'charged_back', '102.50')
  refs['never'] = await begun(other.visitor, '10')
  await say(refs['never'], 'refunded', '10.25')
  await say(refs['never'], 'paid', '10.25')
  // Kept apart for one who has excluded himself: one is given back, of the other a part.
  const away = await player()
  ;[refs['given'], refs['held']] = [await begun(away.visitor, '10'), await begun(away.visitor, '20')]
  await db.insertInto('protection_exclusion').values(exclusionOf(away.userId)).execute()
  await say(refs['given'], 'paid', '10.25')
  await sweepReturns(deps)
  await say(refs['held'], 'paid', '20.50')
  await say(refs['held'], 'refunded', '5.00')
})

function exclusionOf(playerId: number) {
  const at = new Date(clock.now())
  return { player_id: playerId, kind: 'self_exclusion', period: 'always', starts_at: at, ends_at: null, reopen_asked_at: null } as const
}

const of = (name: string) => `ref = '${refs[name]}'`

test('sound rows are sound, of every state', async () => {
  expect(brokenOf([...(await verifyPayments(db)), ...(await verifyAccounts(db))])).toEqual([])
  expect(await ledger.checkInvariants()).toEqual([])
  const states = async (table: 'deposit' | 'withdrawal') =>
    (await db.selectFrom(table).select('state').distinct().execute()).map(({ state }) => state as string).toSorted()
  expect(await states('withdrawal')).toEqual(['cancelled', 'paid', 'refused', 'requested'])
  expect(await states('deposit')).toEqual(['charged_back', 'created', 'done', 'held', 'returned'])
})

type Plant = [what: string, change: string, row?: string]

/** Faults by the beginning of the name that has to be told; rows are called by what became of them. */
const PLANTS: Record<string, Plant[]> = {
  'withdrawals: ': [
    ['withdrawal', 'SET amount_minor = amount_minor + 5000', 'large'],
    ['withdrawal', 'SET fee_minor = fee_minor + 1', 'large'],
    ['withdrawal', `SET state = 'cancelled'`, 'large'],
    ['withdrawal', `SET state = 'refused', reason = 'rules'`, 'large'],
    ['withdrawal', `SET state = 'sent', done_at = NULL`, 'large'],
    ['withdrawal', `SET done_at = done_at + interval '1 second'`, 'large'],
    ['withdrawal', `SET sent_at = sent_at + interval '1 second'`, 'large'],
    ['withdrawal', 'SET approvals_needed = 1', 'large'],
    ['withdrawal', `SET state = 'paid'`, 'cancelled'],
    ['withdrawal', `SET state = 'paid', reason = NULL`, 'refused'],
    ['withdrawal', `SET state = 'requested', done_at = NULL`, 'cancelled'],
    ['withdrawal', 'SET account_id = account_id + 1', 'open'],
    ['withdrawal', 'SET player_id = player_id + 1', 'open'],
    ['withdrawal', 'SET balance_after = 1', 'open'],
    ['withdrawal', 'SET amount_minor = amount_minor + 100', 'open'],
    ['withdrawal', 'SET approvals_needed = 0', 'open'],
    ['withdrawal', `SET approvals_needed = 0, state = 'approved'`, 'open'],
    ['withdrawal', `SET state = 'approved'`, 'open'],
    ['withdrawal', 'SET approvals_needed = 1', 'half'],
    ['withdrawal', `SET ref = 'another'`, 'half'],
    ['withdrawal', '', 'large'],
    ['withdrawal', '', 'open'],
    ['withdrawal_approval', ''],
    ['withdrawal_approval', `WHERE officer = 'boris'`],
    ['withdrawal_step', ''],
    ['withdrawal_step', 'WHERE n = 2'],
    ['withdrawal_step', `WHERE state = 'paid'`],
    ['withdrawal_step', `SET state = 'refused' WHERE state = 'paid'`],
    ['ledger_posting', 'WHERE kind = 5'],
    ['ledger_posting', 'WHERE kind = 6'],
    ['ledger_posting', 'WHERE kind = 16'],
  ],
  'deposits: ': [
    ['deposit', 'SET returned_minor = 0', 'part'],
    ['deposit', 'SET returned_minor = returned_minor + 1', 'part'],
    ['deposit', 'SET returned_minor = amount_minor + fee_minor', 'part'],
    ['deposit', 'SET returned_minor = 0', 'back'],
    ['deposit', 'SET bonus_minor = bonus_minor + 1', 'part'],
    ['deposit', 'SET bonus_minor = 0', 'part'],
    ['deposit', 'SET bonus_minor = 1', 'back'],
    ['deposit', `SET state = 'charged_back'`, 'part'],
    ['deposit', `SET state = 'pending'`, 'part'],
    ['deposit', `SET state = 'held'`, 'part'],
    ['deposit', `SET state = 'done'`, 'back'],
    ['deposit', `SET state = 'held'`, 'given'],
    ['deposit', `SET state = 'declined'`, 'held'],
    ['deposit', 'SET returned_minor = 0', 'held'],
    ['deposit', `SET state = 'held'`, 'begun'],
    ['deposit', 'SET returned_minor = 1', 'begun'],
    ['deposit', `SET state = 'held'`, 'never'],
    ['deposit', '', 'part'],
    ['deposit', '', 'given'],
    ['ledger_posting', `WHERE kind = 4 AND key LIKE '%:takeBack%'`],
    ['ledger_posting', `WHERE kind = 4 AND key LIKE '%:giveBack%'`],
    ['ledger_posting', `WHERE kind = 7 AND key LIKE 'first:%'`],
  ],
  'paper checks: ': [
    ['paycheck', 'SET amount_minor = 99900 WHERE credited_at IS NOT NULL'],
    ['paycheck', 'SET player_id = NULL, account_id = NULL, credited_at = NULL'],
    ['paycheck', 'SET player_id = player_id + 1'],
    ['paycheck', `SET player_id = 1, account_id = 1, credited_at = now() WHERE credited_at IS NULL`],
    ['paycheck', ''],
    ['deposit', `SET state = 'charged_back' WHERE provider = 'paycheck'`],
    ['deposit', `SET returned_minor = 1 WHERE provider = 'paycheck'`],
    ['deposit', `WHERE provider = 'paycheck'`],
    ['ledger_posting', `WHERE key LIKE 'paycheck:%'`],
  ],
  'rewards: ': [
    ['reward_taken', 'SET amount_minor = amount_minor + 1'],
    ['reward_taken', 'SET points = points + 1'],
    ['reward_taken', 'SET account_id = account_id + 1'],
    ['reward_taken', 'SET player_id = player_id + 1'],
    ['reward_taken', `SET at = at + interval '1 second'`],
    ['reward_taken', ''],
    ['ledger_posting', `WHERE key LIKE 'reward:%'`],
  ],
}

test.each(Object.entries(PLANTS).flatMap(([named, plants]) => plants.map((plant): [string, ...Plant] => [named, ...plant])))(
  '%s%s %s %s',
  async (named, table, change, row) => {
    const verb = change.startsWith('SET') ? `UPDATE ${table}` : `DELETE FROM ${table}`
    const found = await plantedIn(db, table, `${verb} ${change} ${row ? `WHERE ${of(row)}` : ''}`, verifyPayments)
    expect(found.filter((name) => name.startsWith(named))).not.toEqual([])
  },
)

test.each([
  ['account', 'UPDATE account SET receivable = true WHERE balance_minor > 0', 'accounts: a receivable'],
  ['account', 'UPDATE account SET kind = 0 WHERE kind = 1', 'accounts: payments'],
  ['account', 'UPDATE account SET kind = 1 WHERE kind = 2', 'accounts: payments'],
  ['account', 'UPDATE account SET kind = 1 WHERE kind = 0', 'accounts: payments'],
  ['ledger_posting', 'DELETE FROM ledger_posting WHERE kind = 4', 'postings: '],
  ['ledger_posting', `DELETE FROM ledger_posting WHERE key LIKE 'points:%'`, 'postings: '],
  ['ledger_posting', 'UPDATE ledger_posting SET tx_id = tx_id + 1 WHERE kind = 7', 'postings: '],
  ['ledger_entry', 'DELETE FROM ledger_entry WHERE kind = 6', 'postings: '],
  ...[4, 5, 6, 7, 16].map((kind) => [
    'ledger_posting',
    `UPDATE ledger_posting SET body_hash = gen_random_uuid() WHERE kind = ${kind}`,
    'postings: the key of each',
  ]),
])('accounts and keys in %s: %s', async (table, change, named) =>
  expect((await plantedIn(db, table, change, verifyAccounts)).filter((name) => name.startsWith(named))).not.toEqual([]),
)
