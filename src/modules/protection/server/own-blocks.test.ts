/** Calendars of limits, the break in one press, closed products and registers of self-exclusion, on a real PostgreSQL. */
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { addDays, addMonths, startOfWeek } from '#lib/calendar.ts'
import { DAY, HOUR, MINUTE } from '#lib/time.ts'
import { inTx } from '#platform/server/db.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { chooseCalendar } from './calendar.ts'
import { setOwnLimit } from './change-limits.ts'
import { excludePlayer } from './exclude.ts'

const { db } = await testDatabase()
let responsible!: SiteConfig['responsible']
const site = await accountSite({ db, startMs: Date.UTC(2026, 10, 30, 20), change: (config) => void (responsible = config.responsible) })
const { clock, protection, register } = site
/** How far the machine's time is ahead of itself. It never goes back while the site stands. */
let aheadMs = 0
const machineMs = performance.now.bind(performance)
const machine = vi.spyOn(performance, 'now').mockImplementation(() => machineMs() + aheadMs)
afterAll(() => machine.mockRestore())

async function player() {
  const visitor = new Visitor(site)
  const { userId, password } = await visitor.oneClick()
  const call = async (method: 'GET' | 'POST', name: string, body?: object) =>
    (await visitor.call(method, `/service-api/limit-service/v1/${name}`, body, { 'x-auth': `Bearer ${visitor.token}` })).body
  const deposit = async (sum: string) =>
    (await visitor.call('POST', '/web-api/office/deposit', { account_id: (await site.ledger.balance(userId))[0]!.id, method_id: 1, sum }))
      .body
  /** Tokens live shorter than the days that pass here. */
  const again = async () => {
    await sql`UPDATE player SET must_change_password = false WHERE id = ${userId}`.execute(db)
    await visitor.signIn(String(userId), password)
  }
  return { userId, password, again, call, deposit }
}

