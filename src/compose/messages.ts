/** What happens to a player's bets and money becomes messages of his, and his open pages hear of it in every process. */
import { currencyById } from '#modules/ledger/server/index.ts'
import { mayPromote } from '#modules/limits/server/index.ts'
import { minorText } from '#lib/money.ts'
import { createMessages, type Messages, type News } from '#modules/messages/server/index.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Betting } from './betting.ts'

interface MessageParts {
  app: FastifyInstance
  db: Db
  clock: Clock
  betting: Pick<Betting, 'bets' | 'news'>
}

const NEWS = 'messages.news'

export function composeMessages({ app, db, clock, betting }: MessageParts): Messages {
  const { outbox, bus, log } = betting.news
  const messages = createMessages({
    db,
    clock,
    log,
    outbox,
    me: betting.bets.me,
    mayPromote: (playerId) => mayPromote(db, playerId),
    tellOthers: (news) => bus.broadcast(NEWS, news),
  })
  messages.routes(app)
  bus.on(NEWS, (payload) => {
    messages.show(payload as News).catch((error: unknown) => log.warn({ err: error }, 'messages not shown'))
  })

  outbox.subscribe('settlement.voided', async ({ payload }) => {
    const { bet, player, reason } = payload as { bet: string; player: number; reason: string }
    await messages.post({ playerId: player, template: 'bet_voided', params: { bet, reason }, cause: `void:${bet}` })
  })
  outbox.subscribe('payments.withdrawal', async ({ payload }) => {
    const { ref, playerId, state } = payload as { ref: string; playerId: number; state: string }
    const row = await db
      .selectFrom('withdrawal')
      .select(['id', 'amount_minor', 'currency_id', 'reason'])
      .where('ref', '=', ref)
      .executeTakeFirst()
    if (!row) return
    const template = WITHDRAWAL_STEPS[state]
    if (!template) return
    const params = { number: Number(row.id), ...sumOf(row), ...(state === 'refused' ? { reason: row.reason ?? 'rules' } : {}) }
    await messages.post({ playerId, template, params, cause: `withdrawal:${row.id}:${state}` })
  })
  outbox.subscribe('payments.deposit', async ({ payload }) => {
    const { ref, playerId, credited } = payload as { ref: string; playerId: number; credited: boolean }
    if (!credited) return
    const row = await db.selectFrom('deposit').select(['id', 'amount_minor', 'currency_id']).where('ref', '=', ref).executeTakeFirst()
    if (row) await messages.post({ playerId, template: 'deposit_done', params: sumOf(row), cause: `deposit:${row.id}` })
  })
  return messages
}

const WITHDRAWAL_STEPS: Readonly<Record<string, Parameters<Messages['post']>[0]['template']>> = {
  requested: 'withdrawal_requested',
  approved: 'withdrawal_approved',
  sent: 'withdrawal_sent',
  paid: 'withdrawal_paid',
  refused: 'withdrawal_refused',
  cancelled: 'withdrawal_cancelled',
}

function sumOf(row: { amount_minor: bigint; currency_id: number }): { sum: string; currency: string } {
  const { exponent, code } = currencyById(row.currency_id)
  return { sum: minorText(row.amount_minor, exponent), currency: code }
}
