/** A bet, a game, a player: every fact and entry, for a person and for scripts. */
import { sql } from 'kysely'
import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Db } from '#platform/server/db.ts'
import { devPage, escapeHtml } from './page.ts'

type Row = Record<string, unknown>

async function rows(db: Db, query: ReturnType<typeof sql<Row>>): Promise<Row[]> {
  return (await query.execute(db)).rows
}

const SUBJECTS: Record<string, (db: Db, id: string) => Promise<Record<string, Row[]>>> = {
  bet: async (db, id) => ({
    bet: await rows(db, sql<Row>`SELECT * FROM bet WHERE id = ${id}::bigint`),
    legs: await rows(db, sql<Row>`SELECT * FROM bet_leg WHERE bet_id = ${id}::bigint ORDER BY ix`),
    entries: await rows(db, sql<Row>`SELECT e.* FROM ledger_entry e WHERE e.tx_id = ${id}::bigint`),
  }),
  game: async (db, id) => ({
    game: await rows(db, sql<Row>`SELECT * FROM game WHERE ci = ${id}::int`),
    parts: await rows(db, sql<Row>`SELECT * FROM game_part WHERE game_ci = ${id}::int`),
    facts: await rows(
      db,
      sql<Row>`SELECT f.id, f.provider, f.t, f.sent_at, f.body FROM fact f JOIN game g ON g.ref = f.game_ref WHERE g.ci = ${id}::int ORDER BY f.id DESC LIMIT 200`,
    ),
  }),
  player: async (db, id) => ({
    player: await rows(db, sql<Row>`SELECT id, brand, created_at FROM player WHERE id = ${id}::int`),
    accounts: await rows(db, sql<Row>`SELECT * FROM account WHERE player_id = ${id}::int`),
    bets: await rows(
      db,
      sql<Row>`SELECT id, status, stake_minor, payout_minor FROM bet WHERE player_id = ${id}::int ORDER BY id DESC LIMIT 50`,
    ),
    promo_codes: await rows(db, sql<Row>`SELECT * FROM promo_code WHERE player_id = ${id}::int ORDER BY given_at DESC LIMIT 50`),
    entries: await rows(
      db,
      sql<Row>`SELECT e.* FROM ledger_entry e JOIN account a ON a.id = e.account_id WHERE a.player_id = ${id}::int ORDER BY e.tx_id DESC LIMIT 100`,
    ),
  }),
}

/** Not what every object has. */
const readerOf = (what: string) => (Object.hasOwn(SUBJECTS, what) ? SUBJECTS[what] : undefined)

interface Asked {
  what?: string
  id?: string
}

const ADDRESS = '/dev/api/inspect/{what}/{id}'
const ALLOWED: Readonly<Record<string, readonly string[] | string>> = { what: Object.keys(SUBJECTS), id: 'a whole number' }

/** Bets have long numbers. */
const isId = (what: string, id: string) => /^\d{1,16}$/.test(id) && (what === 'bet' || Number(id) < 2 ** 31)

const plain = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_key, v: unknown) => (typeof v === 'bigint' ? v.toString() : v)))

export function inspectPages(app: FastifyInstance, db: Db): void {
  const twin = async ({ what, id = '' }: Asked, reply: FastifyReply) => {
    const read = what === undefined ? undefined : readerOf(what)
    const wrong = (status: number, field: string) => reply.code(status).send({ field, allowed: ALLOWED[field], address: ADDRESS })
    if (!read) return wrong(what === undefined ? 400 : 404, 'what')
    return isId(what!, id) ? plain(await read(db, id)) : wrong(400, 'id')
  }
  app.get<{ Params: Asked }>('/dev/api/inspect/:what/:id', async ({ params }, reply) => twin(params, reply))
  app.get<{ Params: Asked }>('/dev/api/inspect/:what', async ({ params }, reply) => twin(params, reply))
  app.get<{ Querystring: Asked }>('/dev/api/inspect', async ({ query }, reply) => twin(query, reply))
  app.get<{ Querystring: Asked }>('/dev/inspect', async (request, reply) => {
    const { ctx } = request
    const { what = 'bet', id = '' } = request.query
    const read = readerOf(what)
    const found = read && isId(what, id) ? await read(db, id) : {}
    const tables = Object.entries(found).map(
      ([name, list]) =>
        `<h2>${escapeHtml(name)} (${list.length})</h2><p><small>${list.map((row) => escapeHtml(JSON.stringify(plain(row)))).join('\n')}</small></p>`,
    )
    const options = Object.keys(SUBJECTS).map((key) => `<option${key === what ? ' selected' : ''}>${key}</option>`)
    const page = `<p><a href="/${ctx.lng}/dev/inspect">${escapeHtml(ctx.text('dev:page_inspect'))}</a></p>`
    const content = `${page}<form><select name="what">${options.join('')}</select><input name="id" value="${escapeHtml(id)}" inputmode="numeric"><button class="main">${escapeHtml(ctx.text('dev:apply'))}</button></form>${tables.join('')}`
    return devPage(reply, { lng: ctx.lng, title: ctx.text('dev:tool_inspect'), content })
  })
}
