/** Coupons of ten kinds for the settlement bench, made inside the database, and the results of their games. */
import pg from 'pg'
import type { SettleFact } from '#modules/settlement/server/index.ts'
import { connectionOf } from '#platform/server/db.ts'

const ACCOUNTS = 100_000
const FIRST_GAME = 320_000_000
const STAKE = 1000
/** Kinds in turn: coupon type, legs, terms. */
const KINDS: readonly [vid: number, legs: number, terms: Record<string, unknown> | null][] = [
  [0, 1, null],
  [1, 3, null],
  [2, 4, { size: 2 }],
  [3, 3, {}],
  [4, 4, { blocks: [[0], [1], [2], [3]], withLobby: true, size: 2 }],
  [5, 3, { blocks: [[0], [1], [2]], blockStakes: [String(STAKE), null, '500'] }],
  [6, 3, { antiExpressPrice: 1071 }],
  [7, 3, {}],
  [8, 3, {}],
  [11, 2, { blockStakes: [null, null] }],
]
const TAX = { rule: 'KE', stake: { mode: 'included', rate: '0.15' }, payout: { base: 'net', rate: '0.2' }, returnsStakeTax: true }
/** 10.00 / 1.15 · 0.15. */
const STAKE_TAX = 130
/** One bet in so many of the kinds with terms is taxed. */
const TAXED = 5

export function gamesOf(bets: number): number {
  return Math.max(500, Math.round(bets / 100))
}

export async function buildMixedBets(url: string, bets: number, nowMs: number): Promise<void> {
  const client = new pg.Client(connectionOf(url))
  await client.connect()
  const at = new Date(nowMs - 3_600_000).toISOString()
  const run = (text: string, values: unknown[] = []) => client.query(text, values)
  await run(`SET synchronous_commit = off`)
  await run(`CREATE TEMP TABLE kind (n integer, vid smallint, legs smallint, receipt text, taxed text)`)
  for (const [n, [vid, legs, terms]] of KINDS.entries()) {
    const receipt = JSON.stringify({ v: 2, ...(terms ? { terms } : {}) })
    const taxed = JSON.stringify({ v: 2, terms: { ...terms, tax: TAX } })
    await run('INSERT INTO kind VALUES ($1, $2, $3, $4, $5)', [n, vid, legs, receipt, taxed])
  }
  const all = `generate_series(1, $1::bigint) b JOIN kind k ON k.n = b % 10 CROSS JOIN LATERAL (SELECT k.vid > 1 AND (b / 10) % ${TAXED} = 0 AS taxed) x`
  await run(
    `INSERT INTO account (id, player_id, currency_id, is_active, balance_minor) SELECT g, g, 1, true, 100000000 FROM generate_series(1, ${ACCOUNTS}) g`,
  )
  await run(
    `INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT g, g, 4, 100000000 + coalesce(s.staked, 0) FROM generate_series(1, ${ACCOUNTS}) g
    LEFT JOIN (SELECT 1 + (b * 7919) % ${ACCOUNTS} AS account, ${STAKE} * count(*) AS staked FROM generate_series(1, $1::bigint) b GROUP BY 1) s ON s.account = g`,
    [bets],
  )
  await run(
    `INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT -19, tx_id, 4, -amount_minor FROM ledger_entry WHERE account_id > 0`,
  )
  await run(
    `INSERT INTO bet (id, player_id, account_id, currency_id, vid, legs, open_legs, stake_minor, accepted_at, price, plain)
    SELECT 1000000 + b, 1 + (b * 7919) % ${ACCOUNTS}, 1 + (b * 7919) % ${ACCOUNTS}, 1, k.vid, k.legs, k.legs, ${STAKE}, $2::timestamptz, 6.331, k.vid <= 1 FROM ${all}`,
    [bets, at],
  )
  await run(
    `INSERT INTO bet_receipt (bet_id, receipt) SELECT 1000000 + b, (CASE WHEN x.taxed THEN k.taxed ELSE k.receipt END)::json FROM ${all}`,
    [bets],
  )
  await run(
    `INSERT INTO bet_money (bet_id, stake_tax_minor) SELECT 1000000 + b, CASE WHEN x.taxed THEN ${STAKE_TAX} ELSE 0 END FROM ${all} WHERE k.vid > 1`,
    [bets],
  )
  await run(
    `INSERT INTO bet_leg (ci, t, p, player_id, bet_id, ix, kind, price)
    SELECT ${FIRST_GAME} + (b.id * 7919 + ix * 101) % $1, 1 + (b.id / 10 + ix) % 3, 0, 0, b.id, ix, 3, 1500 + (b.id * 17 + ix * 91) % 3000
    FROM bet b CROSS JOIN LATERAL generate_series(0, b.legs - 1) ix`,
    [gamesOf(bets)],
  )
  await run(
    `INSERT INTO bet_key (player_id, guid, body_hash, bet_id, at) SELECT player_id, id::text, md5(id::text)::uuid, id, accepted_at FROM bet`,
  )
  await run(`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT account_id, id, 1, -stake_minor FROM bet`)
  await run(`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor) SELECT -18, id, 1, stake_minor FROM bet`)
  await run(`INSERT INTO ledger_entry (account_id, tx_id, kind, amount_minor)
    SELECT e.account, m.bet_id, 17, e.sign * m.stake_tax_minor FROM bet_money m CROSS JOIN (VALUES (-18, -1), (-22, 1)) AS e(account, sign) WHERE m.stake_tax_minor > 0`)
  for (const table of ['account', 'bet', 'bet_leg', 'bet_receipt', 'bet_money', 'bet_key', 'ledger_entry'])
    await run(`VACUUM (FREEZE, ANALYZE) ${table}`)
  await client.end()
}

