/** Sums, tables, letters and clearing: all say the same of the same bets. */
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { DAY, HOUR, unixSeconds } from '#lib/time.ts'
import polosa from '../../../../brands/polosa/config.json' with { type: 'json' }
import { fakeLine } from '#modules/bets/server/fake-line.ts'
import { ENTRY_KINDS } from '#modules/ledger/server/index.ts'
import type { BetTerms } from '#modules/payout/rules/terms.ts'
import { testDatabase } from '../../../../test/support/database.ts'
import { ciOf, historySite, NOW } from './test-bets.ts'

const { db } = await testDatabase(8)
const site = await historySite(db, polosa.config, fakeLine(NOW + 100 * DAY))
const GAME = 600_100_200
site.line.addGame(GAME, { startsAt: NOW + 100 * DAY })
const account = await site.openAccount(7)
await site.openAccount(8)
const leg = { game: GAME, t: 1, price: 2000 }

// 1 September, 23:30 UTC: in Almaty it is already the second.
const late = NOW + 11.5 * HOUR
const lost = await site.insertBet(7, account, { stake: 1000, legs: [leg] })
await site.settle(lost, 2, 0)
site.clock.set(late)
const won = await site.insertBet(7, account, { stake: 2000, legs: [leg], money: { payout_tax_minor: 100 } })
await site.settle(won, 4, 3900)
const promo = await site.insertBet(7, account, { stake: 500, legs: [leg], money: { promo_minor: 500 } })
await site.settle(promo, 2, 0)
const open = await site.insertBet(7, account, { vid: 1, stake: 700, legs: [leg, leg], money: { sold_stake_minor: 200, sold_minor: 250 } })
site.clock.advance(60_000)

const NOTHING_SOLD = {
  autoSaleMinor: null,
  autoSaleStatus: 0,
  oldSaleMinor: 0n,
  insurancePercent: null,
  isPowerBet: false,
  canSell: false,
  canInsure: false,
  cashoutSumMinor: null,
  replaces: null,
}

const post = async (path: string, body: object, player = 7) => {
  const answer = await site.call('POST', `/web-api/office/history${path}`, player, body)
  return JSON.parse(answer.text) as { success: boolean; error_code?: number; data: Record<string, any> }
}

test('sums in all, by kind and by day of the reader; an open stake is no loss', async () => {
  const { data } = await post('/summary', { time_zone: 'Asia/Almaty' })
  expect(data['total']).toEqual({
    count: 4,
    open_count: 1,
    stake: '42.00',
    open_stake: '5.00',
    promo: '5.00',
    uncovered: '0.00',
    premium: '0.00',
    back: '41.50',
    bonus: '0.00',
    stake_tax: '0.00',
    payout_tax: '1.00',
    // 41.50 back for 42.00, less the 5.00 still running and the 5.00 that the promo code paid.
    profit: '9.50',
  })
  expect(data['days']).toMatchObject([
    { day: '2026-09-01', count: 1, profit: '-10.00' },
    { day: '2026-09-02', count: 3, profit: '19.50' },
  ])
  expect(data['kinds']).toMatchObject([
    { type: 0, count: 3 },
    { type: 1, count: 1 },
  ])
  const utc = await post('/summary', { time_zone: 'Nowhere/Never' })
  expect(utc.data['days']).toMatchObject([{ day: '2026-09-01', count: 4 }])
  expect((await post('/summary', { bet_common_statuses: [4] })).data['total']).toMatchObject({ count: 1, profit: '19.00' })
})

test('the table holds every bet of the list and its columns add up to the sums of the list', async () => {
  const answer = await site.call('GET', '/web-api/office/history/table.csv?time_zone=Asia/Almaty&lng=en', 7)
  expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="bets-\d{4}-\d\d-\d\d-2026-09-02\.csv"$/)
  expect(answer.text.startsWith('\uFEFF')).toBe(true)
  const [head, ...rows] = answer.text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(rows).toHaveLength(4)
  const column = (name: string) => rows.map((row) => Number(row[head!.indexOf(name)])).reduce((a, b) => a + b, 0)
  const { data } = await post('', {})
  expect(column('Stake')).toBeCloseTo(data['total_sum'], 9)
  expect(column('Paid back')).toBeCloseTo(data['total_win'], 9)
  // 2.50 for the sold 2.00 of the open bet is a result already.
  expect(column('Net result')).toBeCloseTo(9.5, 9)
  expect(rows.map((row) => row[0])).toEqual([open, promo, won, lost].map(String))
  expect(rows[3]![1]).toBe('2026-09-01 17:00:00')
})

