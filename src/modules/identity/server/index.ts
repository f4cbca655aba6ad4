/** Door of identity: who a player has proved to be, and what stays closed until he has. */
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#lib/time.ts'
import type { AuthDeps } from '#modules/auth/server/index.ts'
import type { Files } from '#modules/files/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import type { ReadLog } from '#platform/server/keep-up.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { IdentificationConfig, IdentityBlock, SiteConfig } from '#platform/shared/site-config.ts'
import { blockOf } from '../rules/state.ts'
import { askForPapers, wasAskedBefore } from './ask-early.ts'
import { createDesk, type IdentityDesk } from './desk.ts'
import type { IdentityDeps } from './deps.ts'
import { officeRoutes, type RouteDeps } from './office-routes.ts'
import type { IdentityProvider } from './provider.ts'
import { serviceRoutes } from './service-routes.ts'
import type { SimulatedProvider } from './simulated-provider.ts'
import { createVerifiedPlayers } from './verified-players.ts'
import './tables.ts'

export { personalData } from './personal-data.ts'
export { simulatedProvider, type SimulatedProvider } from './simulated-provider.ts'
export type { IdentityDesk } from './desk.ts'
export { blockOf }
export { isRefusalReason, REFUSAL_REASONS } from '../rules/state.ts'

/** ErrorCode of a call that waits for identification. */
export const VERIFY_FIRST = 43

export interface Identity {
  routes(app: FastifyInstance): void
  /** Why a call is closed to this player until he is verified; null = it is not. Asked by the gate of protection. */
  refusal(config: SiteConfig, paths: readonly string[], playerId: number): Problem | null
  /** In the transaction of a deposit's record: papers that its withdrawal will need are asked for now. */
  askEarly(tx: Tx, config: SiteConfig, playerId: number): Promise<void>
  /** Whether the player knew of papers at a moment. */
  wasAskedBefore(tx: Tx, playerId: number, moment: Date): Promise<boolean>
  /** Another process has changed something of this player. */
  hear(playerId: number): Promise<void>
  desk: IdentityDesk
  load(): Promise<void>
  stop(): Promise<void>
}

export interface IdentityOptions {
  db: Db
  clock: Clock
  log: ReadLog
  keys: AuthDeps['keys']
  files: Files
  /** Null: papers are looked at by people only. */
  provider: IdentityProvider | SimulatedProvider | null
  configOf(brand: string, countryId: number): IdentificationConfig | undefined
  /** What the brand's profile closes, beside its own configuration. */
  profileBlocks(config: SiteConfig): readonly IdentityBlock[]
  /** After a commit: composition tells the player's open pages and other processes. */
  onChanged(playerId: number): void
}

export function createIdentity({ profileBlocks, onChanged, log, ...parts }: IdentityOptions): Identity {
  const verified = createVerifiedPlayers(parts.db, parts.clock, log)
  const deps: IdentityDeps = {
    ...parts,
    async changed(playerId) {
      await verified.hear(playerId)
      onChanged(playerId)
    },
  }
  const blocksOf = (config: SiteConfig): readonly IdentityBlock[] =>
    config.identification ? [...new Set([...config.identification.requiredFor, ...profileBlocks(config)])] : []
  const routeDeps: RouteDeps = { ...deps, blocksOf }
  const known = new WeakMap<readonly string[], IdentityBlock | 'none'>()

  function blockOfCall(paths: readonly string[]): IdentityBlock | 'none' {
    let block = known.get(paths)
    if (!block) known.set(paths, (block = paths.map(blockOf).find((found) => found !== null) ?? 'none'))
    return block
  }

  return {
    routes(app) {
      officeRoutes(app, routeDeps)
      serviceRoutes(app, routeDeps)
    },
    refusal(config, paths, playerId) {
      const block = blockOfCall(paths)
      if (block === 'none' || !blocksOf(config).includes(block) || verified.has(playerId, config.identification!.needs)) return null
      return problem(`identity.verify_${block}`, { status: 403, wire: VERIFY_FIRST, extra: { link: '/office/identification' } })
    },
    async askEarly(tx, config, playerId) {
      if (!blocksOf(config).includes('withdrawal') || verified.has(playerId, config.identification!.needs)) return
      await askForPapers(tx, playerId, new Date(parts.clock.now()))
    },
    wasAskedBefore,
    hear: (playerId) => verified.hear(playerId),
    desk: createDesk(deps, parts.provider && 'mood' in parts.provider ? parts.provider : null),
    load: () => verified.load(),
    stop: () => verified.stop(),
  }
}
