/** What happens to a player's bets and money becomes messages of his, and his open pages hear of it in every process. */
import type { createAdvertising } from './advertising.ts'
import { listTurnedOff } from '#modules/account/server/index.ts'
import { toldSum } from '#modules/ledger/server/index.ts'
import { createMessages, messageText, type Messages, type News, type ToldMessage, type ToPlayer } from '#modules/messages/server/index.ts'
import { sentMinor } from '#modules/payments/server/index.ts'
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import type { Promo } from '#modules/promo/server/index.ts'
import type { PersonalNews, Subscriptions } from '#modules/subscriptions/server/index.ts'
import { listSettledBets, type SettledBet } from '#modules/settlement/server/index.ts'
import type { Files } from '#modules/files/server/index.ts'
import type { FastifyInstance } from 'fastify'
import type { Clock } from '#platform/server/clock.ts'
import type { Db } from '#platform/server/db.ts'
import type { Texts } from '#platform/server/texts.ts'
import type { Betting } from './betting.ts'

interface MessageParts {
  files: Files
  app: FastifyInstance
  db: Db
  clock: Clock
  betting: Pick<Betting, 'bets' | 'news' | 'promo'>
  /** The one question of every sender. */
  mayPromote(playerId: number): Promise<boolean>
  advertise: ReturnType<typeof createAdvertising>
  /** The browsers of players, and the words of messages. */
  push: Subscriptions['push']
  texts: Texts
}

const NEWS = 'messages.news'

export function composeMessages({ app, db, clock, files, betting, mayPromote, advertise, push, texts }: MessageParts): Messages {
  const { outbox, bus, log } = betting.news
  const messages = createMessages({
    db,
    clock,
    log,
    outbox,
    me: betting.bets.me,
    files,
    settledBet: (playerId, bet) => settledBet(db, playerId, bet),
    mayPromote,
    advertise,
    onNew: (told) => push(told.flatMap((message) => personalNews(message, texts))),
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
  outbox.subscribe('settlement.settled', async ({ payload }) => {
    const { run, chunk } = payload as { run?: number; chunk?: number }
    if (run !== undefined && chunk !== undefined) await tellResults(db, messages, betting.promo, { run, chunk })
  })
  outbox.subscribe('payments.withdrawal', async ({ payload }) => {
    const { ref, playerId, state } = payload as { ref: string; playerId: number; state: string }
    const row = await db
      .selectFrom('withdrawal')
      .select(['id', 'amount_minor', 'fee_minor', 'tax_minor', 'currency_id', 'reason'])
      .where('ref', '=', ref)
      .executeTakeFirst()
    if (!row) return
    const template = WITHDRAWAL_STEPS[state]
    if (!template) return
    const params = {
      number: Number(row.id),
      // What the payment system is given, and pays, is without the fee and the tax.
      ...toldSum(state === 'sent' || state === 'paid' ? sentMinor(row) : row.amount_minor, row.currency_id),
      ...(state === 'refused' ? { reason: row.reason ?? 'rules' } : {}),
    }
    await messages.post({ playerId, template, params, cause: `withdrawal:${row.id}:${state}` })
  })
  outbox.subscribe('payments.deposit', async ({ payload }) => {
    const { ref, playerId, credited } = payload as { ref: string; playerId: number; credited: boolean }
    if (!credited) return
    const row = await db
      .selectFrom('deposit')
      .select(['id', 'amount_minor', 'tax_minor', 'currency_id'])
      .where('ref', '=', ref)
      .executeTakeFirst()
    if (row)
      await messages.post({
        playerId,
        template: 'deposit_done',
        params: toldSum(row.amount_minor - row.tax_minor, row.currency_id),
        cause: `deposit:${row.id}`,
      })
  })
  return messages
}

/**
 * What came of bets, after their commit: who was paid or got his stake back hears of it; a lost bet is told only when
 * its player was told otherwise before. The code that paid for a bet that is void comes back as a new one.
 */
async function tellResults(db: Db, messages: Messages, promo: Pick<Promo, 'follow'>, chunk: { run: number; chunk: number }): Promise<void> {
  const bets = await listSettledBets(db, chunk)
  const given = await promo.follow(bets.filter((bet) => bet.hasPromo).map(({ id }) => id))
  const silent = await listTurnedOff(
    db,
    'betResults',
    bets.map(({ playerId }) => playerId),
  )
  await messages.postMany([
    ...bets.flatMap(resultMessage).map((message) => (silent.has(message.playerId) ? { ...message, quiet: true } : message)),
    ...given.map(({ betId, playerId, code, minor, currencyId }) => ({
      playerId,
      template: 'promo_returned' as const,
      params: { bet: String(betId), code, ...toldSum(minor, currencyId) },
      cause: `promo:${betId}`,
    })),
  ])
}

function resultMessage({ id, playerId, status, version, netMinor, currencyId, freeBet }: SettledBet): ToPlayer[] {
  const bet = String(id)
  const told = {
    playerId,
    params: { bet, ...toldSum(netMinor, currencyId) },
    cause: `settled:${bet}:${version}`,
  }
  if (status === BET_STATUS.open || status === BET_STATUS.blocked) return []
  if (status === BET_STATUS.paid) return [{ ...told, template: 'bet_paid' }]
  // A stake of a promo code does not return: nothing came back.
  if (status === BET_STATUS.returned) return netMinor > 0n ? [{ ...told, template: 'bet_returned' }] : []
  if (freeBet) {
    const params = { bet, code: freeBet.code, ...toldSum(freeBet.minor, currencyId) }
    return [{ ...told, template: 'express_insured', params, cause: `insured:${bet}:${version}` }]
  }
  return version > 1 ? [{ ...told, template: 'bet_corrected', onlyAfter: `settled:${bet}:` }] : []
}

/** What browsers may tell of: bets that were decided, orders that were carried out, money that has left. */
const PUSHED: Partial<Readonly<Record<ToldMessage['template'], PersonalNews['topic']>>> = {
  bet_paid: 'bets',
  bet_returned: 'bets',
  bet_voided: 'bets',
  autobet_placed: 'orders',
  withdrawal_paid: 'money',
  withdrawal_refused: 'money',
  payout_way_new: 'money',
  deposit_charged_back: 'money',
  deposit_taken_back: 'money',
  deposit_given_back: 'money',
  deposit_to_claim: 'money',
  deposit_declined: 'money',
}

function personalNews({ playerId, template, params, page }: ToldMessage, texts: Texts): PersonalNews[] {
  const topic = PUSHED[template]
  if (!topic) return []
  const words = (lng: string) => {
    const { title, body } = messageText(template, params, (key, values) => texts.text(lng, key, values))
    return { title, text: body }
  }
  return [{ playerId, topic, page, tag: `${topic}-${params['bet'] ?? params['number'] ?? ''}`, words }]
}

const WITHDRAWAL_STEPS: Readonly<Record<string, Parameters<Messages['post']>[0]['template']>> = {
  requested: 'withdrawal_requested',
  approved: 'withdrawal_approved',
  sent: 'withdrawal_sent',
  paid: 'withdrawal_paid',
  refused: 'withdrawal_refused',
  cancelled: 'withdrawal_cancelled',
}

async function settledBet(db: Db, playerId: number, bet: string): Promise<{ settledAt: Date | null } | null> {
  if (bet.length > 18) return null
  const row = await db
    .selectFrom('bet')
    .select('settled_at')
    .where('id', '=', BigInt(bet))
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  return row ? { settledAt: row.settled_at } : null
}