test('an edited bet stands in the table without sums: they are those of the bet that took its place', async () => {
  const owner = await site.openAccount(9)
  const [from, to] = [
    await site.insertBet(9, owner, { stake: 700, legs: [leg] }),
    await site.insertBet(9, owner, { stake: 700, legs: [leg] }),
  ]
  await site.settle(from, 8, 700)
  await sql`INSERT INTO bet_change (bet_id, replaced_bet_id, kind, value_minor, at) VALUES (${to}, ${from}, 0, 700, now())`.execute(db)
  site.sales.set(from, { ...NOTHING_SOLD, replacedBy: to })
  const { text } = await site.call('GET', '/web-api/office/history/table.csv?lng=en', 9)
  const [head, ...rows] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  const cells = (id: bigint) =>
    ['Stake', 'Status', 'Paid back', 'Net result'].map((name) => rows.find(([first]) => first === String(id))![head!.indexOf(name)])
  expect(cells(from)).toEqual(['', 'Replaced', '', ''])
  expect(cells(to)).toEqual(['7.00', 'Accepted', '', ''])
  expect((await post('/summary', {}, 9)).data['total']).toMatchObject({ stake: '7.00', back: '0.00' })
  await post('/mail', { lng: 'en' }, 9)
  const { bets, lines } = site.letters.at(-1)!.params
  expect(bets).toBe(1)
  expect(lines).toContain(`\n  Replaced → No. ${to}`)
  expect(String(lines).split('€')).toHaveLength(2)
  expect(lines).toMatch(/^Replaced bets stand without sums/)
})

test('a kind is named in the table as in the list', async () => {
  const owner = await site.openAccount(11)
  await site.insertBet(11, owner, { vid: 1, stake: 700, legs: [leg, leg], terms: { jointPrice: 3_000 } })
  const { text } = await site.call('GET', '/web-api/office/history/table.csv?lng=en', 11)
  const title = JSON.stringify((await post('', { lng: 'en' }, 11)).data)
  expect(text.split('\r\n')[1]!.split(',')[2]).toBe('Express of one game')
  expect(title).toContain('"type_title":"Express of one game"')
})

test('a long-term bet that has left the book is told under its question, once in the table', async () => {
  const owner = await site.openAccount(14)
  const [game, question] = [600_100_950, 'To be relegated 2026']
  const outcomes = { '2637:0:77': { en: { group: question, outcome: 'Kaisar' } } }
  await site.keepNames(ciOf(game), { en: { opp1: question, opp2: '' } }, { outcomes, outright: true })
  await site.insertBet(14, owner, { stake: 700, legs: [{ game, t: 2637, pl: 77, price: 1225 }] })
  const told = JSON.stringify((await post('', { lng: 'en' }, 14)).data)
  expect(told).toContain(`"event_type_small_group_name":"${question}"`)
  expect(told).toContain('"game_status":4')
  expect((await site.call('GET', '/web-api/office/history/table.csv?lng=en', 14)).text).toContain(`${question}: Kaisar 1.225`)
})

test('an insured bet adds up wherever its money is shown: table, summary, letter', async () => {
  const owner = await site.openAccount(12)
  const insured = await site.insertBet(12, owner, { stake: 70_000, legs: [leg], money: { insured_minor: 35_000, premium_minor: 7_678 } })
  await site.settle(insured, 4, 95_295)
  // Half of this one is sold, the rest of it still runs; the other stands for a promo code.
  await site.insertBet(12, owner, { stake: 1000, legs: [leg], money: { sold_stake_minor: 400, sold_minor: 450 } })
  await site.insertBet(12, owner, { stake: 500, legs: [leg], money: { promo_minor: 500 } })
  site.clock.advance(60_000)
  const { text } = await site.call('GET', '/web-api/office/history/table.csv?lng=en', 12)
  const [head, ...rows] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  const sum = (row: string[], name: string) => Math.round(Number(row[head!.indexOf(name)]) * 100)
  for (const row of rows) {
    const own = sum(row, 'Stake') - sum(row, 'Of it promo code') - sum(row, 'Of it advance not repaid') - sum(row, 'Of it still open')
    expect(sum(row, 'Paid back') - own - sum(row, 'Insurance premium'), row.join()).toBe(sum(row, 'Net result'))
  }
  expect(
    sum(
      rows.find(([id]) => id === String(insured))!,
      'Net result',
    ),
  ).toBe(17_617)
  const { total, kinds, days } = (await post('/summary', {}, 12)).data
  for (const sums of [total, ...kinds, ...days]) {
    const of = (key: string) => Math.round(Number(sums[key]) * 100)
    expect(of('back') - (of('stake') - of('promo') - of('uncovered') - of('open_stake')) - of('premium')).toBe(of('profit'))
  }
  expect(total).toMatchObject({ premium: '76.78', open_stake: '6.00', promo: '5.00' })
  await post('/mail', { lng: 'en' }, 12)
  const { between } = site.letters.at(-1)!.params
  expect(String(between).replaceAll(/[\u2066\u2069]/g, '')).toBe(
    '\nOf it promo codes: €5\nOf it still open: €6\nInsurance premiums: €76.78',
  )
})

