/**
 * Wins that wait for two officers (standards SET-14): from the brand's threshold a pay-out is not booked when its results
 * are there but when two different people have agreed to it. Until then no account moves, and the player sees the clock.
 */
import { BET_STATUS } from '#modules/payout/rules/bet.ts'
import type pg from 'pg'
import type { Minor } from '#lib/money.ts'
import { HOUR } from '#lib/time.ts'
import { currencies, currencyById, minorOfEuro } from '#modules/ledger/rules/currency.ts'

/** Of one brand: from which net payout in euro, and how many hours the officers have. */
export interface WinCheckTerms {
  fromEur: string
  hours: number
}

/** By brand. A player of no known brand is held to the strictest one. */
export type WinChecks = ReadonlyMap<string, WinCheckTerms>

/** A bet that is about to be paid. */
export interface Win {
  betId: bigint
  currencyId: number
  payoutMinor: Minor
}

/** The lowest threshold of any brand in each currency, made once: most bets are below it and cost nothing more. */
const lowest = new WeakMap<WinChecks, Map<number, Minor>>()

function lowestOf(checks: WinChecks): Map<number, Minor> {
  let known = lowest.get(checks)
  if (!known) {
    const of = (id: number) => [...checks.values()].map(({ fromEur }) => minorOfEuro(fromEur, currencyById(id)))
    known = new Map(currencies.map(({ id }) => [id, of(id).reduce((a, b) => (a < b ? a : b))]))
    lowest.set(checks, known)
  }
  return known
}

/** Whether any brand would want a second look at this sum. */
export function mayBeHeld(checks: WinChecks | undefined, currencyId: number, payoutMinor: Minor): boolean {
  if (!checks || checks.size === 0) return false
  return payoutMinor >= lowestOf(checks).get(currencyId)!
}

function termsOf(checks: WinChecks, brand: string | null): WinCheckTerms | undefined {
  if (brand !== null) return checks.get(brand)
  return [...checks.values()].sort((a, b) => Number(a.fromEur) - Number(b.fromEur))[0]
}

interface Known {
  bet_id: bigint
  brand: string | null
  /** The greatest payout that two officers have agreed to. */
  released: bigint | null
}

/** Which of these have to wait; what waits is written down, with its clock, in the caller's transaction. */
export async function holdWins(client: pg.PoolClient, checks: WinChecks, wins: readonly Win[], now: string): Promise<Set<bigint>> {
  if (wins.length === 0) return new Set()
  const { rows } = await client.query<Known>(
    `SELECT b.id AS bet_id, p.brand, (SELECT max(w.payout_minor) FROM win_check w WHERE w.bet_id = b.id AND w.state = 1) AS released
     FROM bet b LEFT JOIN player p ON p.id = b.player_id WHERE b.id = ANY($1::bigint[])`,
    [list(wins.map((win) => win.betId))],
  )
  const known = new Map(rows.map((row) => [row.bet_id, row]))
  const held = wins.flatMap((win) => {
    const { brand, released } = known.get(win.betId)!
    const terms = termsOf(checks, brand)
    if (!terms || win.payoutMinor < minorOfEuro(terms.fromEur, currencyById(win.currencyId))) return []
    if (released !== null && win.payoutMinor <= released) return []
    return [{ ...win, dueAt: new Date(Date.parse(now) + terms.hours * HOUR).toISOString() }]
  })
  if (held.length === 0) return new Set()
  const values = [list(held.map((win) => win.betId)), list(held.map((win) => win.payoutMinor))]
  // Another sum is another question: what was signed for the old one does not count for it.
  await client.query(
    `UPDATE win_check w SET state = 2, decided_at = $3 FROM unnest($1::bigint[], $2::bigint[]) AS t(bet_id, payout)
     WHERE w.bet_id = t.bet_id AND w.state = 0 AND w.payout_minor <> t.payout`,
    [...values, now],
  )
  await client.query(
    `INSERT INTO win_check (bet_id, payout_minor, asked_at, due_at) SELECT t.bet_id, t.payout, $3, t.due
     FROM unnest($1::bigint[], $2::bigint[], $4::timestamptz[]) AS t(bet_id, payout, due) ON CONFLICT (bet_id) WHERE state = 0 DO NOTHING`,
    [...values, now, list(held.map((win) => `"${win.dueAt}"`))],
  )
  return new Set(held.map((win) => win.betId))
}

/** Plain bets of the chunk that SQL is about to pay. */
export async function holdPlainWins(client: pg.PoolClient, checks: WinChecks, now: string): Promise<Set<bigint>> {
  const { rows } = await client.query<{ bet_id: bigint; currency_id: number; new_payout: bigint }>({
    name: 'settlement_wins',
    text: `SELECT s.bet_id, s.currency_id, s.new_payout FROM settling s
      JOIN unnest($1::smallint[], $2::bigint[]) AS f(currency_id, from_minor) ON f.currency_id = s.currency_id
      WHERE s.plain AND s.new_status = ${BET_STATUS.paid} AND s.new_payout >= f.from_minor`,
    values: [list([...lowestOf(checks).keys()]), list([...lowestOf(checks).values()])],
  })
  const wins = rows.map((row) => ({ betId: row.bet_id, currencyId: row.currency_id, payoutMinor: row.new_payout }))
  const held = await holdWins(client, checks, wins, now)
  if (held.size > 0) await client.query('SELECT settlement_hold($1::bigint[])', [list([...held])])
  return held
}

/** After the chunk is posted: what waited and has ended otherwise waits no longer, nor does more of a win that is right as it was paid. */
export async function closeChecks(client: pg.PoolClient, now: string, held: ReadonlySet<bigint>): Promise<void> {
  await client.query({
    name: 'settlement_checks',
    text: `UPDATE win_check w SET state = 2, decided_at = $1 FROM settling c
      WHERE w.state = 0 AND w.bet_id = c.bet_id AND w.bet_id <> ALL($2::bigint[])
        AND CASE WHEN c.new_status IS NULL THEN c.status <> 7 ELSE c.new_status <> 7 END`,
    values: [now, list([...held])],
  })
}

const list = (values: readonly unknown[]): string => `{${values.join(',')}}`
