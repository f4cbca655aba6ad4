/** Door of protection: limits, exclusion and session time of players, above the one gate of bets and deposits. */
import type { FastifyInstance } from 'fastify'
import { unixSeconds } from '#lib/time.ts'
import { readAge } from '#modules/account/server/index.ts'
import { sessionOf, type AuthDeps } from '#modules/auth/server/index.ts'
import type { Ledger } from '#modules/ledger/server/index.ts'
import type { Limits } from '#modules/limits/server/index.ts'
import type { Tx } from '#platform/server/db.ts'
import type { Ctx } from '#platform/server/http.ts'
import type { Logger } from '#platform/server/log.ts'
import type { EndpointSpec } from '#platform/shared/endpoint.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import { closedState } from '../rules/exclusion.ts'
import { isOpenWhenClosed } from '../rules/open-calls.ts'
import { minAgeOf, productOf, productOfFeature, type PlayedGame, type Product } from '../rules/products.ts'
import { profileOf } from '../rules/profile.ts'
import { listExclusions, listExclusionsOf, lockPlayer } from './store.ts'
import { createClosedAccounts } from './closed-accounts.ts'
import { guardDeposit, type WantedDeposit } from './deposit-guard.ts'
import { protectionRoutes } from './routes.ts'
import { mayPromote } from './may-promote.ts'
import { ownBlockRoutes } from './own-block-routes.ts'
import { createPlayerFlags, type PlayerFlags } from './player-flags.ts'
import { noticePlay } from './notice-play.ts'
import { createProducts } from './products.ts'
import type { RegisterPerson, RegisterPort } from './register-port.ts'
import { houseRegister } from './house-register.ts'
import { createRegisters } from './registers.ts'
import { COUNT_EVERY_MS, countSessionTime } from './session-time.ts'
import './tables.ts'

export { COUNT_EVERY_MS }
export type { RegisterPort } from './register-port.ts'
export { readSpelpausSettings, spelpausRegister } from './spelpaus.ts'
export { simulatedRegister, type SimulatedRegister } from './simulated-register.ts'
export { profileOf } from '../rules/profile.ts'
export { isOpenWhenClosed } from '../rules/open-calls.ts'
export { personalData } from './personal-data.ts'
export { verifyLimits } from './verify-limits.ts'
export { PLAYER_FLAGS } from '../rules/flags.ts'
export { staffPlayersOf, type PlayerFlags } from './player-flags.ts'

export interface Protection {
  routes(app: FastifyInstance): void
  /** Asked by payments in the transaction that writes the record of a deposit. */
  guardDeposit(tx: Tx, wanted: WantedDeposit): Promise<Problem | null>
  /** Asked by payments in the transaction of a payment: false while the player has excluded himself (not in a mere break). */
  mayCredit(tx: Tx, playerId: number): Promise<boolean>
  /** Asked by the platform before every call of a known player: 42 for what a closed account may not call. */
  gate(spec: Pick<EndpointSpec, 'feature'>, paths: readonly string[], playerId: number, ctx?: Ctx): Problem | null | Promise<Problem | null>
  /** Whether the player has closed for himself what this game belongs to: asked for every leg, so it answers from memory. */
  isProductClosed(playerId: number, game: PlayedGame): boolean
  /** Products that the player has closed for himself, from memory. */
  closedProducts(playerId: number): readonly Product[]
  /** Asked before an account is made: a register may name this person. Problems: protection.registered_elsewhere, protection.register_away. */
  mayJoin(person: RegisterPerson): Promise<Problem | null>
  /** Staff, test accounts and athletes (WAG-24). */
  flags: PlayerFlags
  /** The one question of every sender (standards RG-12, RG-14). */
  mayPromote(playerId: number): Promise<boolean>
  /** Read from the database: a break or an exclusion that is not over. */
  isExcluded(tx: Tx, playerId: number): Promise<boolean>
  /** The same of many: those of them who are. */
  excludedOf(tx: Tx, playerIds: readonly number[]): Promise<Set<number>>
  /** What the player's open pages are told. */
  valueOf(playerId: number): { kind: string; until: number } | null
  /** Another process has changed something of this player. */
  hear(playerId: number): Promise<void>
  countSessionTime(): Promise<number[]>
  /** Tells players what stands out in their play; gives how many. `zoneOf` a brand is an IANA name. */
  noticePlay(zoneOf: (brand: string) => string | undefined): Promise<number>
  load(): Promise<void>
  stop(): Promise<void>
}

export interface ProtectionOptions {
  auth: AuthDeps
  log: Pick<Logger, 'info' | 'warn' | 'error'>
  ledger: Pick<Ledger, 'balance'>
  limits: Limits
  /** Why a call waits until its player is verified (module identity). */
  identityRefusal?(config: SiteConfig, paths: readonly string[], playerId: number): Problem | null
  /** The register of self-exclusion that is asked after the house's own; left out: none. */
  register?: RegisterPort
  /** The personal number of a player's paper, for registers that ask by it. */
  nationalOf?(playerId: number): Promise<RegisterPerson['national']>
  /** What a call is for: registers are asked before money comes in and before play. */
  blockOf?(path: string): 'play' | 'deposit' | 'withdrawal' | null
  /** After a commit: composition tells the player's open pages and other processes. */
  onChanged?(playerId: number): void
}

const productClosed = () => problem('protection.product_closed', { status: 403, wire: 42 })

