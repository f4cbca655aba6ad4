/** Password hashes (argon2id on the thread pool, ACC-09) and strength (ACC-07, ACC-08). */
import { randomBytes, randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { hash, verify } from '@node-rs/argon2'
import { mayContain } from '../rules/bloom.ts'
import { checkPasswordLength, contextWords, isBuiltOn, normalizePassword, type PasswordIssue } from '../rules/password.ts'

const MEMORY_KIB = 19_456
/** 55 to 85 ms of one core of 2026, by the machine: dear to a guesser, unnoticed by a player. Eight times what OWASP asks for at least. */
const USUAL_PASSES = 16
const LANES = 1
/** Algorithm.Argon2id; its enum is a const enum, which stripped types cannot read. */
const ARGON2ID = 2

export interface Passwords {
  hash(password: string): Promise<string>
  verify(storedHash: string, password: string): Promise<boolean>
  /** The same work as `verify` for a player who does not exist; always false. */
  verifyNobody(password: string): Promise<false>
  /** True when the hash was made with weaker settings than today's. */
  isOutdated(storedHash: string): boolean
  /** The hash of a password that nobody knows: for an account whose first one is still to be made. */
  nobodys: Promise<string>
  /** The first reason against a new password, null when it is good. */
  check(password: string, context: readonly (string | null | undefined)[]): Promise<PasswordIssue | null>
}

/** `passes` fewer than usual are for tests only. */
export function createPasswords(passes = USUAL_PASSES): Passwords {
  const options = { algorithm: ARGON2ID, memoryCost: MEMORY_KIB, timeCost: passes, parallelism: LANES }
  // Checks run on the thread pool, but never on every core: the event loop, and with it the line, keeps one for itself.
  const inLane = lanes(Math.max(1, availableParallelism() - 1))
  const make = (password: string) => inLane(() => hash(normalizePassword(password), options))
  const check = (stored: string, password: string) => inLane(() => verify(stored, normalizePassword(password)))
  const passesOf = (stored: string) => Number(/,t=(\d+),/.exec(stored)?.[1] ?? passes)
  // Under way while the server goes on starting: only a stranger's sign-in asks for it.
  const nobodys = make(randomBytes(24).toString('base64url'))
  return {
    hash: make,
    async verify(stored, password) {
      const isRight = await check(stored, password)
      // A hash from before the passes were raised: without the rest of the work its player is known from nobody by the time.
      const rest = passes - passesOf(stored)
      if (rest > 0) await inLane(() => hash(normalizePassword(password), { ...options, timeCost: rest }))
      return isRight
    },
    nobodys,
    async verifyNobody(password) {
      await check(await nobodys, password)
      return false
    },
    isOutdated(stored) {
      const found = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$/.exec(stored)
      return !found || Number(found[1]) < MEMORY_KIB || Number(found[2]) < passes
    },
    async check(password, context) {
      const length = checkPasswordLength(password)
      if (length) return length
      const { isCommon, isWeak } = await import('./password-words.ts')
      const normal = normalizePassword(password)
      if (isCommon(normal.toLowerCase()) || isLeaked(normal.toLowerCase())) return 'password_common'
      const words = contextWords(context)
      if (isBuiltOn(normal, words)) return 'password_context'
      return isWeak(normal, words) ? 'password_weak' : null
    },
  }
}

let leaked: Uint8Array | null = null

/** One of the 120,000 most used leaked passwords beyond the dictionary (tools/leaked-passwords.ts), without asking anybody. */
function isLeaked(folded: string): boolean {
  leaked ??= readFileSync(new URL('../../../../seed/leaked-passwords.bin', import.meta.url))
  return mayContain(leaked, folded)
}

/** Runs work in at most so many places at once, in the order in which it came. */
function lanes(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let running = 0
  return async (work) => {
    if (running >= most) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}

const READABLE = 'abcdefghjkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** The first password of a one-click registration: 12 signs that cannot be mistaken for each other, about 69 bits. */
export function generatePassword(): string {
  let text = ''
  while (text.length < 12) text += READABLE[randomInt(READABLE.length)]
  return text
}
