/** A login that the player chooses beside his number, phone and e-mail (features AU-30). */
export const LOGIN_MIN = 3
export const LOGIN_MAX = 32

export type LoginIssue = 'login_short' | 'login_long' | 'login_signs'

/** The form in which logins are compared and kept. */
export function loginKey(login: string): string {
  return login.trim().normalize('NFKC').toLowerCase()
}

/** It begins with a letter, so that it is never taken for a number of a player or a phone; Latin only, so that no two look alike. */
export function checkLogin(login: string): LoginIssue | null {
  const key = loginKey(login)
  if (key.length < LOGIN_MIN) return 'login_short'
  if (key.length > LOGIN_MAX) return 'login_long'
  return /^[a-z][a-z0-9_.-]*$/.test(key) ? null : 'login_signs'
}