describe('the player’s own calendar (RG-06)', () => {
  const ZONES = ['Asia/Almaty', 'America/New_York', 'Australia/Lord_Howe', 'Asia/Kathmandu', 'Pacific/Apia', 'America/Havana', 'UTC']
  const players = new Map<string, number>()
  beforeAll(async () => {
    for (const [i, zone] of ZONES.entries()) {
      const { userId } = await player()
      players.set(zone, userId)
      await inTx(db, (tx) => chooseCalendar(tx, userId, { zones: ['Mars/Olympus', zone], weekStart: i, windows: 'calendar' }))
    }
  })

  it('2,000 moments: days, weeks and months begin where the calendar says, through changes of the clock, leap days and ends of months', async () => {
    const at = fc.integer({ min: Date.UTC(2027, 0, 1), max: Date.UTC(2029, 0, 1) })
    const samples = fc.sample(fc.record({ at, zone: fc.constantFrom(...ZONES), days: fc.constantFrom(1, 7, 30) }), {
      numRuns: 2_000,
      seed: 64,
    })
    const given = samples.map((one, n) => ({ n, p: players.get(one.zone), d: one.days, at: new Date(one.at) }))
    const { rows } = await sql<{
      n: number
      first: string
      next: string
      same: boolean
    }>`SELECT n, limit_first_day(p, d, at)::text AS first,
      limit_day(p, limit_restarts(p, d, at))::text AS next, limit_restarts(p, d, at) > at AS same
      FROM json_to_recordset(${JSON.stringify(given)}::json) AS r(n int, p int, d smallint, at timestamptz) ORDER BY n`.execute(db)
    const expected = samples.map(({ at: moment, zone, days }, n) => {
      const day = new Intl.DateTimeFormat('en-CA', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)
      const first = days === 1 ? day : days === 7 ? startOfWeek(day, ZONES.indexOf(zone)) : `${day.slice(0, 8)}01`
      const next = days === 1 ? addDays(day, 1) : days === 7 ? addDays(first, 7) : addMonths(first, 1)
      return { n, first, next, same: true }
    })
    expect(rows).toEqual(expected)
  })

  it('is chosen with the first limit and does not move with the player', async () => {
    const one = await player()
    const set = (period: string, time_zone: string) => one.call('POST', 'limits', { type: 'deposit', period, amount: '50', time_zone })
    // 30 November, 20:00 in Greenwich, is 1 December in Almaty.
    expect((await set('month', 'Asia/Almaty')).restartsAt).toBe(Date.UTC(2026, 11, 31, 19) / 1000)
    expect((await set('day', 'America/New_York')).restartsAt).toBe(Date.UTC(2026, 11, 1, 19) / 1000)
    expect((await one.call('POST', 'limits', { type: 'loss', period: 'day', amount: '50', time_zone: 'a;b' })).status).not.toBe(200)
    expect((await one.deposit('50')).success).toBe(true)
    expect((await one.deposit('10')).message).toMatch(/left today|this month/)
  })

  it('a brand whose profile asks for it counts deposits and time over the last hours', async () => {
    const one = await player()
    await one.again()
    responsible.profile = 'strict'
    try {
      expect((await one.call('GET', 'availablelimits')).windows).toBe('rolling')
      const set = await one.call('POST', 'limits', { type: 'deposit', period: 'month', amount: '50', time_zone: 'Asia/Almaty' })
      expect(set).not.toHaveProperty('restartsAt')
    } finally {
      responsible.profile = 'standard'
    }
    // His windows stay, whatever becomes of the brand's profile.
    expect((await one.call('GET', 'availablelimits')).windows).toBe('rolling')
    expect((await one.deposit('50')).success).toBe(true)
    await sql`UPDATE deposit SET state = 'done', done_at = ${new Date(clock.now())} WHERE player_id = ${one.userId}`.execute(db)
    clock.advance(30 * DAY - MINUTE)
    await one.again()
    expect((await one.deposit('10')).message).toMatch(/for 30 days .* is left now/)
    clock.advance(MINUTE)
    expect((await one.deposit('10')).success).toBe(true)
    expect((await one.call('GET', 'limits')).limits[0]).toMatchObject({ used: 10, left: 40 })
  })

  it('limits of time are told like all others', async () => {
    const { userId } = await player()
    const limits = site.limits
    const wanted = { playerId: userId, kind: 'session' as const, period: 'day' as const, currencyId: 0, raiseWaitMs: DAY }
    await setOwnLimit({ db, clock, limits }, { ...wanted, amount: 60n })
    await setOwnLimit({ db, clock, limits }, { ...wanted, amount: 30n })
    const { rows } = await sql<{
      payload: { template: string; params: object }
    }>`SELECT payload FROM outbox WHERE topic = 'player.message' ORDER BY id DESC LIMIT 2`.execute(db)
    expect(rows.map(({ payload }) => [payload.template, payload.params])).toEqual([
      ['limit_lowered', { minutes: 30, limit: 'session', period: 'day' }],
      ['limit_set', { minutes: 60, limit: 'session', period: 'day' }],
    ])
  })
})

it('the panic button closes for 24 hours in one press, without a password, however often at once', async () => {
  const one = await player()
  const all = await Promise.all(Array.from({ length: 8 }, () => one.call('POST', 'panic')))
  expect(new Set(all.map(({ blockedUntil }) => blockedUntil))).toEqual(new Set([(clock.now() + DAY) / 1000]))
  expect((await one.deposit('10')).success).not.toBe(true)
  clock.advance(DAY - 1)
  expect(protection.gate({}, ['/web-api/office/deposit'], one.userId)).toMatchObject({ code: 'protection.on_a_break' })
  clock.advance(1)
  expect(protection.gate({}, ['/web-api/office/deposit'], one.userId)).toBeNull()
})

