/**
 * The house as a register of its own (standards RG-11): who has excluded himself at one brand is listed for all of them,
 * and then the register of his country is asked.
 */
import { sql } from 'kysely'
import type { Db } from '#platform/server/db.ts'
import type { Clock } from '#lib/time.ts'
import { isSamePerson, plainEmail, type Described } from '../rules/same-person.ts'
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

/** "anna@mail.test" as "anna" and "@mail.test". */
function mailboxOf(email: string): [string, string] {
  const plain = plainEmail(email)
  const at = plain.lastIndexOf('@')
  return [plain.slice(0, at), plain.slice(at)]
}

/**
 * Exclusions in force of people who may be this one. One that was itself made of a register's word says nothing new, and
 * would keep two accounts of one person closed by each other for ever.
 */
export async function listExcluded(db: Db, { email, phone, birthDate }: RegisterPerson, now: Date): Promise<Excluded[]> {
  // Half of all people have their mailbox at one provider: a mailbox begins with its name, whatever stands behind a plus.
  const [mailbox, provider] = email ? mailboxOf(email) : [null, null]
  const { rows } = await sql<Excluded>`
    SELECT p.email, p.phone, f.first_name AS "firstName", f.last_name AS "lastName", f.birth_date::text AS "birthDate", e.ends_at AS until
    FROM protection_exclusion e JOIN player p ON p.id = e.player_id LEFT JOIN player_profile f ON f.player_id = p.id
    WHERE e.kind = 'self_exclusion' AND e.period <> 'register' AND (e.ends_at IS NULL OR e.ends_at > ${now})
      AND (p.phone = ${phone?.replaceAll(/\D/g, '') ?? null} OR f.birth_date = ${birthDate}::date
        OR (starts_with(p.email_key, ${mailbox}::text) AND right(p.email_key, length(${provider}::text)) = ${provider}::text))`.execute(db)
  return rows
}
