/** Door of protection: limits, exclusion and session time of players, above the one gate of bets and deposits. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import type { AuthDeps } from '#modules/auth/server/index.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { closedState } from '../rules/exclusion.ts'
import { isOpenWhenClosed } from '../rules/open-calls.ts'
import { listExclusions } from './store.ts'
import { createClosedAccounts } from './closed-accounts.ts'
import { guardDeposit, type WantedDeposit } from './deposit-guard.ts'
import { protectionRoutes } from './routes.ts'
import { COUNT_EVERY_MS, countSessionTime } from './session-time.ts'
import './tables.ts'

export { COUNT_EVERY_MS }
export { mayPromote } from './may-promote.ts'
export { profileOf } from '../rules/profile.ts'
export { isOpenWhenClosed } from '../rules/open-calls.ts'
export { personalData } from './personal-data.ts'

export interface Protection {
  routes(app: FastifyInstance): void
  /** Asked by payments in the transaction that writes the record of a deposit. */
  guardDeposit(tx: Tx, wanted: WantedDeposit): Promise<Problem | null>
  /** Asked by payments in the transaction of a payment: false while the player has excluded himself (not in a mere break). */
  mayCredit(tx: Tx, playerId: number): Promise<boolean>
  /** Asked by the platform before every call of a known player: 42 for what a closed account may not call. */
  gate(spec: EndpointSpec, paths: readonly string[], playerId: number, ctx?: Pick<Ctx, 'config'>): Problem | null
  /** Read from the database: a break or an exclusion that is not over. */
  isExcluded(tx: Tx, playerId: number): Promise<boolean>
  /** What the player's open pages are told. */
  valueOf(playerId: number): { kind: string; until: number } | null
  /** Another process has changed something of this player. */
  hear(playerId: number): Promise<void>
  countSessionTime(): Promise<number[]>
  load(): Promise<void>
  stop(): void
}

export interface ProtectionOptions {
  auth: AuthDeps
  ledger: Pick<Ledger, 'balance'>
  limits: Limits
  /** Why a call waits until its player is verified (module identity). */
  identityRefusal?(config: SiteConfig, paths: readonly string[], playerId: number): Problem | null
  /** After a commit: composition tells the player's open pages and other processes. */
  onChanged?(playerId: number): void
}

export function createProtection({
  auth,
  ledger,
  limits,
  identityRefusal = () => null,
  onChanged = () => {},
}: ProtectionOptions): Protection {
  const { db, clock, sessions } = auth
  const closed = createClosedAccounts(db, clock)
  return {
    routes: (app) => protectionRoutes(app, { auth, ledger, limits, closed, onChanged }),
    guardDeposit: (tx, wanted) => guardDeposit(tx, wanted, clock.now()),
    async mayCredit(tx, playerId) {
      return closedState(await listExclusions(tx, playerId), clock.now())?.exclusion.kind !== 'self_exclusion'
    },
    gate(_spec, paths, playerId, ctx) {
      const state = closed.stateOf(playerId)
      if (!state || paths.some(isOpenWhenClosed)) return ctx ? identityRefusal(ctx.config, paths, playerId) : null
      const until = state.until === 'open_end' ? state.exclusion.endsAt : state.until
      return problem('protection.account_closed', {
        status: 403,
        wire: 42,
        ...(until === null ? {} : { extra: { until: unixSeconds(until) } }),
      })
    },
    isExcluded: async (tx, playerId) => closedState(await listExclusions(tx, playerId), clock.now()) !== null,
    valueOf(playerId) {
      const state = closed.stateOf(playerId)
      return state && { kind: state.exclusion.kind, until: state.until === 'open_end' ? 0 : unixSeconds(state.until) }
    },
    hear: (playerId) => closed.hear(playerId),
    async countSessionTime() {
      const ended = await countSessionTime({ db, clock, limits, sessions, onChanged })
      for (const playerId of ended) await closed.hear(playerId)
      return ended
    },
    load: () => closed.load(),
    stop: () => closed.stop(),
  }
}