test('a table in the habits of a language with decimal commas; only one status', async () => {
  const { text } = await site.call('GET', '/web-api/office/history/table.csv?lng=de&bet_common_statuses=4', 7)
  const rows = text.trimEnd().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(';20,00;')
})

test('a letter with the bets and their sums', async () => {
  const { text } = await site.call('GET', '/web-api/office/history/mail-address', 7)
  expect(JSON.parse(text).data).toEqual({ to: 'a***@polosa.example', confirmed: true })
  expect(await post('/mail', { lng: 'en' })).toMatchObject({ success: true, data: { sent: true, to: 'a***@polosa.example' } })
  const letter = site.letters.at(-1)!
  expect(letter).toMatchObject({ template: 'bets_history', params: { bets: 4, stake: '42.00 EUR', back: '41.50 EUR', profit: '9.50 EUR' } })
  expect(letter.params['lines']).toContain(`No. ${won}`)
  expect(letter.params['lines']).toContain('\u2066€20\u2069 → \u2066€39\u2069')
  expect(await post('/casino-mail', { lng: 'en' })).toMatchObject({ success: true })
  expect(site.letters.at(-1)).toMatchObject({
    template: 'casino_history',
    params: { stake: '0.00 EUR', lines: 'No casino games in this period' },
  })
})

