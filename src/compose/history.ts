/** Histories of bets, with the letters that the accounts send for them. */
import type { FastifyInstance } from 'fastify'
import { maskEmail, selectPlayer } from '#modules/auth/server/index.ts'
import { registerHistory, type MailPort, type SalesPort } from '#modules/history/server/index.ts'
import type { Clock } from '#lib/time.ts'
import { inTx, type Db } from '#platform/server/db.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Accounts } from './accounts.ts'
import type { Betting } from './betting.ts'

interface HistoryParts {
  app: FastifyInstance
  db: Db
  clock: Clock
  texts: Texts
  betting: Betting
  accounts: Accounts
  /** What the house offers for open bets. */
  sales: SalesPort
}

export function composeHistory({ app, db, clock, texts, betting, accounts, sales }: HistoryParts): void {
  const mail = createMail(db, accounts)
  registerHistory(app, { db, clock, ledger: betting.ledger, line: betting.reader, text: texts.text, mail, sales })
}

interface MailParts {
  auth: { deps: { limits: Pick<Accounts['auth']['deps']['limits'], 'count'> } }
  messenger: Pick<Accounts['messenger'], 'send'>
}

export function createMail(db: Db, { auth, messenger }: MailParts): MailPort {
  return {
    async addressOf(ctx) {
      const { email, email_confirmed_at: confirmedAt } = await selectPlayer(db, ctx.player!.id)
      return email ? { to: maskEmail(email), confirmed: confirmedAt !== null } : null
    },
    async send(ctx, { template, lng, params }) {
      const { email } = await selectPlayer(db, ctx.player!.id)
      if (!email) return null
      // Before the transaction: counting takes a connection of its own.
      const limited = await auth.deps.limits.count('message', ctx.ip)
      if (limited) return { ...limited, status: 200 }
      await inTx(db, (tx) => messenger.send(tx, { brand: ctx.brand, channel: 'mail', to: email, template, lng, params }))
      return maskEmail(email)
    },
  }
}
