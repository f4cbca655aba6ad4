import { inflateRawSync } from 'node:zlib'
import { sql } from 'kysely'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY } from '#lib/time.ts'
import { createFiles, type Files } from '#modules/files/server/index.ts'
import { columnsOf, DATA_CLASSES } from '#modules/privacy/rules/data-classes.ts'
import type { Privacy } from '#modules/privacy/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { createLog } from '#platform/server/log.ts'
import { accountSite, Visitor } from '../../test/support/account-site.ts'
import { testDatabase } from '../../test/support/database.ts'
import { composePrivacy, PERSONAL_PARTS } from './privacy.ts'

const { db } = await testDatabase()
let privacy: Privacy
let files: Files
const site = await accountSite({
  db,
  more: ({ app, auth, protection, texts }) => {
    files = createFiles({ db, clock: auth.deps.clock, keys: auth.deps.keys })
    privacy = composePrivacy({ app, accounts: { auth, protection, files }, texts })
  },
})
const { clock } = site
const log = createLog('silent', false)

/** There player_id or account_id is a person on the field, or nobody's own. */
const NOBODYS: Record<string, string> = {
  bet_leg: 'an athlete; the legs of a bet stand in its receipt',
  bet_long_open: 'which old bets are open; the bet itself answers for its player',
  outcome_result: 'an athlete',
  settlement_run_outcome: 'an athlete',
  outcome_liability: 'an athlete',
  liability_leg: 'an athlete',
  finished_player: 'an athlete',
  finished_cricketer: 'an athlete',
  price_boost: 'an athlete',
  journal_due: 'on its way into the journal',
}

describe('every table with a player in it has a part that answers for it', () => {
  const named = new Set(PERSONAL_PARTS.flatMap(({ tables }) => tables.map(({ table }) => table)))

  it('none is forgotten', async () => {
    const { rows } = await sql<{ table: string }>`SELECT DISTINCT c.table_name AS table FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE' AND c.data_type <> 'ARRAY'
        AND c.column_name IN ('player_id', 'account_id', 'ticket_id', 'session_id', 'withdrawal_id')`.execute(db)
    expect(rows.map(({ table }) => table).filter((table) => !named.has(table) && !NOBODYS[table])).toEqual([])
    expect(rows.length).toBeGreaterThan(40)
  })

  it('what the parts name is there', async () => {
    for (const { table, by, secret = [], erase } of PERSONAL_PARTS.flatMap(({ tables }) => tables)) {
      const { rows } = await sql<{
        column: string
      }>`SELECT column_name AS column FROM information_schema.columns WHERE table_name = ${table}`.execute(db)
      const columns = rows.map(({ column }) => column)
      const wanted = [by, ...secret, ...(typeof erase === 'object' ? Object.keys(erase.clear) : [])]
      expect([table, wanted.filter((column) => !columns.includes(column))]).toEqual([table, []])
    }
  })
})

describe('every column has one class (DAT-01)', () => {
  const tables = PERSONAL_PARTS.flatMap((part) => part.tables)
  /** `table.column`s that are in the database and in no class, in two, or in a class and not in the database. */
  async function untagged(): Promise<string[]> {
    const { rows } = await sql<{ name: string }>`SELECT c.table_name || '.' || c.column_name AS name FROM information_schema.columns c
      JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'public' AND t.table_type = 'BASE TABLE'`.execute(db)
    const stored = rows.map(({ name }) => name)
    const tagged = Object.keys(DATA_CLASSES).flatMap((table) => columnsOf(table).map((column) => `${table}.${column}`))
    return [
      ...stored.filter((name) => tagged.filter((tag) => tag === name).length !== 1),
      ...tagged.filter((name) => !stored.includes(name)),
    ]
  }

  it('none is left out, and a new one is found', async () => {
    expect(await untagged()).toEqual([])
    await sql`ALTER TABLE player ADD COLUMN shoe_size integer`.execute(db)
    expect(await untagged()).toEqual(['player.shoe_size'])
    await sql`ALTER TABLE player DROP COLUMN shoe_size`.execute(db)
  })

  it('what is of the house or secret is in no copy', () => {
    for (const { table, secret = [] } of tables)
      expect([table, columnsOf(table, 'house', 'secret').filter((column) => !secret.includes(column))]).toEqual([table, []])
  })

  it('what names a person goes when he is forgotten', () => {
    const STAYS: Record<string, string> = {
      'withdrawal.destination': 'where money went, for as long as the books are kept',
      'stored_file.name': 'goes with the file, when the time that the law keeps papers for is over',
      'protection_exclusion.comment': 'the words in which the house was asked to protect',
    }
    const left = tables
      .filter(({ erase }) => erase !== 'delete')
      .flatMap(({ table, erase }) => {
        const cleared = typeof erase === 'object' ? Object.keys(erase.clear) : []
        return columnsOf(table, 'person').flatMap((column) => (cleared.includes(column) ? [] : [`${table}.${column}`]))
      })
    expect(left.filter((name) => !STAYS[name])).toEqual([])
  })
})

