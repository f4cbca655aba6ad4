/** Codes and links: made, sent, and redeemed once (ACC-12). */
import { sql } from 'kysely'
import { DAY, MINUTE, SECOND, type Clock, type Millis } from '#lib/time.ts'
import type { Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { CODE_LIFE_MS, CODE_TRIES } from '../rules/session.ts'
import type { KeyService } from './keys.ts'
import { digest, newCode, newSecret, sameBytes } from './secret.ts'
import './tables.ts'

export const CODE_LENGTH = 6
export const RESEND_AFTER_S = 60
/** Codes to one player in 24 hours: more would only serve a phone-bill fraud. */
const DAILY_CAP = 10

type Sent = 'code' | 'letter'

const wrongCode = problem('auth.wrong_code', { wire: 2, field: 'sms_code' })
/** Out of tries, used, expired, foreign and unknown ones alike: only another code helps. */
export const codeOver = problem('auth.code_over', { wire: 2, field: 'sms_code' })

export interface Challenge {
  idHash: Buffer
  brand: string
  playerId: number | null
  data: Record<string, unknown>
}

export interface NewChallenge {
  purpose: string
  brand: string
  playerId: number | null
  data?: Record<string, unknown>
  lifeMs?: number
}

export type Challenges = ReturnType<typeof createChallenges>

export function createChallenges({ clock, keys }: { clock: Clock; keys: KeyService }) {
  async function insert(tx: Tx, given: NewChallenge, id: string, codeMac: Buffer | null): Promise<void> {
    const now = clock.now()
    await tx
      .insertInto('challenge')
      .values({
        id_hash: digest(id),
        purpose: given.purpose,
        brand: given.brand,
        player_id: given.playerId,
        code_mac: codeMac,
        data: JSON.stringify(given.data ?? {}),
        tries_left: CODE_TRIES,
        created_at: new Date(now),
        expires_at: new Date(now + (given.lifeMs ?? CODE_LIFE_MS)),
        used_at: null,
      })
      .execute()
  }

  /** The open challenge, locked; null for unknown, used, expired or foreign ones alike. */
  async function selectAndLock(tx: Tx, purpose: string, brand: string, id: string) {
    const row = await tx
      .selectFrom('challenge')
      .selectAll()
      .where('id_hash', '=', digest(id))
      .where('purpose', '=', purpose)
      .where('brand', '=', brand)
      .forUpdate()
      .executeTakeFirst()
    if (!row || row.used_at || row.expires_at.getTime() <= clock.now() || row.tries_left <= 0) return null
    return row
  }

  /** Until the end of the transaction: of several that ask at once each sees what the one before it has sent. Readers with one hash only wait for each other. */
  async function lock(tx: Tx, purpose: string, reader: string): Promise<void> {
    await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.codes}, hashtext(${`${purpose}:${reader}`}))`.execute(tx)
  }

  async function markUsed(tx: Tx, idHash: Buffer): Promise<void> {
    await tx
      .updateTable('challenge')
      .set({ used_at: new Date(clock.now()) })
      .where('id_hash', '=', idHash)
      .execute()
  }

  const read = (row: { id_hash: Buffer; brand: string; player_id: number | null; data: unknown }): Challenge => ({
    idHash: row.id_hash,
    brand: row.brand,
    playerId: row.player_id,
    data: row.data as Record<string, unknown>,
  })

  return {
    /** A link or a step whose id is the secret. */
    async open(tx: Tx, given: NewChallenge): Promise<string> {
      const id = newSecret()
      await insert(tx, given, id, null)
      return id
    },

    /** A code of six digits bound to its own id. Problems of error_code 44: auth.code_too_soon, auth.codes_of_day. */
    async openWithCode(tx: Tx, given: NewChallenge): Promise<{ id: string; code: string } | Problem> {
      const blocked = await this.tooOften(tx, given.purpose, given.playerId)
      if (blocked) return blocked
      const id = newSecret()
      const code = newCode(CODE_LENGTH)
      await insert(tx, given, id, keys.mac('code', `${id}:${code}`))
      return { id, code }
    },

    /** One message a minute and ten a day for a player and purpose; of error_code 44, by what was sent. */
    async tooOften(tx: Tx, purpose: string, playerId: number | null, sent: Sent = 'code'): Promise<Problem | null> {
      if (playerId === null) return null
      await lock(tx, purpose, `player:${playerId}`)
      const now = clock.now()
      const rows = await tx
        .selectFrom('challenge')
        .select('created_at')
        .where('player_id', '=', playerId)
        .where('purpose', '=', purpose)
        .where('created_at', '>', new Date(now - DAY))
        .orderBy('created_at', 'desc')
        .execute()
      return tooSoon(rows, now, sent)
    },

    /** One message a minute and ten a day to one number, whoever asks and whether or not anybody is behind it. */
    async tooOftenTo(tx: Tx, purpose: string, mark: string): Promise<Problem | null> {
      await lock(tx, purpose, mark)
      const now = clock.now()
      const rows = await tx
        .selectFrom('challenge')
        .select('created_at')
        .where('purpose', '=', purpose)
        .where(sql<string>`data->>'to'`, '=', mark)
        .where('created_at', '>', new Date(now - DAY))
        .orderBy('created_at', 'desc')
        .limit(DAILY_CAP)
        .execute()
      return tooSoon(rows, now, 'code')
    },

    async peek(tx: Tx, purpose: string, brand: string, id: string): Promise<Challenge | null> {
      const row = await selectAndLock(tx, purpose, brand, id)
      return row ? read(row) : null
    },

    async redeem(tx: Tx, purpose: string, brand: string, id: string): Promise<Challenge | null> {
      const row = await selectAndLock(tx, purpose, brand, id)
      if (!row) return null
      await markUsed(tx, row.id_hash)
      return read(row)
    },

    /**
     * Counts the try in this transaction: the caller must commit also when the code was wrong. Problems of error_code 2, on
     * `sms_code`: auth.wrong_code while there are tries left, auth.code_over from the last one on, whoever is behind the id.
     */
    async redeemCode(tx: Tx, purpose: string, brand: string, id: string, code: string): Promise<Challenge | Problem> {
      const row = await selectAndLock(tx, purpose, brand, id)
      if (!row?.code_mac) return codeOver
      if (sameBytes(row.code_mac, keys.mac('code', `${id}:${code.trim()}`))) {
        await markUsed(tx, row.id_hash)
        return read(row)
      }
      await tx
        .updateTable('challenge')
        .set({ tries_left: row.tries_left - 1 })
        .where('id_hash', '=', row.id_hash)
        .execute()
      return row.tries_left > 1 ? wrongCode : codeOver
    },

    /** What an open challenge carries, written anew; its code and its tries stay. */
    async rewrite(tx: Tx, challenge: Challenge, data: Challenge['data']): Promise<void> {
      await tx
        .updateTable('challenge')
        .set({ data: JSON.stringify(data) })
        .where('id_hash', '=', challenge.idHash)
        .execute()
    },

    /** A wrong proof of a step without a code of its own (second factor of a sign-in). */
    async countTry(tx: Tx, challenge: Challenge): Promise<void> {
      await tx
        .updateTable('challenge')
        .set((eb) => ({ tries_left: eb('tries_left', '-', 1) }))
        .where('id_hash', '=', challenge.idHash)
        .execute()
    },
    markUsed,
  }
}

/** The last messages of a day, the newest first: null, or a problem with the seconds until another may go (`retryAfter`). */
function tooSoon(rows: readonly { created_at: Date }[], now: Millis, sent: Sent): Problem | null {
  const at = (row: { created_at: Date } | undefined) => row?.created_at.getTime() ?? 0
  const secondsTo = (when: Millis) => Math.ceil((when - now) / SECOND)
  if (rows.length >= DAILY_CAP) {
    const extra = { retryAfter: secondsTo(at(rows[DAILY_CAP - 1]) + DAY) }
    return problem(`auth.${sent}s_of_day`, { wire: 44, params: { n: DAILY_CAP }, extra })
  }
  const n = secondsTo(at(rows[0]) + MINUTE)
  return n > 0 ? problem(`auth.${sent}_too_soon`, { wire: 44, params: { n }, extra: { retryAfter: n } }) : null
}
