/** Questions about money: a support thread with the payment and the form beside it, where the brand has consultants. */
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { wireMoney } from '#lib/money.ts'
import { formatMoney } from '#lib/number-format.ts'
import { unixSeconds } from '#lib/time.ts'
import { countedPage } from '#platform/server/counted-page.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { route, type Ctx } from '#platform/server/http.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import * as contract from '../contract/consultant.ts'
import { faultText, fieldsOfTopic, formFaults, hasCardNumber, TOPICS } from '../rules/consultant.ts'
import { listPayments, methodName, type PaymentsDeps } from './deposits.ts'

export interface ConsultantDeps extends PaymentsDeps {
  /** Opens a thread with the support (module messages). */
  openTicket(
    tx: Tx,
    given: { playerId: number; brand: string; language: string; kind: 'question'; subject: string; text: string },
  ): Promise<{ id: bigint } | Problem>
}

const PAGE = 20

/** Problem: payments.consultant_elsewhere (63). */
function closed(ctx: Ctx): Problem | null {
  const countries = ctx.config.cashier?.consultant?.countries ?? []
  return countries.includes(ctx.country) ? null : problem('payments.consultant_elsewhere', { wire: 63 })
}

export function consultantRoutes(app: FastifyInstance, deps: ConsultantDeps): void {
  route(app, contract.consultantTopicsCall, (ctx) => {
    const refused = closed(ctx)
    if (refused) return refused
    return {
      topics: TOPICS.map(({ id, key, needsTransaction, fields }) => ({
        id,
        title: ctx.text(`payments:topic_${key}`),
        needs_transaction: needsTransaction,
        fields: fields.map((field) => ({ ...field, label: ctx.text(`payments:field_${field.name}`) })),
      })),
    }
  })

  route(app, contract.consultantRequestsCall, async (ctx, { body }) => closed(ctx) ?? listRequests(deps.db, ctx, body.page_number))

  route(app, contract.consultantTransactionsCall, async (ctx, { body }) => {
    const refused = closed(ctx)
    if (refused) return refused
    const { rows, pages } = await listPayments(deps, { playerId: ctx.player!.id, page: body.page_number, archive: true })
    const items = rows.map((row) => {
      const { code, exponent } = currencyById(row.currency_id)
      return {
        transaction_id: row.ref,
        type: row.kind,
        date: unixSeconds(row.created_at.getTime()),
        sum: wireMoney(row.amount_minor, exponent),
        currency: code,
        status: row.state,
        system: methodName(ctx, row.method),
      }
    })
    return { items, page_number: body.page_number, pages }
  })

  route(app, contract.createConsultantRequest, async (ctx, { body }): Promise<unknown> => {
    const refused = closed(ctx)
    if (refused) return refused
    const made = await createRequest(deps, ctx, body)
    return isProblem(made) ? made : { ...made, status: 'open' as const }
  })
}

interface Filled {
  topic_id: number
  transaction_id: string
  comment: string
  fields: Record<string, string>
}