test('what the state took of deposits and of withdrawals that were paid stands beside them', async () => {
  await sql`INSERT INTO player (id, brand, language, password_hash, created_at) OVERRIDING SYSTEM VALUE
    VALUES (70, 'polosa', 'en', 'x', now())`.execute(db)
  const id = await site.openAccount(70)
  const at = new Date(site.clock.now() - HOUR)
  const { deposit, depositTax, withdrawal, withdrawalReturn } = ENTRY_KINDS
  for (const [kind, minor] of [
    [deposit, 10_000],
    [depositTax, -500],
    [withdrawal, -4_000],
    [withdrawal, -1_000],
    [withdrawalReturn, 1_000],
  ])
    await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at)
      VALUES (${id}, ${site.ledger.ids.next()}, ${kind}, ${minor}, 0, ${at})`.execute(db)
  for (const [state, minor] of [
    ['paid', 4_000],
    ['refused', 1_000],
  ] as const)
    await sql`INSERT INTO withdrawal (ref, brand, player_id, request_key, account_id, currency_id, method, provider, amount_minor, tax_minor,
        tax_rule, tax_rate, state, approvals_needed, send_after, reason, balance_after, created_at, updated_at, done_at)
      VALUES (${state}, 'polosa', 70, ${state}, ${id}, 2, 'card', 'sandbox', ${minor}, ${minor / 20}, 'KE-1', '0.05', ${state}, 0, ${at},
        ${state === 'paid' ? null : 'rules'}, 0, ${at}, ${at}, ${at})`.execute(db)
  const { data } = await post('/summary', {}, 70)
  expect(data['account']).toEqual({ deposits: '100.00', withdrawals: '40.00', tax: '7.00' })
})

test('a letter writes days and moments in the language of its reader, and each outcome with its market', async () => {
  const casino = { lng: 'ru', time_zone: 'Asia/Almaty' }
  const { casinoBet } = ENTRY_KINDS
  await sql`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor, balance_after, at)
    VALUES (${account}, ${site.ledger.ids.next()}, ${casinoBet}, -300, 0, ${new Date(late)})`.execute(db)
  await post('/mail', casino)
  const { params } = site.letters.at(-1)!
  expect(params).toMatchObject({ to: '02.09.2026', from: expect.stringMatching(/^\d\d\.\d\d\.2026$/) })
  expect(params['lines']).toContain('\u206602.09.2026, 04:30\u2069')
  expect(params['lines']).toContain('Arden City - Northmoor: Исход – ')
  expect(params['lines']).not.toContain('2026-')
  await post('/mail', { ...casino, lng: 'ar' })
  expect(site.letters.at(-1)!.params['lines']).toMatch(
    /\n {2}\u2068Arden City - Northmoor\u2069: [\u0600-\u06ff ]+ – \u2068.+\u2069 {2}\u2068[\d.]+\u2069\n/,
  )
  await post('/casino-mail', casino)
  expect(site.letters.at(-1)!.params).toMatchObject({ to: '02.09.2026', lines: expect.stringMatching(/^\u206602\.09\.2026\u2069 {2}/) })
})

test('a letter and a table of chosen days are named by the last of them, not by the midnight after it', async () => {
  const [begin, end] = [Date.UTC(2026, 7, 1) / 1000, Date.UTC(2026, 7, 21) / 1000]
  const days = { lng: 'ru', time_zone: 'UTC', timestamp_from: begin, timestamp_to: end }
  for (const path of ['/mail', '/casino-mail']) {
    await post(path, days)
    expect(site.letters.at(-1)!.params).toMatchObject({ from: '01.08.2026', to: '20.08.2026' })
  }
  const query = `lng=ru&time_zone=UTC&timestamp_from=${begin}&timestamp_to=${end}`
  const table = await site.call('GET', `/web-api/office/history/table.csv?${query}`, 7)
  expect(table.headers['content-disposition']).toContain('bets-2026-08-01-2026-08-20.csv')
})

test('a table writes its prices in one form; the price of a single is the bet’s, which an edit may have changed', async () => {
  const owner = await site.openAccount(13)
  await site.insertBet(13, owner, { stake: 700, price: '5.709', legs: [{ ...leg, price: 6167 }] })
  await site.insertBet(13, owner, { stake: 700, vid: 1, legs: [{ ...leg, price: 6167 }, leg] })
  const { text } = await site.call('GET', '/web-api/office/history/table.csv?lng=ru', 13)
  const [head, ...rows] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(';'))
  const cells = rows.map((row) => [row[head!.indexOf('Исходы')], row[head!.indexOf('Коэффициент')]])
  expect(cells).toEqual([
    [expect.stringMatching(/: Исход – .* 6,167 \| .* 2$/), '12,334'],
    [expect.stringMatching(/: Исход – .* 5,709$/), '5,709'],
  ])
})

test('a letter, a table and a summary are in one language: the one that was asked for', async () => {
  for (const lng of ['ru', 'ar']) {
    await post('/mail', { lng })
    const words = String(site.letters.at(-1)!.params['lines'])
    expect(words, lng).not.toMatch(/Single|Accepted|No\. /)
    expect(words).toContain(lng === 'ru' ? 'Ординар' : 'فردي')
    await post('/casino-mail', { lng })
    expect(site.letters.at(-1)!.params['lines']).not.toBe('No casino games in this period')
    const { kinds } = (await post('/summary', { lng })).data
    expect(kinds[0].type_title).toBe(lng === 'ru' ? 'Ординар' : 'فردي')
    const { items } = (await post('', { lng })).data
    expect(items[1].type_title).toBe(lng === 'ru' ? 'Ординар' : 'فردي')
    const { text } = await site.call('GET', `/web-api/office/history/table.csv?lng=${lng}`, 7)
    expect(text).not.toMatch(/Stake|Single/)
  }
})

test('cleared: decided bets leave the lists and stay on the server; a corrected one comes back; it can be undone', async () => {
  // Two tabs at once.
  const [a, b] = await Promise.all([post('/clear', { account_id: account }), post('/clear', { account_id: account })])
  expect([a.success, b.success]).toEqual([true, true])
  const left = async () => (await post('', {})).data['items'].map((bet: { id: number }) => BigInt(bet.id)) as bigint[]
  expect(await left()).toEqual([open])
  expect((await post('/summary', {})).data).toMatchObject({ total: { count: 1 }, cleared_at: unixSeconds(site.clock.now()) })
  expect((await site.call('GET', `/web-api/bets/details?bet_id=${won}`, 7)).status).toBe(200)
  // Papers about money are whole; a letter is the list by mail and says what it leaves out.
  expect((await post('/summary', { with_cleared: true })).data).toMatchObject({ total: { count: 4, stake: '42.00' }, cleared_at: null })
  const table = await site.call('GET', '/web-api/office/history/table.csv?lng=en', 7)
  expect(table.text.trimEnd().split('\r\n')).toHaveLength(5)
  await post('/mail', { lng: 'en' })
  const { lines, bets } = site.letters.at(-1)!.params
  expect([bets, String(lines).split('\n')[0]]).toEqual([
    1,
    'The history was cleared: 3 decided bets are not listed here. The statement and the table have all bets',
  ])
  site.clock.advance(60_000)
  await site.settle(lost, 4, 2000)
  expect(await left()).toEqual([open, lost])
  expect(await post('/clear', { account_id: account }, 8)).toMatchObject({ success: false, error_code: 30 })
  expect(await post('/clear', { undo: true })).toMatchObject({ data: { cleared_at: null } })
  expect(await left()).toEqual([open, promo, won, lost])
})

test('a state that the brand hides leaves the list; statement and table count its bets, and sums without them say so (BH-03)', async () => {
  const owner = await site.openAccount(15)
  const [gone, back] = [
    await site.insertBet(15, owner, { stake: 1000, legs: [leg] }),
    await site.insertBet(15, owner, { stake: 2000, legs: [leg] }),
  ]
  await site.settle(gone, 2, 0)
  await site.settle(back, 4, 3000)
  const whole = (await post('/summary', { with_cleared: true }, 15)).data
  expect(whole).toMatchObject({ total: { count: 2, profit: '0.00' }, hidden_count: 0 })
  site.config.coupon.hiddenBetStatuses = [2]
  try {
    expect((await post('/summary', { with_cleared: true }, 15)).data).toEqual(whole)
    expect((await post('/summary', {}, 15)).data).toMatchObject({ total: { count: 1, profit: '10.00' }, hidden_count: 1 })
    expect((await post('', {}, 15)).data).toMatchObject({ count: 1 })
    const { text } = await site.call('GET', '/web-api/office/history/table.csv?lng=en', 15)
    expect(text.trimEnd().split('\r\n')).toHaveLength(3)
    await post('/mail', { lng: 'en' }, 15)
    expect(site.letters.at(-1)!.params['lines']).toMatch(/^Bets in states that this site does not list: 1\. They are not in these sums/)
  } finally {
    site.config.coupon.hiddenBetStatuses = []
  }
})

test('a replaced bet in a hidden state is not missed by the sums: the one that took its place has it', async () => {
  const owner = await site.openAccount(96)
  const bet = () => site.insertBet(96, owner, { stake: 1000, legs: [leg] })
  const [from, to, sold] = [await bet(), await bet(), await bet()]
  await site.settle(from, 8, 1000)
  await site.settle(sold, 8, 900)
  await sql`INSERT INTO bet_change (bet_id, replaced_bet_id, kind, value_minor, at) VALUES (${to}, ${from}, 0, 1000, now())`.execute(db)
  site.config.coupon.hiddenBetStatuses = [8]
  try {
    expect((await post('/summary', {}, 96)).data).toMatchObject({ total: { count: 1 }, hidden_count: 1 })
  } finally {
    site.config.coupon.hiddenBetStatuses = []
  }
})

test('the table gives a price to kinds that have one; a system has none there either', async () => {
  const owner = await site.openAccount(17)
  const place = (vid: number, terms: BetTerms = {}) =>
    site.insertBet(17, owner, { vid, stake: 1000, price: '6.859', legs: [leg, leg, leg], terms })
  for (const vid of [1, 6]) await place(vid)
  for (const vid of [2, 3, 4, 5]) await place(vid, { size: 2, withLobby: false, blocks: [[0], [1], [2]] })
  const { text } = await site.call('GET', '/web-api/office/history/table.csv?lng=en', 17)
  const [head, ...rows] = text
    .slice(1)
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','))
  expect(rows.map((row) => row[head!.indexOf('Price')])).toEqual(['', '', '', '', '6.859', '6.859'])
})

test('a table and a letter head the blocks of a bet as its card does, with what each step has staked', async () => {
  const owner = await site.openAccount(16)
  const place = (vid: number, terms: BetTerms) => site.insertBet(16, owner, { vid, stake: 1000, legs: [leg, leg, leg], terms })
  await place(5, { blocks: [[1], [2], [0]], blockStakes: ['1000', '500', null] })
  await place(4, { size: 1, withLobby: true, blocks: [[1], [0, 2]] })
  const { text } = await site.call('GET', '/web-api/office/history/table.csv?lng=en', 16)
  const heads = (row: string) => [...row.matchAll(/(?:Lobby|Block \d)[^:]*(?=: )/g)].map(([head]) => head)
  const [, multi, conditional] = text.split('\r\n')
  expect(heads(multi!)).toEqual(['Lobby', 'Block 1'])
  expect(heads(conditional!)).toEqual(['Block 1 (10.00)', 'Block 2 (up to 5.00)', 'Block 3 (all that is left by then)'])
  await post('/mail', { lng: 'en' }, 16)
  expect(String(site.letters.at(-1)!.params['lines']).replaceAll(/[\u2066\u2069]/g, '')).toContain('\n  Block 2 (up to €5)\n')
})