/** Files of a ZIP archive by name, read from its central directory. */
function unzip(bytes: Buffer): Map<string, string> {
  const files = new Map<string, string>()
  const end = bytes.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'))
  let at = bytes.readUInt32LE(end + 16)
  for (let n = bytes.readUInt16LE(end + 10); n > 0; n -= 1) {
    const name = bytes.subarray(at + 46, at + 46 + bytes.readUInt16LE(at + 28)).toString()
    const from = bytes.readUInt32LE(at + 42)
    const data = from + 30 + bytes.readUInt16LE(from + 26) + bytes.readUInt16LE(from + 28)
    files.set(name, inflateRawSync(bytes.subarray(data, data + bytes.readUInt32LE(at + 20))).toString())
    at += 46 + bytes.readUInt16LE(at + 28)
  }
  return files
}

const MAIL = 'forget-me@polosa.example'
const PASSWORD = 'a-quiet-lantern-7'

interface Known {
  visitor: Visitor
  id: number
}

async function person(mail: string): Promise<Known> {
  const visitor = new Visitor(site)
  const fields = {
    email: mail,
    password: await site.encode(PASSWORD),
    birth_date: '1990-05-17',
    country: 'KZ',
    currency: 'EUR',
    terms: true,
  }
  const { body } = await visitor.call('POST', '/flexreg-api/v1/registration/submit', { type: 'full_reg', fields })
  visitor.token = body.token
  return { visitor, id: Number(body.userId) }
}

const post = ({ visitor }: Known, name: string, body: object = {}) => visitor.call('POST', `/web-api/office/privacy/${name}`, body)
const overview = async ({ visitor }: Known) => (await visitor.call('GET', '/web-api/office/privacy')).body.data

let one: Known
let other: Known
beforeAll(async () => {
  ;[one, other] = [await person(MAIL), await person('somebody-else@polosa.example')]
  await sql`UPDATE player SET phone = '77015550123' WHERE id = ${one.id}`.execute(db)
  await sql`UPDATE player_profile SET first_name = 'Forgetta', last_name = 'Menot', city = 'Lethe' WHERE player_id = ${one.id}`.execute(db)
  await sql`INSERT INTO favorite (player_id, kind, id, saved_at) VALUES (${one.id}, 1, 77, now())`.execute(db).catch(() => {})
  await sql`INSERT INTO two_factor (player_id, sealed_secret, created_at) VALUES (${one.id}, 'SEALED-SEED', now())`.execute(db)
  await sql`INSERT INTO mailing_choice (player_id, channel, accepted, wording, ip, at)
    VALUES (${one.id}, 'sms', true, '1', '203.0.113.77', now())`.execute(db)
  await sql`INSERT INTO support_ticket (brand, player_id, kind, subject, language, opened_at, updated_at)
    VALUES ('polosa', ${one.id}, 'question', 'I am Forgetta', 'en', now(), now())`.execute(db)
})

/** What the store holds after its intake; here the bytes of a picture are enough. */
const PAPER = Buffer.from('the bytes of a passport')

