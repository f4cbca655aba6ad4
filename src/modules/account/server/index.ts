/** Door of account: registration, profile, balance, currency accounts, settings, activation. */
import type { FastifyInstance } from 'fastify'
import { currencyRoutes } from '#modules/ledger/server/index.ts'
import { accountRoutes } from './routes.ts'
import { payAndPlayRoutes } from './pay-and-play-routes.ts'
import { phoneRoutes } from './phones.ts'
import { placeRoutes } from './places.ts'
import { profileRoutes } from './profile.ts'
import type { AccountDeps } from './register.ts'
import { transferRoutes } from './transfer.ts'
import { unsubscribePage } from './unsubscribe.ts'
import './tables.ts'

export { register, type AccountDeps } from './register.ts'
export { makePaidPlayer, type GuestCashier } from './pay-and-play.ts'
export { activate, resendActivation } from './activation.ts'
export { createHalfAskers, type HalfAskers } from './half-askers.ts'
export { createDisallowedSports, type DisallowedSports } from './disallowed-sports.ts'
export { countries, countryByCode } from './countries.ts'
export { accountRights } from './rights.ts'
export { createAcceptedTerms, type AcceptedTerms } from './accepted-terms.ts'
export { readPhone } from './phones.ts'
export { emailRefusal } from '../rules/email.ts'
export { listTurnedOff, readSettings } from './user-config.ts'
export { personalData } from './personal-data.ts'
export { verifyTransfers } from './verify-transfers.ts'
export { readAge, setProfileVerified } from './profile.ts'

export { acceptedChannels } from './mailing.ts'
export { unsubscribePath, type LeftWay } from './unsubscribe.ts'

export function registerAccount(app: FastifyInstance, deps: AccountDeps): void {
  accountRoutes(app, deps)
  payAndPlayRoutes(app, deps)
  phoneRoutes(app)
  transferRoutes(app, deps)
  currencyRoutes(app)
  placeRoutes(app)
  profileRoutes(app, deps.auth.db)
  const { db, clock, keys } = deps.auth
  unsubscribePage(app, { db, clock, mac: (purpose, text) => keys.mac(purpose, text) })
}
export { readNationalNumber } from './registration-paper.ts'
