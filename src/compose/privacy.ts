/** The player's own data over all parts of the product: each answers for its tables at its door. */
import type { FastifyInstance } from 'fastify'
import { personalData as account } from '#modules/account/server/index.ts'
import { personalData as auth } from '#modules/auth/server/index.ts'
import { personalData as bets } from '#modules/bets/server/index.ts'
import { personalData as cashout } from '#modules/cashout/server/index.ts'
import { personalData as content } from '#modules/content/server/index.ts'
import { personalData as favorites } from '#modules/favorites/server/index.ts'
import { personalData as files } from '#modules/files/server/index.ts'
import { personalData as groups } from '#modules/groups/server/index.ts'
import { personalData as history } from '#modules/history/server/index.ts'
import { personalData as identity } from '#modules/identity/server/index.ts'
import { personalData as journal } from '#modules/journal/server/index.ts'
import { personalData as ledger } from '#modules/ledger/server/index.ts'
import { personalData as limits } from '#modules/limits/server/index.ts'
import { personalData as messages } from '#modules/messages/server/index.ts'
import { personalData as orders } from '#modules/orders/server/index.ts'
import { personalData as payments } from '#modules/payments/server/index.ts'
import { createPrivacy, personalData as privacy, type Privacy } from '#modules/privacy/server/index.ts'
import { personalData as promo } from '#modules/promo/server/index.ts'
import { personalData as protection } from '#modules/protection/server/index.ts'
import { personalData as security } from '#modules/security/server/index.ts'
import { personalData as subscriptions } from '#modules/subscriptions/server/index.ts'
import type { PersonalPart } from '#platform/server/personal-data.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Accounts } from './accounts.ts'

/** In the order in which a copy names them; what hangs on other rows is erased before them. */
export const PERSONAL_PARTS: readonly PersonalPart[] = [
  account,
  identity,
  files,
  security,
  ledger,
  payments,
  bets,
  cashout,
  orders,
  groups,
  promo,
  limits,
  protection,
  messages,
  favorites,
  subscriptions,
  content,
  history,
  journal,
  privacy,
  auth,
]

export function composePrivacy({
  app,
  accounts,
  texts,
}: {
  app: FastifyInstance
  accounts: Pick<Accounts, 'auth' | 'protection' | 'files'>
  texts: Texts
}): Privacy {
  const made = createPrivacy({
    auth: accounts.auth.deps,
    parts: PERSONAL_PARTS,
    files: accounts.files,
    text: (lng, key, params) => texts.text(lng, key, params),
    isExcluded: (tx, playerId) => accounts.protection.isExcluded(tx, playerId),
  })
  made.routes(app)
  return made
}
