/** Protection of players in one process: the gate of calls, and changes told to every open page and process. */
import type { FastifyInstance } from 'fastify'
import type { AuthDeps } from '#modules/auth/server/index.ts'
import type { Identity } from '#modules/identity/server/index.ts'
import { createProtection, type Protection } from '#modules/protection/server/index.ts'
import { setAccountGate } from '#platform/server/http.ts'
import type { Betting } from './betting.ts'

const CHANGED = 'protection.changed'

export async function composeProtection(deps: {
  app: FastifyInstance
  auth: AuthDeps
  betting: Betting
  identity: Pick<Identity, 'refusal'>
}): Promise<Protection> {
  const { app, auth, betting, identity } = deps
  const { bus, log } = betting.news
  const { me } = betting.bets
  const told = new Set<number>()

  function tell(playerId: number): void {
    const value = protection.valueOf(playerId)
    if (value === null && !told.has(playerId)) return
    told.add(playerId)
    me.tell(playerId, { protection: value })
  }

  const protection = createProtection({
    auth,
    ledger: betting.ledger,
    limits: betting.limits,
    identityRefusal: (config, paths, playerId) => identity.refusal(config, paths, playerId),
    onChanged(playerId) {
      tell(playerId)
      bus.broadcast(CHANGED, { playerId })
    },
  })
  bus.on(CHANGED, (payload) => {
    const { playerId } = payload as { playerId: number }
    Promise.all([protection.hear(playerId), betting.limits.refresh()])
      .then(() => tell(playerId))
      .catch((error: unknown) => log.warn({ err: error }, 'a change of protection was not read'))
  })
  me.onListener((playerId, open) => {
    if (open) tell(playerId)
    else told.delete(playerId)
  })
  setAccountGate((spec, paths, playerId, ctx) => protection.gate(spec, paths, playerId, ctx))
  protection.routes(app)
  await protection.load()
  return protection
}
