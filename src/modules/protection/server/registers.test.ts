/** What is remembered of registers of self-exclusion, and whom the house's own looks at. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { DAY, SECOND } from '#lib/time.ts'
import { accountSite, Visitor } from '../../../../test/support/account-site.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { listExcluded } from './house-register.ts'
import type { RegisterAnswer, RegisterPort } from './register-port.ts'
import { createRegisters, timesFor } from './registers.ts'

const { db } = await testDatabase()
const site = await accountSite({ db })
const { clock, limits } = site
let answer: () => RegisterAnswer | 'unclear'
let asked = 0
const warnings: { register: string }[] = []
const port: RegisterPort = {
  name: 'planted',
  simulated: true,
  patienceMs: null,
  ask: async () => ((asked += 1), answer()),
}
const log = { warn: (details: { register: string }) => void warnings.push(details) } as never
const registers = createRegisters({ db, clock, limits, port, log, onClosed: async () => {} })

beforeEach(() => {
  asked = 0
  warnings.length = 0
})

test('about whom it cannot be asked it is not asked at each of his calls, and soon again', async () => {
  const { userId } = await new Visitor(site).oneClick('EUR')
  answer = () => 'unclear'
  for (let n = 0; n < 5; n += 1) expect(await registers.mayPlay(userId, 0)).toMatchObject({ code: 'protection.person_unclear' })
  expect(asked).toBe(1)
  answer = () => ({ listed: false, until: null })
  clock.advance(10 * SECOND)
  expect([await registers.mayPlay(userId, 0), asked]).toEqual([null, 2])
})

test('many questions at once about a player are one for play and one for advertising', async () => {
  const { userId } = await new Visitor(site).oneClick('EUR')
  answer = () => ({ listed: false, until: null })
  const promoted = Array.from({ length: 10 }, () => registers.mayPromote(userId))
  const played = Array.from({ length: 10 }, () => registers.mayPlay(userId, 0))
  expect(new Set(await Promise.all([...promoted, ...played]))).toEqual(new Set([true, null]))
  expect(asked).toBe(2)
})

test('a question for advertising is none for play after a restart', async () => {
  const [never, before] = [await new Visitor(site).oneClick('EUR'), await new Visitor(site).oneClick('EUR')]
  answer = () => ({ listed: false, until: null })
  await registers.mayPlay(before.userId, 0)
  clock.advance(DAY - 1)
  for (const { userId } of [never, before]) expect(await registers.mayPromote(userId)).toBe(true)
  const restarted = async () => {
    const again = createRegisters({ db, clock, limits, port, log, onClosed: async () => {} })
    await again.load()
    return again
  }
  asked = 0
  await (await restarted()).mayPlay(before.userId, 0)
  expect(asked).toBe(0)
  clock.advance(1)
  const again = await restarted()
  for (const { userId } of [never, before]) await again.mayPlay(userId, 0)
  expect(asked).toBe(2)
})

test('one that does not answer is named in the log', async () => {
  const { userId } = await new Visitor(site).oneClick('EUR')
  answer = () => {
    throw new Error('planted')
  }
  expect(await registers.mayPlay(userId, 0)).toMatchObject({ code: 'protection.register_away' })
  expect(warnings).toEqual([{ err: expect.any(Error), register: 'planted' }])
})

test('times that are no longer good are not kept', () => {
  const times = timesFor(DAY)
  for (let player = 0; player < 100; player += 1) times.note(player, player)
  times.note(0, 50)
  expect([times.count(), times.of(0, DAY + 49), times.of(1, DAY + 49)]).toEqual([100, 50, null])
  times.note(500, DAY + 40)
  expect([times.count(), times.of(0, DAY + 40)]).toEqual([61, 50])
})

test('of the excluded only those are read whose mailbox begins alike at the same provider', async () => {
  const mails = ['anna@mail.test', 'anna+two@mail.test', 'bert@mail.test', 'anna@another.test', 'an_a@mail.test']
  for (const email of mails) {
    const { userId } = await new Visitor(site).oneClick('EUR')
    await db.updateTable('player').set({ email, email_key: email }).where('id', '=', userId).execute()
    await sql`INSERT INTO protection_exclusion (player_id, kind, period, reason_id, comment, starts_at)
      VALUES (${userId}, 'self_exclusion', 'forever', 0, '', ${new Date(clock.now())})`.execute(db)
  }
  const person = { email: 'Anna+3@Mail.test', phone: null, firstName: null, lastName: null, birthDate: null, national: null }
  const of = async (email: string | null) => (await listExcluded(db, { ...person, email }, new Date(clock.now()))).map((one) => one.email)
  expect((await of(person.email)).toSorted()).toEqual(['anna+two@mail.test', 'anna@mail.test'])
  expect([await of('an_a@mail.test'), await of(null)]).toEqual([['an_a@mail.test'], []])
})
