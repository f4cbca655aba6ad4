/**
 * Whether somebody stands in a register of self-exclusion: asked before he gets an account, before his first call of
 * money or play after he signed in and of a day, and before he is advertised to. Who stands there is closed like one who excluded himself.
 */
import { sql } from 'kysely'
import { DAY, SECOND } from '#lib/time.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { closedState } from '../rules/exclusion.ts'
import { insertExclusion, type ExcludeDeps } from './exclude.ts'
import type { RegisterAnswer, RegisterPerson, RegisterPort, RegisterPurpose } from './register-port.ts'
import { listExclusions, lockPlayer } from './store.ts'

/** What a register has said is good for so long. */
const GOOD_FOR_MS = DAY
/** One that did not answer is left in peace so long, by the machine's own time: nobody waits for it one after the other. */
const PEACE_MS = SECOND
/** Who cannot be asked about is asked about again after so long: he may have said more of himself. */
const UNCLEAR_MS = 10 * SECOND

export interface Registers {
  /** Before an account is made. Problems: protection.registered_elsewhere (403, 42), protection.person_unclear (422, field personal_code), protection.register_away (503). */
  mayJoin(person: RegisterPerson): Promise<Problem | null>
  /** Before money or play: at once when the register was asked today and since this moment, that of the sign-in. Problems: protection.register_away (503), protection.person_unclear (422). */
  mayPlay(playerId: number, since: number): Problem | null | Promise<Problem | null>
  /** Before a player is advertised to. */
  mayPromote(playerId: number): Promise<boolean>
  load(): Promise<void>
}

interface RegisterDeps extends ExcludeDeps {
  port: RegisterPort
  /** The personal number of a player's paper; module `account` keeps it. */
  nationalOf?(playerId: number): Promise<RegisterPerson['national']>
  log?: Pick<Logger, 'warn'> | undefined
  /** After a commit that has closed an account. */
  onClosed(playerId: number): Promise<void>
}

async function selectPerson({ db, nationalOf }: RegisterDeps, playerId: number): Promise<RegisterPerson> {
  const { rows } = await sql<{
    email: string | null
    phone: string | null
    first_name: string | null
    last_name: string | null
    born: string | null
  }>`
    SELECT p.email, p.phone, f.first_name, f.last_name, f.birth_date::text AS born
    FROM player p LEFT JOIN player_profile f ON f.player_id = p.id WHERE p.id = ${playerId}`.execute(db)
  const row = rows[0]
  return {
    email: row?.email ?? null,
    phone: row?.phone ?? null,
    firstName: row?.first_name ?? null,
    lastName: row?.last_name ?? null,
    birthDate: row?.born ?? null,
    national: (await nationalOf?.(playerId)) ?? null,
  }
}

/** What the register said last. When it was asked stands there for play only: that is what is read after a restart. */
async function upsertAnswer(tx: Tx, playerId: number, said: { register: string; listed: boolean }, asked: Asked): Promise<void> {
  if (asked.purpose === 'marketing')
    return void (await tx.updateTable('protection_register').set(said).where('player_id', '=', playerId).execute())
  const row = { ...said, asked_at: new Date(asked.at) }
  await tx
    .insertInto('protection_register')
    .values({ player_id: playerId, ...row })
    .onConflict((conflict) => conflict.column('player_id').doUpdateSet(row))
    .execute()
}

interface Asked {
  purpose: RegisterPurpose
  at: number
}

/** Notes the answer and closes whom the register names, both or neither. True when that closed an account. */
async function noteAnswer(deps: RegisterDeps, playerId: number, purpose: RegisterPurpose, answer: RegisterAnswer): Promise<boolean> {
  const { db, clock, limits, port } = deps
  const now = clock.now()
  return inTx(db, async (tx) => {
    await lockPlayer(tx, playerId)
    await upsertAnswer(tx, playerId, { register: port.name, listed: answer.listed }, { purpose, at: now })
    if (!answer.listed || closedState(await listExclusions(tx, playerId), now)?.exclusion.kind === 'self_exclusion') return false
    // Where the register names no end it is asked again after a day, and the player has to ask to come back then.
    const endsAt = answer.until !== null && answer.until > now ? answer.until : now + GOOD_FOR_MS
    await insertExclusion(tx, limits, { playerId, kind: 'self_exclusion', period: 'register', startsAt: now, endsAt })
    return true
  })
}