it('whoever presses the panic button on and on writes one row, and none under what closes for longer', async () => {
  const one = await player()
  const rows = () => db.selectFrom('protection_exclusion').select('period').where('player_id', '=', one.userId).execute()
  const first = clock.now()
  for (let n = 0; n < 20; n += 1) {
    expect(await one.call('POST', 'panic')).toEqual({ blockedUntil: Math.floor((first + DAY) / 1000) })
    clock.advance(1_000)
  }
  expect(await rows()).toEqual([{ period: '24h' }])
  // Later it is a break of its own: it lasts its 24 hours.
  clock.advance(MINUTE)
  expect(await one.call('POST', 'panic')).toEqual({ blockedUntil: Math.floor((clock.now() + DAY) / 1000) })
  await excludePlayer(site, { playerId: one.userId, period: 'always', reasonId: 0, comment: '' })
  expect(await one.call('POST', 'panic')).toEqual({ blockedUntil: 0 })
  expect((await rows()).map(({ period }) => period)).toEqual(['24h', '24h', 'always'])
})

it('a product closes at once and opens after the wait and a second yes with the password (RG-24)', async () => {
  const one = await player()
  const act = (action: string, product = 'live', more = {}) => one.call('POST', 'products', { action, product, ...more })
  expect((await one.call('GET', 'products')).products.map(({ product }: { product: string }) => product)).toEqual([
    'line',
    'live',
    'virtual',
  ])
  expect(await act('open')).toMatchObject({ status: 409, errorCode: 92, type: '/problems/protection-not-closed', field: 'product' })
  await Promise.all([act('close'), act('close'), act('close')])
  await act('close', 'casino')
  const live = (virtual: boolean, isLive: boolean) => protection.isProductClosed(one.userId, { virtual, live: isLive })
  expect([live(false, true), live(false, false), live(true, true)]).toEqual([true, false, false])
  expect(protection.gate({ feature: 'casino' }, ['/casino-api/open'], one.userId)).toMatchObject({ code: 'protection.product_closed' })
  expect(protection.gate({ feature: 'line' }, ['/x'], one.userId)).toBeNull()
  expect((await act('open')).products.find(({ product }: { product: string }) => product === 'live').pending.activeFrom).toBe(
    (clock.now() + DAY) / 1000,
  )
  const password = await site.encode(one.password)
  clock.advance(DAY - MINUTE)
  await one.again()
  await act('confirm', 'live', { password })
  expect(live(false, true)).toBe(true)
  clock.advance(MINUTE)
  await act('confirm', 'live', { password: await site.encode('not this one') })
  expect(live(false, true)).toBe(true)
  await act('confirm', 'live', { password })
  expect(live(false, true)).toBe(false)
  expect(
    (await sql`SELECT 1 FROM protection_event WHERE player_id = ${one.userId} AND what = 'product_closed'`.execute(db)).rows,
  ).toHaveLength(2)
})

it('a casino asks for the age of the visitor’s country, the day there is one (AC-14)', async () => {
  responsible.casinoMinAge = { GE: 25, KZ: 21 }
  const bornYearsAgo = async (years: number, days = 0) => {
    const one = await player()
    const now = new Date(clock.now())
    const day = new Date(Date.UTC(now.getUTCFullYear() - years, now.getUTCMonth(), now.getUTCDate() + days))
    await sql`UPDATE player_profile SET birth_date = ${day.toISOString().slice(0, 10)} WHERE player_id = ${one.userId}`.execute(db)
    return one
  }
  const gate = async ({ userId }: { userId: number }, country: string, feature = 'casino') => {
    const ctx = { config: { responsible }, country, identity: {} }
    return (await protection.gate({ feature }, ['/casino-api/open'], userId, ctx as never))?.code ?? null
  }
  const young = 'protection.too_young'
  const grown = await bornYearsAgo(22)
  expect([await gate(grown, 'KZ'), await gate(grown, 'DE'), await gate(grown, 'GE', 'virtual')]).toEqual([null, null, null])
  expect([await gate(grown, 'GE'), await gate(grown, 'ge', 'poker')]).toEqual([young, young])
  expect(await grown.call('GET', 'may-enter?product=casino')).toEqual({ open: true })
  // Two days before the birthday nobody is old enough anywhere; nor is a player who has not told his birthday.
  for (const one of [await bornYearsAgo(21, 2), await player()]) {
    expect(await gate(one, 'KZ')).toBe(young)
    expect(JSON.stringify(await one.call('GET', 'may-enter?product=casino'))).toContain('21')
    expect(await one.call('GET', 'may-enter?product=line')).toEqual({ open: true })
  }
  responsible.casinoMinAge = {}
})

