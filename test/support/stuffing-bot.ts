/** A bot that stuffs stolen pairs of name and password into the sign-in (ACC-11), and what it learns. */
import type { Passwords } from '#modules/auth/server/passwords.ts'
import { type AccountSite, Visitor } from './account-site.ts'

export interface Pair {
  login: string
  password: string
  ip: string
}

/** What the answers tell the bot: only a password that was looked at teaches it anything. */
export interface Loot {
  sent: number
  /** Names whose password was looked at, and how often. */
  looked: Map<string, number>
  /** Networks whose calls were let through to the sign-in, and how many. */
  passed: Map<string, number>
  opened: number
  locked: number
  tooOften: number
  /** Answers that are none of these. */
  odd: number
}

export interface Checks {
  /** Checks of passwords that really ran, by players and by nobody. */
  all: number
  /** By the stored hash, which is a player's own. */
  of: Map<string, number>
}

/** Counts at the hasher itself, whatever the answers say. */
export function countChecks(passwords: Passwords): Checks {
  const { verify, verifyNobody } = passwords
  const checks: Checks = { all: 0, of: new Map() }
  passwords.verify = (stored, password) => {
    checks.all += 1
    raise(checks.of, stored)
    return verify(stored, password)
  }
  passwords.verifyNobody = (password) => {
    checks.all += 1
    return verifyNobody(password)
  }
  return checks
}

/** Sends the pairs, so many in flight; the passwords are sealed already, each sealed text may come again. */
export async function stuff(site: AccountSite, pairs: Iterable<Pair>, inFlight: number): Promise<Loot> {
  const loot: Loot = { sent: 0, looked: new Map(), passed: new Map(), opened: 0, locked: 0, tooOften: 0, odd: 0 }
  const queue = pairs[Symbol.iterator]()
  const runner = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await tryPair(site, next.value, loot)
  }
  await Promise.all(Array.from({ length: inFlight }, runner))
  return loot
}

async function tryPair(site: AccountSite, { login, password, ip }: Pair, loot: Loot): Promise<void> {
  loot.sent += 1
  const visitor = new Visitor(site, { headers: { 'x-forwarded-for': ip } })
  const { status, body } = await visitor.call('POST', '/user/auth', { login, password })
  if (status === 429) {
    loot.tooOften += 1
    return
  }
  raise(loot.passed, ip)
  if (body?.error_code === 42) loot.locked += 1
  else if (status === 200) loot.opened += 1
  else if (body?.error_code !== 41) loot.odd += 1
  if (status === 200 || body?.error_code === 41) raise(loot.looked, login)
}

/**
 * What the sentence of the limits lets through of one name whose tries come in bursts at these moments (ms): five, then one
 * after 30 s, 60 s … one hour more, twenty in a row at most. Written from the sentence, not from the code.
 */
export function triesAllowed(bursts: readonly number[]): number {
  let tries = 0
  let openAt = 0
  for (const at of bursts) {
    while (at >= openAt && tries < 20) {
      tries += 1
      if (tries >= 5) openAt = at + Math.min(30_000 * 2 ** (tries - 5), 3_600_000)
    }
  }
  return tries
}

/** Looks above what is allowed, of all keys together. */
export function beyond(counts: ReadonlyMap<string, number>, allowed: number): number {
  let extra = 0
  for (const count of counts.values()) extra += Math.max(0, count - allowed)
  return extra
}

/**
 * Tries every name of an account in turn, and waits out each lock and a quiet day now and then, until none of them is ever
 * read again; the password checks that ran of it. Every call comes from an address of its own.
 */
export async function exhaust(site: AccountSite, checks: Checks, victim: { names: readonly string[]; stored: string }, password: string) {
  const before = checks.of.get(victim.stored) ?? 0
  const forGood = site.clock.now() / 1000 + 5 * 365 * 86_400
  const open = new Set(victim.names)
  let calls = 0
  for (let round = 0; open.size > 0; round += 1) {
    for (const login of open) {
      calls += 1
      const from = { 'x-forwarded-for': `192.0.${calls >> 8}.${calls & 255}` }
      const { body } = await new Visitor(site, { headers: from }).call('POST', '/user/auth', { login, password })
      if (body.error_code === 42 && body.until > forGood) open.delete(login)
    }
    site.clock.advance(round % 7 === 6 ? 25 * 3_600_000 : 3_601_000)
  }
  return (checks.of.get(victim.stored) ?? 0) - before
}

function raise(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1)
}