/**
 * The rows that a settlement of these coupons writes, `paidPercent` of them paid, by one bare statement a table: bets, the
 * booked money of those that are not plain, accounts, both entries of each payout. Nothing is looked up or worked out.
 */
export async function bareWrites(pool: pg.Pool, paidPercent: number): Promise<void> {
  const paid = `(b.id / 10) % 100 < ${Math.round(paidPercent)}`
  await pool.query('UPDATE bet SET status = 2, payout_minor = 0, settled_at = now()')
  await pool.query(`UPDATE bet_money m SET gross_minor = 1 FROM bet b WHERE b.id = m.bet_id AND ${paid}`)
  await pool.query(`UPDATE account a SET balance_minor = a.balance_minor + s.bets
    FROM (SELECT b.account_id, count(*) AS bets FROM bet b WHERE ${paid} GROUP BY 1) s WHERE a.id = s.account_id`)
  for (const [account, sign] of [
    ['b.account_id', 1],
    ['-18', -1],
  ] as const)
    await pool.query(`INSERT INTO ledger_entry (account_id, tx_id, kind, n, amount_minor, at)
      SELECT ${account}, b.id, 2, 1, ${sign}, now() FROM bet b WHERE ${paid}`)
}

/** Equal numbers for equal seeds. */
function dice(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** Results of all games in a random order that `seed` names, one in a hundred stated twice, the second time otherwise. */
export function mixedFacts(bets: number, nowMs: number, seed: number): SettleFact[] {
  const roll = dice(7)
  const games = gamesOf(bets)
  const facts: SettleFact[] = []
  for (let game = 0; game < games; game += 1) {
    const winner = 1 + roll(3)
    facts.push(resultOf(game, winner, roll(20), nowMs, 'first'))
    if (game % 100 === 0) facts.push(resultOf(game, 1 + (winner % 3), 5, nowMs + 1000, 'second'))
  }
  const order = dice(seed)
  return facts
    .map((fact) => ({ fact, rank: order(1_000_000_000) }))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ fact }) => fact)
}

/** `odd` 0 makes the game void, 1 leaves half of the winner's stake untouched. */
function resultOf(game: number, winner: number, odd: number, at: number, key: string): SettleFact {
  const ci = FIRST_GAME + game
  const results = [1, 2, 3].map((t) => ({
    outcome: String(t),
    won: t === winner ? (1 as const) : (0 as const),
    ...(odd === 0 ? { voidFactor: 1 as const } : odd === 1 && t === winner ? { voidFactor: 0.5 as const } : {}),
  }))
  const head = { provider: 'world' as const, producer: 'bench', sentAt: at, receivedAt: at, key: `${key}-${game}`, game: String(ci) }
  const markets = [{ id: { game: String(ci), part: 'full', key: 'result_1x2', spec: '' }, results }]
  return { fact: { ...head, t: 'settle', certainty: 'confirmed', markets }, parts: { full: ci } }
}
