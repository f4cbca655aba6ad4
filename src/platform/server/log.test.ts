/** What a log says of errors, and how often while there is no database. */
import { Writable } from 'node:stream'
import { expect, it, vi } from 'vitest'
import { sql, type RawBuilder } from 'kysely'
import { SECRET_PATHS } from '#modules/auth/server/index.ts'
import { connectionOf } from './db.ts'
import { createDatabaseWatch, DatabaseAway } from './db-watch.ts'
import { createLog } from './log.ts'
import { testDatabase } from '../../../test/support/database.ts'

const { db } = await testDatabase(2)

function logged(level = 'info') {
  const lines: { level: number; msg: string; code?: string; err?: { code?: string } }[] = []
  const into = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(JSON.parse(chunk.toString()))
      done()
    },
  })
  return { lines, log: createLog(level, false, SECRET_PATHS, into) }
}
const failure = (code: string) => Object.assign(new Error('failed'), { code })
const texts = ({ lines }: ReturnType<typeof logged>) => lines.map(({ msg }) => msg)

it('the code of an error can be read, one of a letter or a message cannot', () => {
  const { lines, log } = logged()
  for (const code of ['23505', '57P01', 'ECONNREFUSED', 'ERR_INVALID_URL', '048151', '4815'])
    log.warn({ code, body: { code }, err: failure(code) }, 'said')
  expect(lines.map(({ err }) => err?.code)).toEqual(['23505', '57P01', 'ECONNREFUSED', 'ERR_INVALID_URL', '***', '***'])
  expect(lines.every((line) => line.code === '***' && (line as { body?: { code: string } }).body?.code === '***')).toBe(true)
})

it('a database that cannot serve is told of at times, everything else each time', () => {
  const here = logged()
  for (let n = 0; n < 5; n += 1) {
    here.log.warn({ err: failure('53100') }, 'full')
    here.log.error({ err: new DatabaseAway() }, 'away')
    here.log.error({ err: new AggregateError([Object.assign(failure('ECONNREFUSED'), { syscall: 'connect' })]) }, 'refused')
    here.log.child({}).warn({ err: failure('23505') }, 'twice')
  }
  here.log.fatal({ err: new DatabaseAway() }, 'end')
  expect(texts(here)).toEqual(['full', ...Array.from({ length: 5 }, () => 'twice'), 'end'])
})

it('who looks closely sees each round', () => {
  const here = logged('debug')
  for (let n = 0; n < 3; n += 1) here.log.warn({ err: new DatabaseAway() }, 'waits')
  expect(here.lines.map(({ level }) => level)).toEqual([40, 20, 20])
})

it('the watch tells when the database falls silent and when it is back; in between loops are not heard', async () => {
  const here = logged()
  const config = connectionOf('postgres://nobody@127.0.0.1:1/none')
  const watch = createDatabaseWatch(config, here.log)
  watch.start()
  await vi.waitFor(() => expect(watch.away()).toBe(true), { timeout: 5_000 })
  for (let n = 0; n < 3; n += 1) here.log.warn({ err: new DatabaseAway() }, 'waits')
  watch.stop()
  expect(texts(here)).toEqual(['the database does not answer: what needs it is refused until it is back'])
})

/** What PostgreSQL says of a statement that it refuses. */
const refusalOf = (statement: RawBuilder<unknown>) =>
  statement.execute(db).then(
    () => expect.unreachable('it was not refused'),
    (error: Error) => error,
  )

it('an error of the database says which it is and where, and nothing of what it was asked', async () => {
  const TYPED = 'anna "the cat" @example.test'
  await sql`INSERT INTO setting (key, value) VALUES (${TYPED}, '1')`.execute(db)
  const errors = [
    await refusalOf(sql`INSERT INTO setting (key, value) VALUES (${`2${TYPED}`}, NULL)`),
    await refusalOf(sql`INSERT INTO setting (key, value) VALUES (${TYPED}, '1')`),
    await refusalOf(sql`SELECT ${TYPED}::text::integer`),
    await refusalOf(sql`INSERT INTO setting (key, value) VALUES ('x', ${`{"a": ${TYPED}}`}::text::jsonb)`),
  ]
  const here = logged()
  for (const err of errors) {
    here.log.warn({ err }, 'plain')
    here.log.warn({ err: new Error(`wrapped: ${err.message}`, { cause: err }) }, 'wrapped')
    here.log.warn({ err: new AggregateError([err], err.message) }, 'several')
    // Without words of its own a line takes those of the error.
    here.log.warn({ err })
    here.log.child({}).warn(err)
  }
  const all = JSON.stringify(here.lines)
  for (const part of ['anna', 'the cat', 'example.test']) expect(all).not.toContain(part)
  const plain = here.lines.filter(({ msg }) => msg === 'plain').map(({ err }) => err)
  expect(plain).toMatchObject([
    {
      type: 'DatabaseError',
      code: '23502',
      table: 'setting',
      message: 'null value in column "value" of relation "setting" violates not-null constraint',
    },
    { code: '23505', constraint: 'setting_pkey', message: 'duplicate key value violates unique constraint "setting_pkey"' },
    { code: '22P02', message: 'invalid input syntax for type integer: "***"' },
    { code: '22P02', message: 'invalid input syntax for type json' },
  ])
  expect(plain.every((err) => /\n {4}at /.test((err as { stack?: string }).stack ?? ''))).toBe(true)
  expect(here.lines.find(({ msg }) => msg === 'wrapped')?.err).toMatchObject({ cause: { code: '23502', table: 'setting' } })
})
