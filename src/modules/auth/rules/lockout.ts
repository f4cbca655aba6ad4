/** Back-off after wrong sign-ins (ACC-11). Counts per login text, so that unknown logins behave the same. */
export const FREE_TRIES = 5
const FIRST_WAIT_S = 30
const LONGEST_WAIT_S = 3600
/**
 * After so many failures in a row only a password reset opens the account again, or after fewer where the profile says so.
 * An account has four names at most (number, address, phone, login) and a password is also asked of who is signed in, each
 * counted by itself: never over a hundred in all.
 */
export const HARD_LIMIT = 20

/** Seconds until the next try is read, after so many failures in a row: 0, then 30, 60, 120 … one hour. */
export function lockSeconds(failures: number): number {
  if (failures < FREE_TRIES) return 0
  return Math.min(FIRST_WAIT_S * 2 ** Math.min(failures - FREE_TRIES, 20), LONGEST_WAIT_S)
}
