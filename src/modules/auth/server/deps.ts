import type { Clock } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { Place } from '../rules/risk.ts'
import type { Challenges } from './challenges.ts'
import type { KeyService } from './keys.ts'
import type { Limits } from './limits.ts'
import type { Messenger } from './messenger.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

/** The second factor is a module above this one; it plugs itself in (module `security`). */
export interface SecondFactor {
  isEnabled(db: Db | Tx, playerId: number): Promise<boolean>
  /** True for an app code whose step was not used before, or an unused recovery code. Uses it up. */
  verify(tx: Tx, playerId: number, code: string): Promise<boolean>
}

export interface AuthDeps {
  db: Db
  clock: Clock
  keys: KeyService
  passwords: Passwords
  sessions: Sessions
  challenges: Challenges
  limits: Limits
  messenger: Messenger
  secondFactor(): SecondFactor
  /** Whether a player wants letters of sign-ins from new devices (ACC-18); his settings are of a module above. */
  wantsDeviceLetters(tx: Tx, playerId: number): Promise<boolean>
  /** Whether the profile of a brand asks for a code at a strange sign-in (SES-10). */
  asksStrangeSignIn(brand: string): boolean
  /** Where an address is, where the operator has given a file that knows. */
  placeOf(ip: string): Place | null
}