describe('a copy of everything (DAT-09)', () => {
  it('is made by a job, opened with the password, by its owner alone, for a week', async () => {
    for (const { id } of [one, other])
      await inTx(db, (tx) =>
        files.insert(tx, {
          playerId: id,
          purpose: 'identity',
          name: 'pass port',
          taken: { type: 'image/jpeg', bytes: PAPER },
          at: new Date(clock.now()),
        }),
      )
    const asked = (await post(one, 'export')).body.data
    expect(asked.state).toBe('waiting')
    expect((await post(one, 'export')).status).toBe(409)
    expect(await privacy.work(log)).toBe(1)
    const [ready] = (await overview(one)).exports
    expect([ready.state, ready.size > 500, ready.expiresAt - ready.doneAt]).toEqual(['done', true, 7 * 86_400])

    clock.advance(10 * 60_000)
    expect((await post(one, 'download', { id: ready.id })).status).toBe(403)
    expect((await post(one, 'download', { id: ready.id, password: await site.encode('wrong-words-entirely') })).status).toBe(403)
    const foreign = await post(other, 'download', { id: ready.id, password: await site.encode(PASSWORD) })
    expect(foreign.status).toBe(404)

    const answer = await site.app.inject({
      method: 'POST',
      url: '/web-api/office/privacy/download',
      headers: { 'x-requested-with': 'XMLHttpRequest', authorization: `Bearer ${one.visitor.token}` },
      payload: { id: ready.id, password: await site.encode(PASSWORD) },
    })
    expect([answer.statusCode, answer.headers['content-type'], answer.headers['cache-control']]).toEqual([
      200,
      'application/zip',
      'no-store',
    ])
    expect(String(answer.headers['content-disposition'])).toMatch(/^attachment/)
    const copy = unzip(answer.rawPayload)
    const pictures = [...copy].filter(([name]) => name.startsWith('files/') && !name.endsWith('.json'))
    expect(pictures.map(([name, bytes]) => [/^files\/\d+-pass_port/.test(name), bytes])).toEqual([[true, PAPER.toString()]])
    expect(copy.get('account/player_profile.json')).toContain('Forgetta')
    expect(copy.get('auth/player.json')).toContain(MAIL)
    expect(copy.get('index.html')).toContain('Forgetta')
    const all = [...copy.values()].join('\n')
    for (const secret of ['SEALED-SEED', 'argon2', 'secret_hash', 'somebody-else', 'password_hash']) expect(all).not.toContain(secret)
    const stored = await db.selectFrom('privacy_request').select('sealed').where('id', '=', ready.id).executeTakeFirstOrThrow()
    expect(Buffer.from(stored.sealed!.split('.')[3]!, 'base64url').toString('latin1')).not.toContain('Forgetta')

    clock.advance(7 * DAY)
    expect((await post(one, 'download', { id: ready.id, password: await site.encode(PASSWORD) })).status).not.toBe(200)
    await privacy.work(log)
    expect(await db.selectFrom('privacy_request').select(['state', 'sealed']).where('id', '=', ready.id).executeTakeFirstOrThrow()).toEqual(
      {
        state: 'expired',
        sealed: null,
      },
    )
  })

  it('no more than three a day', async () => {
    const me = await person('often@polosa.example')
    for (let i = 0; i < 3; i += 1) {
      expect((await post(me, 'export')).body.data.state).toBe('waiting')
      await privacy.work(log)
    }
    expect((await post(me, 'export')).status).toBe(429)
  })
})

