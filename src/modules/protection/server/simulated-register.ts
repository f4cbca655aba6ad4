/** The register of development: it keeps digests of marks only, can be away, and is operated at /dev/register. */
import type { Clock } from '#lib/time.ts'
import type { AuthDeps } from '#modules/auth/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import { marksOf, type RegisterPerson, type RegisterPort } from './register-port.ts'

export interface SimulatedRegister extends RegisterPort {
  /** How many marks of the person are listed now. */
  add(person: RegisterPerson, until: number | null): Promise<number>
  remove(person: RegisterPerson): Promise<void>
  setAway(away: boolean): void
  isAway(): boolean
}

export function simulatedRegister({ db, clock, keys }: { db: Db; clock: Clock; keys: Pick<AuthDeps['keys'], 'mac'> }): SimulatedRegister {
  let away = false
  const digests = (person: RegisterPerson) => marksOf(person).map((mark) => keys.mac('register', mark))
  return {
    name: 'simulated',
    simulated: true,
    patienceMs: null,
    async ask(person) {
      if (away) throw new Error('the register is away')
      const marks = digests(person)
      if (marks.length === 0) return { listed: false, until: null }
      const rows = await db
        .selectFrom('simulated_register')
        .select('until')
        .where('mark', 'in', marks)
        .where((eb) => eb.or([eb('until', 'is', null), eb('until', '>', new Date(clock.now()))]))
        .execute()
      return { listed: rows.length > 0, until: rows.find(({ until }) => until !== null)?.until?.getTime() ?? null }
    },
    async add(person, until) {
      const marks = digests(person)
      const values = { until: until === null ? null : new Date(until), added_at: new Date(clock.now()) }
      for (const mark of marks)
        await db
          .insertInto('simulated_register')
          .values({ mark, ...values })
          .onConflict((conflict) => conflict.column('mark').doUpdateSet(values))
          .execute()
      return marks.length
    },
    async remove(person) {
      const marks = digests(person)
      if (marks.length > 0) await db.deleteFrom('simulated_register').where('mark', 'in', marks).execute()
    },
    setAway: (given) => (away = given),
    isAway: () => away,
  }
}