describe('registers of self-exclusion (RG-14)', () => {
  /** One that did not answer is asked again after a second of the machine. */
  const peace = () => void (aheadMs += 1_100)
  const person = { email: null, phone: null, firstName: null, lastName: null, birthDate: null, national: null }

  it('who stands there gets no account; nobody does while the register is away', async () => {
    await register.add({ ...person, email: 'Listed@Example.test' }, null)
    expect(await protection.mayJoin({ ...person, email: 'listed@example.test ' })).toMatchObject({
      code: 'protection.registered_elsewhere',
    })
    expect(await protection.mayJoin({ ...person, email: 'another@example.test' })).toBeNull()
    register.setAway(true)
    expect(await protection.mayJoin(person)).toMatchObject({ code: 'protection.register_away', status: 503 })
    const refused = await new Visitor(site).call('POST', '/flexreg-api/v1/registration/submit', {
      type: 'fast_reg',
      fields: { country: 'KZ', currency: 'EUR', terms: true },
    })
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([503, expect.stringContaining('does not answer')])
    register.setAway(false)
    peace()
  })

  it('whom it cannot be asked about gets no account; a new session asks again', async () => {
    const ask = register.ask
    register.ask = async () => 'unclear' as const
    expect(await protection.mayJoin(person)).toMatchObject({ code: 'protection.person_unclear', field: 'personal_code' })
    const purposes: string[] = []
    register.ask = async (who, purpose) => (purposes.push(purpose), ask(who, purpose))
    try {
      const one = await player()
      for (let i = 0; i < 2; i += 1) await one.deposit('10')
      await protection.mayPromote(one.userId)
      await protection.mayPromote(one.userId)
      clock.advance(MINUTE)
      await one.again()
      await one.deposit('10')
      // Registration, its session, an advertisement, the second session.
      expect(purposes).toEqual(['play', 'play', 'marketing', 'play'])
    } finally {
      register.ask = ask
    }
  })

  it('who is written there later is closed with his next call, and comes back by his own wish a day after its end', async () => {
    const one = await player()
    await sql`UPDATE player SET phone = '77010001122' WHERE id = ${one.userId}`.execute(db)
    expect((await one.deposit('10')).success).toBe(true)
    expect(await protection.mayPromote(one.userId)).toBe(true)
    await register.add({ ...person, phone: '+7 701 000-11-22' }, clock.now() + DAY + HOUR)
    clock.advance(DAY)
    await one.again()
    const both = await Promise.all([one.deposit('10'), one.deposit('10')])
    expect(both.map(({ success }) => success === true)).toEqual([false, false])
    expect(await protection.mayPromote(one.userId)).toBe(false)
    expect((await one.call('GET', 'limits')).closed).toMatchObject({ kind: 'self_exclusion', mayReopen: false })
    const { rows } = await sql`SELECT 1 FROM protection_exclusion WHERE player_id = ${one.userId} AND period = 'register'`.execute(db)
    expect(rows).toHaveLength(1)
    clock.advance(2 * HOUR)
    await one.again()
    expect((await one.call('GET', 'limits')).closed).toMatchObject({ mayReopen: true })
  })

  it('while it is away nothing is paid in by whom it was not asked about today; others and everything else go on', async () => {
    const [asked, other] = [await player(), await player()]
    expect((await asked.deposit('10')).success).toBe(true)
    register.setAway(true)
    expect((await asked.deposit('10')).success).toBe(true)
    clock.advance(25 * HOUR)
    await other.again()
    expect((await other.deposit('10')).success).not.toBe(true)
    expect(await protection.mayPromote(other.userId)).toBe(false)
    expect((await other.call('GET', 'limits')).closed).toBeNull()
    register.setAway(false)
    peace()
    expect((await other.deposit('10')).success).toBe(true)
  })
})

