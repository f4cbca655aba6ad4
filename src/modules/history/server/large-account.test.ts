/** An account with a hundred thousand bets: its pages come from the index of its entries, whoever else has bets beside it. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY, unixSeconds } from '#lib/time.ts'
import { firstIdAt } from '#modules/ledger/server/index.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { conditionsOf, type HistoryFilter } from './bets-store.ts'
import { historySite, NOW } from './test-bets.ts'

const BETS = 100_000
const GAMES = 2_000
const { db } = await testDatabase(8)
const site = await historySite(db, polosa.config, fakeLine(NOW + 100 * DAY))
const [mine, other] = [await site.openAccount(7), await site.openAccount(8)]

/** Spread over eighty days, every fourth still open. */
async function fill(account: number, player: number, bets: number): Promise<void> {
  const first = firstIdAt(NOW - 80 * DAY)
  const step = (firstIdAt(NOW) - first) / BigInt(bets)
  const id = sql`(${first}::bigint + i * ${step}::bigint + ${player})`
  const at = sql`to_timestamp(${NOW / 1000}::float8 - 80 * 86400.0 * (1 - i / ${bets}::float8))`
  await sql`INSERT INTO bet (id, player_id, account_id, currency_id, vid, status, legs, open_legs, stake_minor, payout_minor, accepted_at, settled_at, price)
    SELECT ${id}, ${player}, ${account}, 2, 0, CASE WHEN i % 4 = 0 THEN 1 ELSE 2 END, 1, 1, 100 + i % 50, 0, ${at}, CASE WHEN i % 4 > 0 THEN ${at} END, 2
    FROM generate_series(0, ${bets - 1}) i`.execute(db)
  await sql`INSERT INTO bet_receipt (bet_id, receipt) SELECT ${id}, ${JSON.stringify({
    checkCf: 0,
    waitedMs: 0,
    oneClick: 0,
    approved: false,
    couponCode: null,
    asked: '2',
    given: '2',
    legs: [
      {
        i: 600100200,
        ci: 300100200,
        main: 600100200,
        t: 1,
        p: 0,
        pl: 0,
        k: 3,
        g: 1,
        gs: 1,
        asked: 2000,
        given: 2000,
        ver: 1,
        pv: null,
        score: '',
        sec: 0,
      },
    ],
  })}::json FROM generate_series(0, ${bets - 1}) i`.execute(db)
  await sql`INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price) SELECT 300100200 + i % ${GAMES}::int, 1, 0, 0, ${id}, 0, 3, 2000 FROM generate_series(0, ${bets - 1}) i`.execute(
    db,
  )
  await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at)
    SELECT ${account}, ${id}, 1, -100, 0, now() FROM generate_series(0, ${bets - 1}) i`.execute(db)
}
await fill(mine, 7, BETS)
await fill(other, 8, BETS / 2)
const names = (
  i: string,
) => sql`jsonb_build_object('names', jsonb_build_object('ru', jsonb_build_object('opp1', 'Арден ' || ${sql.raw(i)}, 'opp2', 'Нортмур'),
  'en', jsonb_build_object('opp1', 'Arden ' || ${sql.raw(i)}, 'opp2', 'Northmoor')))`
await sql`INSERT INTO bet_game (ci, main_ci, game) SELECT 300100200 + i, 300100200 + i, ${names('i')} FROM generate_series(0, ${GAMES - 1}) i`.execute(
  db,
)
await sql`VACUUM ANALYZE`.execute(db)

interface Plan {
  'Node Type': string
  'Relation Name'?: string
  'Actual Rows'?: number
  'Actual Loops'?: number
  Plans?: Plan[]
}
const nodes = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodes)]

const filter: HistoryFilter = {
  accountId: mine,
  fromMs: NOW - 89 * DAY,
  toMs: NOW,
  bySettlement: false,
  feeds: null,
  statuses: null,
  hiddenStatuses: [],
  types: null,
  search: '',
  ids: null,
  clearedAt: null,
}

async function planOf(given: HistoryFilter): Promise<Plan[]> {
  const { rows } = await sql<{ 'QUERY PLAN': { Plan: Plan }[] }>`
    EXPLAIN (ANALYZE, FORMAT JSON) SELECT b.id ${conditionsOf(given)} ORDER BY e.tx_id DESC LIMIT 20`.execute(db)
  return nodes(rows[0]!['QUERY PLAN'][0]!.Plan)
}

test('a page is read from the newest end of the index, and only as far as it goes', async () => {
  const plan = await planOf(filter)
  expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan')
  expect(plan.map((node) => node['Node Type'])).not.toContain('Sort')
  for (const node of plan) expect((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)).toBeLessThan(200)
  const open = await planOf({ ...filter, statuses: [1] })
  for (const node of open) expect((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)).toBeLessThan(1_000)
})

test('the first page, the last page and the sums of ninety days are right', async () => {
  const to = unixSeconds(NOW)
  const ask = async (path: string, body: object) =>
    JSON.parse(
      (await site.call('POST', `/web-api/office/history${path}`, 7, { timestamp_from: to - 89 * 86_400, timestamp_to: to, ...body })).text,
    ).data as Record<string, any>
  const first = await ask('', { count: 20 })
  expect(first).toMatchObject({ count: BETS, total_sum: (BETS * (100 + 24.5)) / 100, currency_code: 'EUR' })
  expect(first['items']).toHaveLength(20)
  const last = await ask('', { count: 200, page: BETS / 200 })
  expect(last['items']).toHaveLength(200)
  expect(last['items'].at(-1).id).toBeLessThan(first['items'][0].id)
  const { total, days } = await ask('/summary', { time_zone: 'Asia/Almaty' })
  expect(total).toMatchObject({ count: BETS, open_count: BETS / 4, stake: '124500.00' })
  expect(days.reduce((sum: number, day: { count: number }) => sum + day.count, 0)).toBe(BETS)
})

test('a search finds names in another case, and a page of it is read only as far as it goes', async () => {
  const to = unixSeconds(NOW)
  const countOf = async (search: string) => {
    const body = { timestamp_from: to - 89 * 86_400, timestamp_to: to, count: 20, search }
    return (JSON.parse((await site.call('POST', '/web-api/office/history', 7, body)).text) as { data: { count: number } }).data.count
  }
  expect(await countOf('арден 199')).toBe(11 * (BETS / GAMES))
  expect(await countOf('НОРТМУР')).toBe(BETS)
  expect(await countOf('нет такого')).toBe(0)
  for (const node of await planOf({ ...filter, search: 'арден' }))
    expect((node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1)).toBeLessThan(200)
})

test('a letter lists the newest bets and says of how many', async () => {
  const answer = await site.call('POST', '/web-api/office/history/mail', 7, { days: 90, account_id: mine, lng: 'en' })
  expect(JSON.parse(answer.text)).toMatchObject({ success: true })
  const [note, ...bets] = String(site.letters.at(-1)!.params['lines']).split('\n\n')
  expect([bets.length, note]).toEqual([200, `The newest bets are listed here: 200 of ${BETS}. The statement and the table have all bets`])
})