describe('to be forgotten (DAT-09)', () => {
  const erase = async (who: Known) => post(who, 'erase', { password: await site.encode(PASSWORD) })

  it('not while money, bets or a break stand in the way', async () => {
    const me = await person('rich@polosa.example')
    await sql`UPDATE account SET balance_minor = 5 WHERE player_id = ${me.id}`.execute(db)
    expect(((await erase(me)).body as { message: string }).message).toMatch(/withdraw/i)
    await sql`UPDATE account SET balance_minor = 0 WHERE player_id = ${me.id}`.execute(db)
    await me.visitor.call(
      'POST',
      '/service-api/limit-service/v1/BlockUser',
      { period: '6m', password: await site.encode(PASSWORD) },
      { 'x-auth': `Bearer ${me.visitor.token}` },
    )
    expect((await erase(me)).status).toBe(409)
    expect((await overview(me)).erasure).toBeNull()
  })

  it('is taken back, or carried out after three days: nothing names the player, his money stays in the books', async () => {
    await one.visitor.signIn(MAIL, PASSWORD)
    expect((await post(one, 'erase')).status === 403 || (await post(one, 'erase-cancel')).status === 200).toBe(true)
    await erase(one)
    expect((await post(one, 'erase-cancel')).body.data.state).toBe('cancelled')
    expect((await erase(one)).body.data.state).toBe('waiting')
    const code = { brand: 'polosa', template: 'code', lng: 'en', params: { code: '123456' } }
    await inTx(db, (tx) => site.auth.deps.messenger.send(tx, { ...code, channel: 'sms', to: '+77015550123' }))
    const entries = async () => (await sql<{ n: bigint }>`SELECT count(*) AS n FROM ledger_entry`.execute(db)).rows[0]!.n
    const before = await entries()
    expect(await privacy.work(log)).toBe(0)
    clock.advance(3 * DAY)
    expect(await privacy.work(log)).toBe(1)
    expect((await one.visitor.call('GET', '/web-api/office/privacy')).status).toBe(401)
    expect((await one.visitor.signIn(MAIL, PASSWORD)).body.data?.token).toBeUndefined()
    const { rows } = await sql<{
      name: string
    }>`SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'`.execute(db)
    const left: string[] = []
    for (const { name } of rows) {
      const found =
        await sql`SELECT 1 FROM ${sql.table(name)} t WHERE t::text ~* 'forgetta|menot|lethe|forget-me|77015550123|203[.]0[.]113[.]77|1990-05-17.*${sql.raw(String(one.id))}' LIMIT 1`.execute(
          db,
        )
      if (found.rows.length > 0) left.push(name)
    }
    expect(left).toEqual([])
    expect(await entries()).toBe(before)
    // The address is free again.
    expect((await person(MAIL)).id).toBeGreaterThan(one.id)
  })

  it('what has come in between stops it, and the player is told why', async () => {
    const me = await person('late@polosa.example')
    await erase(me)
    await sql`UPDATE account SET balance_minor = 7 WHERE player_id = ${me.id}`.execute(db)
    clock.advance(3 * DAY)
    await privacy.work(log)
    const row = await db.selectFrom('privacy_request').selectAll().where('player_id', '=', me.id).executeTakeFirstOrThrow()
    expect([row.state, row.reason]).toEqual(['stopped', 'money_left'])
    const told = await db.selectFrom('outbox').selectAll().where('key', '=', `privacy:${row.id}:erase_stopped`).execute()
    expect(told.length).toBe(1)
  })
})

it('the nightly job deletes what is due by the rules of the operator, and keeps proof (DAT-11)', async () => {
  await sql`UPDATE session SET closed_at = ${new Date(clock.now() - 5 * DAY)} WHERE player_id = ${other.id}`.execute(db)
  await sql`DELETE FROM service_token`.execute(db)
  expect((await privacy.deleteWhatIsDue(log))['sessions']).toBe(0)
  await sql`INSERT INTO setting (key, value) VALUES ('privacy.retention', '{"sessions": 3, "letters": 0}')`.execute(db)
  expect((await privacy.deleteWhatIsDue(log))['sessions']).toBeGreaterThan(0)
  expect(await db.selectFrom('session').select('id').where('player_id', '=', other.id).execute()).toEqual([])
  const proof = await db
    .selectFrom('privacy_retention_run')
    .selectAll()
    .where('rule', 'in', ['sessions', 'letters'])
    .orderBy('id', 'desc')
    .limit(9)
    .execute()
  expect(proof.filter(({ deleted }) => deleted > 0n).map(({ rule, days }) => [rule, days])).toContainEqual(['sessions', 3])
  // A rule out of bounds is none.
  expect(proof.find(({ rule }) => rule === 'letters')?.days).toBe(30)
})
