import type { Clock } from '#lib/time.ts'
import type { AuthDeps } from '#modules/auth/server/index.ts'
import type { Files } from '#modules/files/server/index.ts'
import type { Db } from '#platform/server/db.ts'
import type { IdentificationConfig } from '#platform/shared/site-config.ts'
import type { IdentityProvider } from './provider.ts'

export interface IdentityDeps {
  db: Db
  clock: Clock
  keys: AuthDeps['keys']
  files: Files
  /** Null: papers are looked at by people only. */
  provider: IdentityProvider | null
  /** What the player's brand asks in his country, whatever the visit; 0 = nobody knows the country. */
  configOf(brand: string, countryId: number): IdentificationConfig | undefined
  /** After the commit: this process's memory, the player's open pages, other processes. */
  changed(playerId: number): Promise<void>
}

/** Owner of what was typed with a request. */
export const fieldsOwner = (playerId: number) => `identity:${playerId}`