async function inTime<T>(work: Promise<T>, patienceMs: number | null): Promise<T> {
  if (patienceMs === null) return work
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the register did not answer in time')), patienceMs)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

type Times = ReturnType<typeof timesFor>

/** A time for each player, good for so long. Those that are no longer good go when another is noted, the oldest first. */
export function timesFor(goodForMs: number) {
  const times = new Map<number, number>()
  const isOver = (at: number, now: number) => now - at >= goodForMs
  return {
    note(playerId: number, at: number): void {
      for (const [id, other] of times) {
        if (!isOver(other, at)) break
        times.delete(id)
      }
      times.delete(playerId)
      times.set(playerId, at)
    },
    /** Null: none, or no longer good. */
    of(playerId: number, now: number): number | null {
      const at = times.get(playerId)
      return at === undefined || isOver(at, now) ? null : at
    },
    count: () => times.size,
  }
}

export function createRegisters(deps: RegisterDeps): Registers {
  const { db, clock, port, log } = deps
  /** When each player was asked about, for play and for advertising; and about whom nothing could be asked. */
  const askedAt: Record<RegisterPurpose, Times> = { play: timesFor(GOOD_FOR_MS), marketing: timesFor(GOOD_FOR_MS) }
  const unclearAt: Record<RegisterPurpose, Times> = { play: timesFor(UNCLEAR_MS), marketing: timesFor(UNCLEAR_MS) }
  const asking: Record<RegisterPurpose, Map<number, Promise<Problem | null>>> = { play: new Map(), marketing: new Map() }
  let peaceUntil = 0
  const away = () => problem('protection.register_away', { status: 503, wire: 42 })
  const unclear = () => problem('protection.person_unclear', { status: 422, wire: 42, field: 'personal_code' })

  async function ask(person: RegisterPerson, purpose: RegisterPurpose): Promise<RegisterAnswer | 'unclear' | null> {
    if (performance.now() < peaceUntil) return null
    try {
      return await inTime(port.ask(person, purpose), port.patienceMs)
    } catch (err) {
      log?.warn({ err, register: port.name }, 'the register of self-exclusions did not answer')
      peaceUntil = performance.now() + PEACE_MS
      return null
    }
  }

  async function askOf(playerId: number, purpose: RegisterPurpose): Promise<Problem | null> {
    if (unclearAt[purpose].of(playerId, clock.now()) !== null) return unclear()
    const answer = await ask(await selectPerson(deps, playerId), purpose)
    if (answer === null) return away()
    if (answer === 'unclear') {
      unclearAt[purpose].note(playerId, clock.now())
      return unclear()
    }
    const closed = await noteAnswer(deps, playerId, purpose, answer)
    askedAt[purpose].note(playerId, clock.now())
    if (closed) await deps.onClosed(playerId)
    return null
  }

  const isGood = (playerId: number, purpose: RegisterPurpose, since: number) => {
    const at = askedAt[purpose].of(playerId, clock.now())
    return at !== null && at >= since
  }

  /** Many at once put one question. */
  function askOnce(playerId: number, purpose: RegisterPurpose): Promise<Problem | null> {
    const running = asking[purpose]
    let work = running.get(playerId)
    if (!work) running.set(playerId, (work = askOf(playerId, purpose).finally(() => running.delete(playerId))))
    return work
  }

  return {
    mayPlay: (playerId, since) => (isGood(playerId, 'play', since) ? null : askOnce(playerId, 'play')),
    mayPromote: async (playerId) => isGood(playerId, 'marketing', 0) || (await askOnce(playerId, 'marketing')) === null,
    async mayJoin(person) {
      const answer = await ask(person, 'play')
      if (answer === null) return away()
      if (answer === 'unclear') return unclear()
      return answer.listed ? problem('protection.registered_elsewhere', { status: 403, wire: 42 }) : null
    },
    async load() {
      const rows = await db
        .selectFrom('protection_register')
        .select(['player_id', 'asked_at'])
        .where('asked_at', '>', new Date(clock.now() - GOOD_FOR_MS))
        .orderBy('asked_at')
        .execute()
      for (const row of rows) askedAt.play.note(row.player_id, row.asked_at.getTime())
    },
  }
}
