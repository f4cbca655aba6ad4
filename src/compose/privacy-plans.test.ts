/** How the rows of one player are found among everybody's: by an index, each table, and the newest first. */
import { sql, type RawBuilder } from 'kysely'
import { describe, expect, it } from 'vitest'
import { columnsOf } from '#modules/privacy/rules/data-classes.ts'
import { NEWEST } from '#modules/privacy/rules/newest.ts'
import { eraseQuery, rowsOf, rowsQuery } from '#modules/privacy/server/parts.ts'
import { inTx } from '#platform/server/db.ts'
import { testDatabase } from '../../test/support/database.ts'
import { PERSONAL_PARTS } from './privacy.ts'

const { db } = await testDatabase()
const TABLES = PERSONAL_PARTS.flatMap(({ tables }) => tables)
const tableOf = (name: string) => TABLES.find(({ table }) => table === name)!

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Index Name'?: string
  'Index Cond'?: string
  Plans?: Plan[]
}
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Tables that a statement reads from end to end even where that is the last resort; an index without a condition is no better. */
async function readWhole(query: RawBuilder<unknown>): Promise<string[]> {
  const nodes = await inTx(db, async (tx) => {
    await sql`SET LOCAL enable_seqscan = off`.execute(tx)
    const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`EXPLAIN (FORMAT JSON) ${query}`.execute(tx)
    return nodesOf(rows[0]!['QUERY PLAN'][0]!.Plan)
  })
  return nodes
    .filter((node) => node['Node Type'] === 'Seq Scan' || (node['Index Name'] !== undefined && node['Index Cond'] === undefined))
    .map((node) => `${node['Node Type']} of ${node['Relation Name'] ?? node['Index Name']}`)
}

describe('no part of a copy or an erasing reads a table from end to end', () => {
  it('a table without an index is found out', async () => {
    await sql`CREATE TABLE planted (id bigint PRIMARY KEY, player_id integer NOT NULL)`.execute(db)
    expect(await readWhole(sql`SELECT id FROM planted WHERE player_id = 7`)).toEqual(['Seq Scan of planted'])
    expect(await readWhole(sql`SELECT id FROM planted WHERE player_id = 7 ORDER BY id LIMIT 9`)).toEqual(['Index Scan of planted'])
    await sql`DROP TABLE planted`.execute(db)
  })

  it('copies', async () => {
    for (const table of TABLES) {
      if (columnsOf(table.table).every((column) => table.secret?.includes(column))) continue
      expect([table.table, await readWhole(rowsQuery(table, 7))]).toEqual([table.table, []])
    }
  })

  it('erasings, and the letters that go with them', async () => {
    for (const table of TABLES) {
      const query = eraseQuery(table, 7)
      if (query) expect([table.table, await readWhole(query)]).toEqual([table.table, []])
    }
    for (const table of ['message_out', 'dev_inbox'])
      expect(
        await readWhole(sql`DELETE FROM ${sql.table(table)} WHERE brand = 'polosa' AND recipient IN ('a@b.example', '77010000000')`),
      ).toEqual([])
  })
})

describe('the newest come first', () => {
  it('every table with more than one row a player has an order, by a column of its own', async () => {
    const { rows } = await sql<{ name: string }>`SELECT format('%s.%s', i.indrelid::regclass, a.attname) AS name
      FROM pg_index i JOIN pg_attribute a ON a.attrelid = i.indrelid AND a.attnum = i.indkey[0]
      WHERE i.indisunique AND i.indnkeyatts = 1 AND i.indpred IS NULL`.execute(db)
    const single = new Set(rows.map(({ name }) => name))
    const isOne = ({ table, by, of }: (typeof TABLES)[number]) => !of && single.has(`${table}.${by}`)
    expect(TABLES.filter((table) => !isOne(table) && !NEWEST[table.table]).map(({ table }) => table)).toEqual([])
    expect(Object.entries(NEWEST).filter(([table, column]) => !columnsOf(table).includes(column))).toEqual([])
  })

  it('bets are found through their entries, with what hangs on them, and nobody else’s', async () => {
    await sql`INSERT INTO player (id, brand, password_hash, created_at) OVERRIDING SYSTEM VALUE
      VALUES (7, 'polosa', '-', now()), (8, 'polosa', '-', now())`.execute(db)
    await sql`INSERT INTO account (id, player_id, currency_id) OVERRIDING SYSTEM VALUE VALUES (70, 7, 2), (71, 7, 2), (80, 8, 2)`.execute(
      db,
    )
    for (const [id, player, account] of [
      [101, 7, 70],
      [102, 8, 80],
      [103, 7, 71],
      [104, 7, 70],
    ]) {
      await sql`INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, accepted_at, price)
        VALUES (${id}, ${player}, ${account}, 2, 0, 1, 1, 100, now(), 2)`.execute(db)
      await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) VALUES (${account}, ${id}, 1, -100)`.execute(db)
      await sql`INSERT INTO bet_money (bet_id) VALUES (${id})`.execute(db)
      await sql`INSERT INTO bet_advance (bet_id, account_id, player_id, currency_id, amount_minor, at, due_at)
        VALUES (${id}, ${account}, ${player}, 2, 100, now(), now())`.execute(db)
    }
    // Another movement of the account is no bet.
    await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) VALUES (70, 102, 2, 100)`.execute(db)
    const ids = async (name: string, key: string) => (await rowsOf(db, tableOf(name), 7)).map((row) => row[key])
    expect(await ids('bet', 'id')).toEqual([104, 103, 101])
    expect(await ids('bet_money', 'bet_id')).toEqual([104, 103, 101])
    expect(await ids('bet_advance', 'bet_id')).toEqual([104, 103, 101])
    expect(await ids('ledger_entry', 'tx_id')).toEqual([104, 103, 102, 101])
  })
})
