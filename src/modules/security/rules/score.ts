/** The checklist of the security page (ux 10): what is done counts, nothing is weighted. */
export const CHECKS = ['email', 'password', 'two_factor', 'sessions'] as const
export type CheckName = (typeof CHECKS)[number]

/** More open sessions than this are worth a look. */
export const MANY_SESSIONS = 5

export interface SecurityFacts {
  isActivated: boolean
  mustChangePassword: boolean
  hasTwoFactor: boolean
  /** Null while it is not known: then nothing is said of it. */
  openSessions: number | null
}

export function securityChecks(facts: SecurityFacts): { checks: { name: CheckName; done: boolean }[]; score: number } {
  const done: Record<CheckName, boolean> = {
    email: facts.isActivated,
    password: !facts.mustChangePassword,
    two_factor: facts.hasTwoFactor,
    sessions: facts.openSessions !== null && facts.openSessions <= MANY_SESSIONS,
  }
  const known = CHECKS.filter((name) => name !== 'sessions' || facts.openSessions !== null)
  const checks = known.map((name) => ({ name, done: done[name] }))
  return { checks, score: checks.filter((check) => check.done).length }
}
