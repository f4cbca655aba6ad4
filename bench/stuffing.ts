/**
 * Credential stuffing on the accounts of the product (ACC-11): 50,000 pairs from one network and from many, in parallel, and
 * one account that is tried under all its names with all the patience there is. Counted are the checks of passwords that
 * really ran, at the hasher. Limits: no check above what the limits on guessing allow, at most a hundred tries in a row at
 * one account, and the sessions of the victims live on.
 *
 *   node bench/stuffing.ts [--pairs=50000] [--victims=100] [--networks=200] [--quick]
 */
import { DEFAULT_LIMITS } from '#modules/auth/server/index.ts'
import { accountSite, Visitor, type AccountSite } from '../test/support/account-site.ts'
import { beyond, countChecks, exhaust, stuff, triesAllowed, type Pair } from '../test/support/stuffing-bot.ts'
import { benchDatabase } from './bets-setup.ts'
import { option, say, tellLoad, tellMost } from './support/figures.ts'

const pairs = option('pairs', 50_000, 2_000)
const victims = option('victims', 100, 10)
const networks = option('networks', 200, 10)
const IN_FLIGHT = 64
const IN_A_ROW = 100
/** Moments of the bursts at the victims, ms: behind the first lock, and behind the second. */
const BURSTS = [0, 31_000, 92_000]
const WINDOW_MS = 600_000
const PASSWORD = 'violet tractor 71 hums'

const database = await benchDatabase('polosa_stuffing', 30)
const { db } = database
const perNetwork = DEFAULT_LIMITS.signInsPerNetwork

interface Victim {
  email: string
  id: number
  stored: string
  visitor: Visitor
}

async function register(site: AccountSite, email: string, password: string): Promise<Victim> {
  const visitor = new Visitor(site)
  const fields = { email, password, birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  const { password_hash: stored } = await db
    .selectFrom('player')
    .select('password_hash')
    .where('id', '=', body.userId)
    .executeTakeFirstOrThrow()
  return { email, id: body.userId, stored, visitor }
}

function* many(count: number, of: (i: number) => Omit<Pair, 'password'>, passwords: readonly string[]): Generator<Pair> {
  for (let i = 0; i < count; i += 1) yield { ...of(i), password: passwords[i % passwords.length]! }
}

/** Calls that one network gets through in the time that has passed: its window is ten minutes of the machine's clock. */
const throughOne = (begunMs: number) => perNetwork * (1 + Math.floor((performance.now() - begunMs) / WINDOW_MS))

try {
  const site = await accountSite({ db, trustProxy: true, limits: { signInsPerNetwork: perNetwork } })
  const checks = countChecks(site.auth.deps.passwords)
  const right = await site.encode(PASSWORD)
  const wrong = await Promise.all(Array.from({ length: 20 }, (_, i) => site.encode(`copper lantern ${i} drifts`)))
  const targets: Victim[] = []
  for (let i = 0; i < victims; i += 1) targets.push(await register(site, `victim${i}@example.test`, right))

  await oneNetwork(site, checks, wrong)
  await manyNetworks(site, checks, wrong)
  await fewAccounts(site, checks, wrong, targets)
  await onePatiently(site, checks, wrong[0]!, right)
  tellLoad()
} finally {
  await database.stop()
}

type Counted = ReturnType<typeof countChecks>

async function oneNetwork(site: AccountSite, checks: Counted, wrong: readonly string[]): Promise<void> {
  const begun = performance.now()
  const before = checks.all
  const sent = Math.round(pairs * 0.1)
  await stuff(
    site,
    many(sent, (i) => ({ login: `wide${i}@example.test`, ip: '203.0.113.9' }), wrong),
    IN_FLIGHT,
  )
  const allowed = throughOne(begun)
  const ran = checks.all - before
  say(`     one network: ${sent} pairs, ${ran} checks of passwords, ${allowed} allowed`)
  tellMost('one network: checks above what it may ask', Math.max(0, ran - allowed), '', 0)
}

async function manyNetworks(site: AccountSite, checks: Counted, wrong: readonly string[]): Promise<void> {
  const begun = performance.now()
  const before = checks.all
  const sent = Math.round(pairs * 0.4)
  const addressOf = (i: number) => `198.18.${Math.floor((i % networks) / 250)}.${(i % networks) % 250}`
  const loot = await stuff(
    site,
    many(sent, (i) => ({ login: `other${i}@example.test`, ip: addressOf(i) }), wrong),
    IN_FLIGHT,
  )
  const allowed = throughOne(begun)
  const ran = checks.all - before
  say(`     ${networks} networks: ${sent} pairs of as many names, ${ran} checks of passwords, ${allowed * networks} allowed`)
  tellMost('many networks: calls above what each may ask', beyond(loot.passed, allowed), '', 0)
  tellMost('many networks: checks above what they may ask', Math.max(0, ran - allowed * networks), '', 0)
}

/** Every call has an address of its own, so that only the count of the name stands in its way. */
async function fewAccounts(site: AccountSite, checks: Counted, wrong: readonly string[], targets: readonly Victim[]): Promise<void> {
  const before = checks.all
  const names = targets.flatMap(({ email, id }) => [email, String(id)])
  const each = Math.round((pairs * 0.5) / BURSTS.length)
  let opened = 0
  for (const [burst, at] of BURSTS.entries()) {
    if (burst > 0) site.clock.advance(at - BURSTS[burst - 1]!)
    const addressOf = (i: number) => `10.${burst * 64 + (i >> 16)}.${(i >> 8) & 255}.${i & 255}`
    opened += (
      await stuff(
        site,
        many(each, (i) => ({ login: names[i % names.length]!, ip: addressOf(i) }), wrong),
        IN_FLIGHT,
      )
    ).opened
  }
  const allowed = triesAllowed(BURSTS)
  const ran = checks.all - before
  const own = new Map(targets.map(({ stored }) => [stored, checks.of.get(stored) ?? 0]))
  say(
    `     ${targets.length} accounts under two names: ${each * BURSTS.length} pairs in ${BURSTS.length} bursts, ${ran} checks, ${allowed * names.length} allowed`,
  )
  tellMost('few accounts: checks above what each of their names allows', beyond(own, allowed * 2), '', 0)
  tellMost('few accounts: checks above what all allow', Math.max(0, ran - allowed * names.length), '', 0)
  tellMost('few accounts: sessions that the bot opened', opened, '', 0)
  const alive = await Promise.all(targets.map(({ visitor }) => visitor.call('GET', '/web-api/office/getsessionid')))
  tellMost('few accounts: sessions of victims that ended', alive.filter(({ status }) => status !== 200).length, '', 0)
}

async function onePatiently(site: AccountSite, checks: Counted, wrong: string, right: string): Promise<void> {
  const { email, id, stored } = await register(site, 'patient@example.test', right)
  await db.updateTable('player').set({ phone: '77015550001', login_key: 'quiet.reader' }).where('id', '=', id).execute()
  const tries = await exhaust(site, checks, { names: [email, String(id), '+77015550001', 'quiet.reader'], stored }, wrong)
  tellMost('one account under four names, every lock waited out: tries in a row', tries, '', IN_A_ROW)
}
