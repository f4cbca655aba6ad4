/** Identification in one process: the provider, and changes told to every open page and process. */
import type { FastifyInstance } from 'fastify'
import { countryByCode } from '#modules/account/server/index.ts'
import type { KeyService } from '#modules/auth/server/index.ts'
import { resolve } from '#modules/brand/rules/resolve.ts'
import type { Brands } from '#modules/brand/server/index.ts'
import type { Files } from '#modules/files/server/index.ts'
import { createIdentity, simulatedProvider, type Identity } from '#modules/identity/server/index.ts'
import { profileOf } from '#modules/protection/server/index.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { IdentificationConfig, SiteConfig } from '#platform/shared/site-config.ts'
import type { Betting } from './betting.ts'

const CHANGED = 'identity.changed'

/** Papers are decided on without their player, so his place is the country that he has named. */
export function identificationOf(brands: Pick<Brands, 'list'>, brand: string, countryId: number): IdentificationConfig | undefined {
  const found = brands.list().find(({ config }) => config.id === brand)
  if (!found) return undefined
  const { config, layers } = found
  const country = countryByCode(String(countryId))?.iso ?? config.countries.default
  const place = { country, lng: config.languages.default, partner: config.number, group: config.group, host: config.hosts[0] ?? '' }
  return (resolve(config, layers, place) as SiteConfig).identification
}

export async function composeIdentity(deps: {
  app: FastifyInstance
  db: Db
  clock: Clock
  keys: KeyService
  files: Files
  brands: Brands
  betting: Betting
  /** The simulated provider stands in development only; without one people look at papers. */
  development: boolean
}): Promise<Identity> {
  const { app, db, clock, keys, files, brands, betting, development } = deps
  const { bus, log } = betting.news
  // What it says is only that something changed: the page asks again.
  const tell = (playerId: number) => betting.bets.me.tell(playerId, { identity: clock.now() })
  const identity = createIdentity({
    db,
    clock,
    log,
    keys,
    files,
    provider: development ? simulatedProvider({ db, clock }) : null,
    configOf: (brand, countryId) => identificationOf(brands, brand, countryId),
    profileBlocks: (config) => profileOf(config.responsible.profile).identityBefore,
    onChanged(playerId) {
      tell(playerId)
      bus.broadcast(CHANGED, { playerId })
    },
  })
  bus.on(CHANGED, (payload) => {
    const { playerId } = payload as { playerId: number }
    identity
      .hear(playerId)
      .then(() => tell(playerId))
      .catch((error: unknown) => log.warn({ err: error }, 'a change of identity was not read'))
  })
  identity.routes(app)
  await identity.load()
  return identity
}