describe('who is excluded at one brand is excluded at all of them (RG-11)', () => {
  const known = { email: null, phone: null, firstName: 'Zarina', lastName: 'Akhmetova', birthDate: '1988-02-29', national: null }
  const named = (userId: number) =>
    sql`UPDATE player_profile SET first_name = 'Zarina', last_name = 'Akhmetova', birth_date = '1988-02-29' WHERE player_id = ${userId}`.execute(
      db,
    )
  const at = (brand: string) => new Visitor(site, { headers: { 'x-test-brand': brand } })

  it('no new account there, under another address and with a typing error; somebody else may', async () => {
    const one = await player()
    await named(one.userId)
    const email = 'zarina@mail.example'
    await sql`UPDATE player SET email = ${email}, email_key = ${email} WHERE id = ${one.userId}`.execute(db)
    expect(await protection.mayJoin(known)).toBeNull()
    await sql`INSERT INTO protection_exclusion (player_id, kind, period, starts_at, ends_at)
      VALUES (${one.userId}, 'self_exclusion', '6m', ${new Date(clock.now())}, ${new Date(clock.now() + 180 * DAY)})`.execute(db)
    const refused = { code: 'protection.registered_elsewhere' }
    expect(await protection.mayJoin(known)).toMatchObject(refused)
    expect(await protection.mayJoin({ ...known, lastName: 'Ahmetova', email: 'new@other.example' })).toMatchObject(refused)
    expect(await protection.mayJoin({ ...known, lastName: 'Akhmetov', firstName: 'Timur' })).toBeNull()

    const password = await site.encode('a-quiet-lantern-7')
    const submit = async (mail: string) =>
      at('kairos').call('POST', '/flexreg-api/v1/registration/submit', {
        type: 'full_reg',
        fields: { email: mail, password, birth_date: '1991-01-01', country: 'KZ', currency: 'EUR', terms: true },
      })
    expect([(await submit('zarina+2@mail.example')).status, (await submit('somebody@mail.example')).status]).toEqual([403, 200])
    clock.advance(180 * DAY)
    expect(await protection.mayJoin(known)).toBeNull()
  })

  it('an account that he has there already is closed with its next session, as long as the first', async () => {
    const [one, other] = [await player(), await player()]
    for (const { userId } of [one, other])
      await sql`UPDATE player_profile SET first_name = 'Pavel', last_name = 'Dvoynik', birth_date = '1979-09-09' WHERE player_id = ${userId}`.execute(
        db,
      )
    await sql`UPDATE player SET brand = 'kairos' WHERE id = ${one.userId}`.execute(db)
    expect((await other.deposit('10')).success).toBe(true)
    const until = clock.now() + 180 * DAY
    await sql`INSERT INTO protection_exclusion (player_id, kind, period, starts_at, ends_at)
      VALUES (${one.userId}, 'self_exclusion', '6m', ${new Date(clock.now())}, ${new Date(until)})`.execute(db)
    clock.advance(MINUTE)
    await other.again()
    expect((await other.deposit('10')).success).not.toBe(true)
    expect((await other.call('GET', 'limits')).closed).toMatchObject({ kind: 'self_exclusion' })
    expect(await protection.mayPromote(other.userId)).toBe(false)
    const { rows } = await sql<{ ends_at: Date }>`SELECT ends_at FROM protection_exclusion WHERE player_id = ${other.userId}`.execute(db)
    expect(rows.map(({ ends_at }) => ends_at.getTime())).toEqual([until])
  })
})

it('an exclusion that comes while a payment is being credited is told after it: none is credited once it is (RG-10)', async () => {
  const { userId, call } = await player()
  let told: unknown = null
  const excluded = await inTx(db, async (tx) => {
    expect(await protection.mayCredit(tx, userId)).toBe(true)
    const asked = call('POST', 'BlockUser', { period: '1y', reason_id: 4 }).then((answer) => (told = answer))
    await vi.waitFor(async () => {
      const { rows } = await sql`SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = ${userId}
        AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`.execute(db)
      expect(told !== null || rows.length > 0).toBe(true)
    })
    expect(told).toBe(null)
    return { asked }
  })
  await excluded.asked
  expect(await inTx(db, (tx) => protection.mayCredit(tx, userId))).toBe(false)
})
