import type { Clock } from '#lib/time.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { Logger } from '#platform/server/log.ts'
import type { Place } from '../rules/risk.ts'
import type { Challenges } from './challenges.ts'
import type { KeyService } from './keys.ts'
import type { Limits } from './limits.ts'
import type { Messenger } from './messenger.ts'
import type { Passwords } from './passwords.ts'
import type { Sessions } from './sessions.ts'

/** A right code that is still to be used up: the seed or the hash it was right against, so that a new one is not meant. */
export type FactorProof = { kind: 'app'; step: number; sealedSeed: string } | { kind: 'recovery'; mac: Buffer; hash: string | null }

/** The second factor is a module above this one; it plugs itself in (module `security`). */
export interface SecondFactor {
  isEnabled(db: Db | Tx, playerId: number): Promise<boolean>
  /**
   * An app code whose step was not used before, or an unused recovery code; null when it is neither. Uses nothing up. A
   * recovery code costs the check of a password, so this is asked outside of transactions.
   */
  look(playerId: number, code: string): Promise<FactorProof | null>
  /** Uses up what was right; false when somebody was first. */
  use(tx: Tx, playerId: number, proof: FactorProof): Promise<boolean>
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
  /** Told of services of others that fail; left out: nobody is. */
  log?: Pick<Logger, 'warn'> | undefined
}