/** Problems: payments.form_wrong with every wrong field, those of the thread. A payment of somebody else does not exist. */
async function createRequest(deps: ConsultantDeps, ctx: Ctx, given: Filled): Promise<{ id: number; ticket_id: number } | Problem> {
  const playerId = ctx.player!.id
  const form = { topicId: given.topic_id, transactionId: given.transaction_id.trim(), comment: given.comment, fields: given.fields }
  const faults: [string, string][] = formFaults(form).map((fault) => [
    fault.field,
    faultText(fault, (key, params) => ctx.text(`payments:${key}`, params)),
  ])
  const payment = form.transactionId === '' ? null : await ownPayment(deps.db, playerId, form.transactionId)
  if (form.transactionId !== '' && !payment) {
    faults.push(['transaction_id', ctx.text('payments:fault_transaction_unknown')])
  }
  if ([given.comment, ...Object.values(given.fields)].some(hasCardNumber)) faults.push(['comment', ctx.text('payments:fault_card_number')])
  if (faults.length > 0) {
    const errors = Object.fromEntries(faults.map(([field, text]) => [field, [text]]))
    return problem('payments.form_wrong', { extra: { validation_errors: errors } })
  }
  const fields = fieldsOfTopic(form.topicId, form.fields)
  const topic = ctx.text(`payments:topic_${TOPICS.find(({ id }) => id === form.topicId)!.key}`)
  const lines = [
    ...(payment ? [`${ctx.text('payments:consultant_payment')}: ${paymentInWords(ctx, payment)}`] : []),
    ...Object.entries(fields).map(([name, value]) => `${ctx.text(`payments:field_${name}`)}: ${value}`),
  ]
  const text = [...lines, ...(lines.length > 0 ? [''] : []), form.comment.trim()].join('\n')
  const question = { playerId, brand: ctx.brand, language: ctx.lng, kind: 'question', subject: topic, text } as const
  // Both or none: a thread without its record would be asked a second time.
  return inTx(deps.db, async (tx) => {
    const ticket = await deps.openTicket(tx, question)
    if (isProblem(ticket)) return ticket
    const row = await tx
      .insertInto('consultant_request')
      .values({
        player_id: playerId,
        ticket_id: ticket.id,
        topic_id: form.topicId,
        payment_ref: form.transactionId || null,
        fields: JSON.stringify(fields),
        created_at: new Date(deps.clock.now()),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return { id: Number(row.id), ticket_id: Number(ticket.id) }
  })
}

interface OwnPayment {
  kind: 'deposit' | 'withdrawal'
  id: number
  method: string
  currency_id: number
  amount_minor: bigint
}

async function ownPayment(db: Db, playerId: number, ref: string): Promise<OwnPayment | null> {
  const part = (table: 'deposit' | 'withdrawal') =>
    sql`SELECT ${sql.lit(table)} AS kind, id, method, currency_id, amount_minor FROM ${sql.table(table)} WHERE ref = ${ref} AND player_id = ${playerId}`
  const { rows } = await sql<OwnPayment>`${part('deposit')} UNION ALL ${part('withdrawal')}`.execute(db)
  return rows[0] ?? null
}

/** As the history of payments shows it: the way, the sum, the number. The reference stands in the record for the desk. */
function paymentInWords(ctx: Ctx, { kind, id, method, currency_id: currencyId, amount_minor: minor }: OwnPayment): string {
  const sum = formatMoney(kind === 'deposit' ? minor : -minor, currencyById(currencyId), ctx.lng, { sign: true })
  return [methodName(ctx, method), sum, ctx.text('ui:number', { id: String(id) })].join(' · ')
}

interface AskedRow {
  id: bigint
  ticket_id: bigint
  topic_id: number
  payment_ref: string | null
  created_at: Date
  state: string
  answer: string | null
  total: bigint
}

async function listRequests(db: Db, ctx: Ctx, page: number) {
  const playerId = ctx.player!.id
  const read = (limit: number, offset: number) =>
    sql<AskedRow>`
    SELECT r.id, r.ticket_id, r.topic_id, r.payment_ref, r.created_at, t.state, count(*) OVER () AS total,
      (SELECT l.body FROM support_line l WHERE l.ticket_id = t.id AND l.author = 'operator' ORDER BY l.id DESC LIMIT 1) AS answer
    FROM consultant_request r JOIN support_ticket t ON t.id = r.ticket_id
    WHERE r.player_id = ${playerId} ORDER BY r.id DESC LIMIT ${limit} OFFSET ${offset}`.execute(db)
  const { rows, total } = await countedPage({ limit: PAGE, offset: (page - 1) * PAGE }, read)
  const items = rows.map((row) => ({
    id: Number(row.id),
    ticket_id: Number(row.ticket_id),
    topic_id: row.topic_id,
    topic: ctx.text(`payments:topic_${TOPICS.find(({ id }) => id === row.topic_id)?.key ?? 'other'}`),
    status: row.state === 'closed' ? ('closed' as const) : row.state === 'answered' ? ('answered' as const) : ('open' as const),
    date: unixSeconds(row.created_at.getTime()),
    transaction_id: row.payment_ref ?? '',
    answer: row.answer ?? '',
  }))
  return { items, page_number: page, pages: Math.ceil(total / PAGE) }
}
