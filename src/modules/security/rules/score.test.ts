import { expect, it } from 'vitest'
import { MANY_SESSIONS, securityChecks } from './score.ts'

it('counts what is done', () => {
  expect(securityChecks({ isActivated: true, mustChangePassword: false, hasTwoFactor: true, openSessions: 1 }).score).toBe(4)
  const bare = securityChecks({ isActivated: false, mustChangePassword: true, hasTwoFactor: false, openSessions: MANY_SESSIONS + 1 })
  expect(bare.score).toBe(0)
  expect(bare.checks.every((check) => !check.done)).toBe(true)
})

it('a number of sessions that is not known counts neither way', () => {
  const { checks, score } = securityChecks({ isActivated: true, mustChangePassword: false, hasTwoFactor: true, openSessions: null })
  expect([checks.map(({ name }) => name), score]).toEqual([['email', 'password', 'two_factor'], 3])
})

it('five open sessions are still ordinary, six are not', () => {
  const facts = { isActivated: true, mustChangePassword: false, hasTwoFactor: false }
  expect(securityChecks({ ...facts, openSessions: 5 }).score).toBe(3)
  expect(securityChecks({ ...facts, openSessions: 6 }).score).toBe(2)
})