export function createProtection({
  auth,
  log,
  ledger,
  limits,
  identityRefusal = () => null,
  register,
  nationalOf,
  blockOf = () => null,
  onChanged = () => {},
}: ProtectionOptions): Protection {
  const { db, clock, sessions } = auth
  const closed = createClosedAccounts(db, clock, log)
  const products = createProducts(db, clock, log)
  const flags = createPlayerFlags({ db, clock, log, limits, sessions })
  const onClosed = async (playerId: number) => {
    await closed.hear(playerId)
    onChanged(playerId)
  }
  const port = houseRegister({ db, clock, next: register })
  const registers = createRegisters({ db, clock, limits, port, log, onClosed, ...(nationalOf ? { nationalOf } : {}) })

  /** The first call of a session and of a day asks the register; only money and play wait for its answer. */
  function askRegister(paths: readonly string[], playerId: number, ctx: Ctx): Problem | null | Promise<Problem | null> {
    const answer = registers.mayPlay(playerId, sessionOf(ctx)?.createdAt ?? 0)
    if (!(answer instanceof Promise)) return null
    const kind = paths.map(blockOf).find((found) => found !== null)
    if (kind !== 'play' && kind !== 'deposit') {
      answer.catch(() => {})
      return null
    }
    return answer.then((away) => {
      if (away) return profileOf(ctx.config.responsible.profile).whenRegisterDown === 'refuse' ? away : null
      return refusal(paths, playerId)
    })
  }

  /** Staff and test accounts neither play nor pay in; athletes are asked about by sport, when they bet. */
  function flagRefusal(paths: readonly string[], playerId: number): Problem | null {
    const refused = flags.refusal(playerId, null)
    if (!refused) return null
    const kind = paths.map(blockOf).find((found) => found !== null)
    return kind === 'play' || kind === 'deposit' ? refused : null
  }

  /** Null where the country asks for no age of its own (features AC-14). Who has not said when he was born may not enter. */
  function ageRefusal(product: Product, playerId: number, { country, config }: Ctx): Promise<Problem | null> | null {
    const minAge = minAgeOf(product, country, config.responsible.casinoMinAge)
    if (minAge === null) return null
    return readAge(db, playerId, clock.now()).then((age) =>
      (age ?? 0) >= minAge ? null : problem('protection.too_young', { status: 403, wire: 42, params: { age: minAge } }),
    )
  }

  async function mayEnter(ctx: Ctx, product: Product): Promise<Problem | null> {
    const playerId = ctx.player!.id
    return products.isClosed(playerId, product) ? productClosed() : ageRefusal(product, playerId, ctx)
  }

  function refusal(paths: readonly string[], playerId: number): Problem | null {
    const state = closed.stateOf(playerId)
    if (!state || paths.some(isOpenWhenClosed)) return null
    const until = state.until === 'open_end' ? state.exclusion.endsAt : state.until
    const isBreak = state.exclusion.kind !== 'self_exclusion' && until !== null
    return problem(isBreak ? 'protection.on_a_break' : 'protection.account_closed', {
      status: 403,
      wire: 42,
      ...(isBreak ? { params: { until } } : {}),
      ...(until === null ? {} : { extra: { until: unixSeconds(until) } }),
    })
  }
  return {
    routes(app) {
      const deps = { auth, ledger, limits, closed, products, onChanged, mayEnter }
      protectionRoutes(app, deps)
      ownBlockRoutes(app, deps)
    },
    guardDeposit: (tx, wanted) => guardDeposit(tx, wanted, clock.now()),
    async mayCredit(tx, playerId) {
      // An exclusion of this moment is seen, or is told after the money.
      await lockPlayer(tx, playerId)
      return closedState(await listExclusions(tx, playerId), clock.now())?.exclusion.kind !== 'self_exclusion'
    },
    gate(spec, paths, playerId, ctx) {
      const refused = refusal(paths, playerId) ?? flagRefusal(paths, playerId)
      if (refused) return refused
      const product = productOfFeature(spec.feature)
      if (product && products.isClosed(playerId, product)) return productClosed()
      if (!ctx) return null
      const rest = () => identityRefusal(ctx.config, paths, playerId) ?? askRegister(paths, playerId, ctx)
      const young = product && ageRefusal(product, playerId, ctx)
      return young ? young.then((tooYoung) => tooYoung ?? rest()) : rest()
    },
    isProductClosed: (playerId, game) => products.isClosed(playerId, productOf(game)),
    closedProducts: (playerId) => products.closedOf(playerId),
    flags,
    mayJoin: (person) => registers.mayJoin(person),
    async mayPromote(playerId) {
      if (!(await registers.mayPromote(playerId))) return false
      return mayPromote(db, playerId, clock.now())
    },
    isExcluded: async (tx, playerId) => closedState(await listExclusions(tx, playerId), clock.now()) !== null,
    async excludedOf(tx, playerIds) {
      const byPlayer = Map.groupBy(await listExclusionsOf(tx, playerIds), ({ playerId }) => playerId)
      return new Set([...byPlayer].flatMap(([playerId, list]) => (closedState(list, clock.now()) === null ? [] : [playerId])))
    },
    valueOf(playerId) {
      const state = closed.stateOf(playerId)
      return state && { kind: state.exclusion.kind, until: state.until === 'open_end' ? 0 : unixSeconds(state.until) }
    },
    hear: (playerId) => closed.hear(playerId),
    async countSessionTime() {
      const ended = await countSessionTime({ db, clock, limits, sessions, onChanged, log })
      for (const playerId of ended) await closed.hear(playerId)
      return ended
    },
    noticePlay: (zoneOf) => noticePlay({ db, clock, ledger, zoneOf, log }),
    async load() {
      await Promise.all([closed.load(), products.load(), flags.load(), registers.load()])
    },
    async stop() {
      await Promise.all([closed.stop(), products.stop(), flags.stop()])
    },
  }
}
