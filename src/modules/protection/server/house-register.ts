/**
 * The house as a register of its own (standards RG-11): who has excluded himself at one brand is listed for all of them,
 * and then the register of his country is asked.
 */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import type { Clock } from '#lib/time.ts'
import { isSamePerson, type Described } from '../rules/same-person.ts'
import type { RegisterPerson, RegisterPort } from './register-port.ts'

interface Excluded extends Described {
  until: Date | null
}

export function houseRegister({ db, clock, next }: { db: Db; clock: Clock; next: RegisterPort | undefined }): RegisterPort {
  return {
    name: next?.name ?? 'house',
    simulated: next?.simulated ?? false,
    patienceMs: next?.patienceMs ?? null,
    async ask(person, purpose) {
      const found = (await listExcluded(db, person, new Date(clock.now()))).filter((one) => isSamePerson(person, one))
      if (found.length === 0) return next ? next.ask(person, purpose) : { listed: false, until: null }
      const ends = found.map(({ until }) => until?.getTime() ?? null)
      return { listed: true, until: ends.includes(null) ? null : Math.max(...(ends as number[])) }
    },
  }
}

/**
 * Exclusions in force of people who may be this one. One that was itself made of a register's word says nothing new, and
 * would keep two accounts of one person closed by each other for ever.
 */
async function listExcluded(db: Db, { email, phone, birthDate }: RegisterPerson, now: Date): Promise<Excluded[]> {
  const domain = email?.normalize('NFKC').trim().toLowerCase().split('@').at(-1) ?? null
  const { rows } = await sql<Excluded>`
    SELECT p.email, p.phone, f.first_name AS "firstName", f.last_name AS "lastName", f.birth_date::text AS "birthDate", e.ends_at AS until
    FROM protection_exclusion e JOIN player p ON p.id = e.player_id LEFT JOIN player_profile f ON f.player_id = p.id
    WHERE e.kind = 'self_exclusion' AND e.period <> 'register' AND (e.ends_at IS NULL OR e.ends_at > ${now})
      AND (p.phone = ${phone?.replaceAll(/\D/g, '') ?? null} OR f.birth_date = ${birthDate}::date
        OR p.email_key LIKE '%@' || ${domain}::text)`.execute(db)
  return rows
}
