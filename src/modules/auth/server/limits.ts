/**
 * Limits on guessing (ACC-11). Networks are counted by rate-limiter-flexible in Postgres; failures in a row are
 * counted by login text, known or not, before the password is looked at, so parallel guesses gain nothing. While the whole
 * site sees more wrong passwords than it ever does by itself, each network has a sixth of its tries: nobody is shut out by it.
 */
import { RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible'
import { sql } from 'kysely'
import { DAY, SECOND, type Clock } from '#lib/time.ts'
import { rawPool, type Db, type Tx } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { FREE_TRIES, HARD_LIMIT, lockSeconds } from '../rules/lockout.ts'
import { networkOf } from '#lib/network.ts'
import type { KeyService } from './keys.ts'

export interface GuessLimits {
  /** Sign-in tries of one network in ten minutes; 0 = no limit (benchmarks). */
  signInsPerNetwork: number
  registrationsPerNetwork: number
  /** Letters and codes asked from one network in an hour. */
  messagesPerNetwork: number
  /** Wrong passwords of the whole site in ten minutes; above it networks have fewer tries; 0 = no limit. */
  failuresOfSite: number
  /** Back-off after failures in a row; false only where one player signs in many times at once (benchmarks). */
  lockOut: boolean
}

export const DEFAULT_LIMITS: GuessLimits = {
  signInsPerNetwork: 60,
  registrationsPerNetwork: 40,
  messagesPerNetwork: 30,
  failuresOfSite: 3_000,
  lockOut: true,
}
const WINDOW_SEC = 600
/** A network's share of its tries while the site is under attack. */
const UNDER_ATTACK = 1 / 6
const WHOLE_SITE = 'site'

/**
 * What is proved beside a password, each kind counted by itself: the second step of a sign-in, turning the second factor on,
 * the password of who is signed in, the answer to the secret question.
 */
const PROOFS = ['2fa', '2fa-on', 'confirm', 'answer'] as const
type Proof = (typeof PROOFS)[number]
const proofKey = (proof: Proof, playerId: number) => `${proof}:${playerId}`

export type LimitedAction = 'sign_in' | 'registration' | 'message'

export type Limits = ReturnType<typeof createLimits>

export function createLimits({
  db,
  clock,
  keys,
  limits = DEFAULT_LIMITS,
  failedSignIns = () => HARD_LIMIT,
}: {
  db: Db
  clock: Clock
  keys: KeyService
  limits?: GuessLimits
  /** Failed sign-ins in a row after which only a reset opens the account again, by brand; never more than HARD_LIMIT. */
  failedSignIns?: ((brand: string) => number) | undefined
}) {
  const make = (keyPrefix: string, points: number, duration: number) =>
    points > 0
      ? new RateLimiterPostgres({
          storeClient: rawPool(db),
          storeType: 'pool',
          tableName: 'rate_limit',
          tableCreated: true,
          keyPrefix,
          points,
          duration,
        })
      : null
  const limiters = {
    sign_in: make('sign_in', limits.signInsPerNetwork, WINDOW_SEC),
    registration: make('registration', limits.registrationsPerNetwork, 3600),
    message: make('message', limits.messagesPerNetwork, 3600),
  }

  const failures = make('sign_in_failed', limits.failuresOfSite, WINDOW_SEC)
  const fewTries = Math.ceil(limits.signInsPerNetwork * UNDER_ATTACK)

  /** Only who has tried more than a few times is held against the whole site. */
  async function isUnderAttack(action: LimitedAction, tries: number): Promise<boolean> {
    if (!failures || action !== 'sign_in' || tries <= fewTries) return false
    return ((await failures.get(WHOLE_SITE))?.consumedPoints ?? 0) > limits.failuresOfSite
  }

  const mostInARow = (brand: string) => Math.min(failedSignIns(brand), HARD_LIMIT)

  const macsOf = (brand: string, texts: readonly string[]) => [...new Set(texts)].map((text) => loginMac(keys, brand, text))

  async function countTry(mac: Buffer, most: number): Promise<Problem | null> {
    if (!limits.lockOut) return null
    const now = new Date(clock.now())
    return db.transaction().execute(async (tx) => {
      const { rows } = await sql<{ failures: number; in_a_row: number; locked_until: Date | null }>`
        INSERT INTO sign_in_failure AS f (login_mac, failures, in_a_row, locked_until, updated_at) VALUES (${mac}, 1, 1, NULL, ${now})
        ON CONFLICT (login_mac) DO UPDATE SET
          failures = CASE WHEN f.locked_until > ${now} THEN f.failures
                          WHEN f.updated_at < ${new Date(clock.now() - DAY)} THEN 1
                          ELSE f.failures + 1 END,
          in_a_row = CASE WHEN f.locked_until > ${now} THEN f.in_a_row ELSE f.in_a_row + 1 END,
          updated_at = ${now}
        RETURNING failures, in_a_row, locked_until`.execute(tx)
      const { failures, in_a_row: inARow, locked_until: until } = rows[0]!
      if (until && until > now) return locked(until)
      const wait = inARow >= most ? (10 * 365 * DAY) / SECOND : lockSeconds(failures)
      if (wait > 0) {
        const lockedUntil = new Date(clock.now() + wait * SECOND)
        await sql`UPDATE sign_in_failure SET locked_until = ${lockedUntil} WHERE login_mac = ${mac}`.execute(tx)
      }
      return null
    })
  }

  async function clear(tx: Db | Tx, brand: string, texts: readonly string[]): Promise<void> {
    await tx.deleteFrom('sign_in_failure').where('login_mac', 'in', macsOf(brand, texts)).execute()
  }

  return {
    /** Problem: auth.too_often (429, error_code 44) with Retry-After in `retryAfter`. */
    async count(action: LimitedAction, ip: string): Promise<Problem | null> {
      const limiter = limiters[action]
      if (!limiter) return null
      try {
        const taken = await limiter.consume(networkOf(ip))
        return (await isUnderAttack(action, taken.consumedPoints)) ? tooOften(taken) : null
      } catch (refused) {
        if (!(refused instanceof RateLimiterRes)) throw refused
        return tooOften(refused)
      }
    },

    /** A wrong password, whoever it was tried at. */
    async countFailure(): Promise<void> {
      await failures?.penalty(WHOLE_SITE, 1)
    },

    /** How many tries of one name may run at once: fewer than close it. */
    atOnce: (brand: string) => Math.max(1, Math.min(FREE_TRIES, mostInARow(brand)) - 1),

    /** Counts a try to sign in before it is checked. Problem: auth.locked (401, error_code 42, `until` in unix seconds). */
    countGuess: (brand: string, loginText: string) => countTry(loginMac(keys, brand, loginText), mostInARow(brand)),

    /** The same for another proof. A second step is part of a sign-in: the profile says how often it may fail. */
    countProof: (brand: string, proof: Proof, playerId: number) =>
      countTry(loginMac(keys, brand, proofKey(proof, playerId)), proof === '2fa' ? mostInARow(brand) : HARD_LIMIT),

    /** Tries of the last day under any of these texts that no right password has followed. */
    async failuresOf(tx: Tx, brand: string, loginTexts: readonly string[]): Promise<number> {
      const { failures } = await tx
        .selectFrom('sign_in_failure')
        .select(({ fn }) => fn.sum<string | null>('failures').as('failures'))
        .where('login_mac', 'in', macsOf(brand, loginTexts))
        .where('updated_at', '>', new Date(clock.now() - DAY))
        .executeTakeFirstOrThrow()
      return Number(failures ?? 0)
    },

    /** The last try was none: the password was right, but something else is still asked. What was counted before it stays. */
    forgiveGuess: (tx: Tx, brand: string, loginText: string) => forgive(tx, loginMac(keys, brand, loginText)),

    /** The same for another proof. */
    forgiveProof: (brand: string, proof: Proof, playerId: number) => forgive(db, loginMac(keys, brand, proofKey(proof, playerId))),

    clearProof: (brand: string, proof: Proof, playerId: number, tx: Db | Tx = db) => clear(tx, brand, [proofKey(proof, playerId)]),

    /** A right password ends the row of failures. */
    clearGuesses: (brand: string, loginTexts: readonly string[], tx: Tx) => clear(tx, brand, loginTexts),

    /** A reset of the password opens all that guesses had closed, whatever was guessed at. */
    clearAll: (tx: Tx, brand: string, playerId: number, loginTexts: readonly string[]) =>
      clear(tx, brand, [...loginTexts, ...PROOFS.map((proof) => proofKey(proof, playerId))]),
  }
}

async function forgive(tx: Db | Tx, mac: Buffer): Promise<void> {
  await sql`UPDATE sign_in_failure SET failures = greatest(failures - 1, 0), in_a_row = greatest(in_a_row - 1, 0), locked_until = NULL
    WHERE login_mac = ${mac}`.execute(tx)
}

function tooOften({ msBeforeNext }: RateLimiterRes): Problem {
  return problem('auth.too_often', { wire: 44, status: 429, extra: { retryAfter: Math.ceil(msBeforeNext / SECOND) } })
}

function locked(until: Date): Problem {
  return problem('auth.locked', { wire: 42, status: 401, extra: { until: Math.floor(until.getTime() / SECOND) } })
}

function loginMac(keys: KeyService, brand: string, loginText: string): Buffer {
  return keys.mac('login', `${brand}:${loginText}`)
}
