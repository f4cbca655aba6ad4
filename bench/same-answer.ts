/**
 * Whether an answer tells that somebody has an account (ACC-10): registration, sign-in, reset by letter and by phone, the code
 * of a sign-in by phone and the check of a new address, each asked for a player and for nobody in random turns. Compared are
 * status, body (what is drawn anew for each call is replaced by its length) and time. Limits: no answer differs, medians
 * within 5 %, p of the Kolmogorov–Smirnov test above 0.01.
 *
 * The registration is one with a second field that is wrong: the wire wants a right form to say that an address is taken.
 * Password checks take a quarter of the usual work here, so that they hide less of what lies beside them.
 *
 *   node bench/same-answer.ts [--requests=2000] [--settle=15] [--only='new address'] [--quick]
 */
import { accountSite, Visitor, type AccountSite } from '../test/support/account-site.ts'
import { benchDatabase } from './bets-setup.ts'
import { median, option, pause, say, tellLeast, tellLoad, tellMost } from './support/figures.ts'
import { ks } from './support/ks.ts'

/** Of each call, for players and for nobody. */
const requests = option('requests', 2_000, 100)
/** Time for what a call leaves for after its answer, ms: it must not weigh on the next call. */
const settleMs = option('settle', 15)
const only = process.argv.find((word) => word.startsWith('--only='))?.slice('--only='.length)
const WARM_UP = 20
const POOL = 20
const MEDIANS_PERCENT = 5
const P_LEAST = 0.01
const PASSWORD = 'violet tractor 71 hums'

interface Person {
  email: string
  phone: string
}
type Call = (person: Person) => Promise<{ status: number; body: unknown }>

const database = await benchDatabase('polosa_same_answer', 10)
const { db } = database
const numbered = (i: number, kind: string): Person => ({
  email: `${kind}${String(i).padStart(3, '0')}@example.test`,
  phone: `770155${kind === 'owner' ? '1' : '2'}${String(i).padStart(4, '0')}`,
})

async function register(site: AccountSite, email: string): Promise<{ id: number; visitor: Visitor }> {
  const visitor = new Visitor(site)
  const password = await site.encode(PASSWORD)
  const fields = { email, password, birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  return { id: body.userId, visitor }
}

async function prepareCalls(site: AccountSite): Promise<Record<string, Call>> {
  for (let i = 0; i < POOL; i += 1) {
    const { email, phone } = numbered(i, 'owner')
    const { id } = await register(site, email)
    const at = new Date(site.clock.now())
    await db.updateTable('player').set({ phone, phone_confirmed_at: at, email_confirmed_at: at }).where('id', '=', id).execute()
  }
  const asker = (await register(site, 'asker@example.test')).visitor
  const wrong = await site.encode('copper lantern 38 drifts')
  const weak = await site.encode('12345678')
  const visitor = () => new Visitor(site)
  const reset = (login: string) => ({ data: { attributes: { login } } })
  return {
    registration: ({ email }) => {
      const fields = { email, password: weak, birth_date: '01.02.1990', country: 'KZ', currency: 'EUR', terms: true }
      return visitor().call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
    },
    'sign-in': ({ email }) => visitor().call('POST', '/user/auth', { login: email, password: wrong }),
    'reset by letter': ({ email }) => visitor().call('POST', '/web-api/api/internal/v1/user/passwordreset', reset(email)),
    'reset by phone': ({ phone }) => visitor().call('POST', '/web-api/api/internal/v1/user/passwordreset', reset(`+${phone}`)),
    'code to a phone': ({ phone }) => visitor().call('POST', '/sms-auth/send-code', { phone: `+${phone}`, country_code: '' }),
    'new address': ({ email }) => asker.call('POST', '/web-api/office/account/email', { umail: email }),
  }
}

/** What is drawn anew for each answer counts by its length. */
function comparable({ status, body }: { status: number; body: unknown }): string {
  const drawn = new Set(['authId', 'hash'])
  return JSON.stringify([status, body], (key, value: unknown) => (drawn.has(key) ? `${String(value).length} signs` : value))
}

interface Side {
  times: number[]
  answers: Set<string>
}

async function askOnce(call: Call, person: Person, side: Side | null): Promise<void> {
  const begun = performance.now()
  const answer = await call(person)
  const tookMs = performance.now() - begun
  side?.times.push(tookMs)
  side?.answers.add(comparable(answer))
  await pause(settleMs)
  // Back-off and the pause between two codes would answer the next call in place of what is measured.
  await db.deleteFrom('sign_in_failure').execute()
  await db.deleteFrom('challenge').execute()
}

async function measure(name: string, call: Call): Promise<void> {
  const known: Side = { times: [], answers: new Set() }
  const unknown: Side = { times: [], answers: new Set() }
  for (let i = -WARM_UP; i < requests; i += 1) {
    const at = (i + WARM_UP) % POOL
    const turns = [
      () => askOnce(call, numbered(at, 'owner'), i < 0 ? null : known),
      () => askOnce(call, numbered(at, 'ghost'), i < 0 ? null : unknown),
    ]
    // Which comes first is drawn: who always comes second would always meet what the first has left behind.
    for (const turn of Math.random() < 0.5 ? turns : turns.toReversed()) await turn()
  }
  const [one, other] = [median(known.times), median(unknown.times)]
  const { d, p } = ks(known.times, unknown.times)
  const [first] = known.answers
  say(`     ${name}: ${first?.slice(0, 160)}`)
  say(`     ${name}: median of a player ${one.toFixed(2)} ms, of nobody ${other.toFixed(2)} ms, largest distance ${d.toFixed(3)}`)
  tellMost(`${name}: different answers beyond one`, new Set([...known.answers, ...unknown.answers]).size - 1, '', 0)
  tellMost(`${name}: medians differ by`, (Math.abs(one - other) / Math.max(one, other)) * 100, '%', MEDIANS_PERCENT)
  tellLeast(`${name}: p of the KS test`, p, '', P_LEAST)
}

try {
  const site = await accountSite({ db, change: (config) => void (config.auth.loginTypes = ['email', 'phone', 'id']) })
  for (const [name, call] of Object.entries(await prepareCalls(site))) if (name === (only ?? name)) await measure(name, call)
  tellLoad()
} finally {
  await database.stop()
}
