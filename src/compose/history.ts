/** Histories of bets, with the letters that the accounts send for them. */
import type { FastifyInstance } from 'fastify'
import { maskEmail, selectPlayer } from '#modules/auth/server/index.ts'
import { registerHistory, type MailPort, type SalesPort } from '#modules/history/server/index.ts'
import type { Clock } from '#lib/time.ts'
import type { Db } from '#platform/server/db.ts'
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
  const mail: MailPort = {
    async addressOf(ctx) {
      const { email, email_confirmed_at: confirmedAt } = await selectPlayer(db, ctx.player!.id)
      return email ? { to: maskEmail(email), confirmed: confirmedAt !== null } : null
    },
    async send(tx, ctx, { template, lng, params }) {
      const { email } = await selectPlayer(tx, ctx.player!.id)
      if (!email) return null
      const limited = await accounts.auth.deps.limits.count('message', ctx.ip)
      if (limited) return { ...limited, status: 200 }
      await accounts.messenger.send(tx, { brand: ctx.brand, channel: 'mail', to: email, template, lng, params })
      return maskEmail(email)
    },
  }
  registerHistory(app, { db, clock, ledger: betting.ledger, line: betting.reader, text: texts.text, mail, sales })
}
