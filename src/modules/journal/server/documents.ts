/**
 * The canonical documents of what the journal holds, made from the rows of today: when it is written, when a receipt
 * is asked for and at every check. Sums are text: JSON has no integers of 64 bits.
 */
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { canonicalJson } from '#lib/json.ts'
import { currencyById } from '#modules/ledger/server/index.ts'
import type { Db, Tx } from '#platform/server/db.ts'
import { CHANGE_ENTRY_KINDS } from '../rules/entry.ts'

export type Document = Record<string, unknown>

export const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest()
/** SHA-256 of bytes written in hexadecimal digits (rules/merkle.ts). */
export const digestHex = (hex: string): string => sha256(Buffer.from(hex, 'hex')).toString('hex')
export const contentOf = (document: Document): Buffer => sha256(canonicalJson(document))

export const idList = (ids: readonly bigint[]): string => `{${ids.join(',')}}`

const SALT = 'journal.salt'

/** Makes numbers of players out of their ids: the same everywhere in one installation, telling nothing outside it. */
export async function selectSalt(db: Db | Tx): Promise<string> {
  await sql`INSERT INTO setting (key, value) SELECT ${SALT}, to_jsonb(replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
    WHERE NOT EXISTS (SELECT 1 FROM setting WHERE key = ${SALT}) ON CONFLICT DO NOTHING`.execute(db)
  const { rows } = await sql<{ value: string }>`SELECT value FROM setting WHERE key = ${SALT}`.execute(db)
  return rows[0]!.value
}

interface BetRow {
  id: bigint
  player_id: number
  currency_id: number
  vid: number
  stake_minor: bigint
  max_payout_minor: bigint | null
  price: string
  accepted_at: Date
  receipt: string | null
  stake_tax: bigint
  promo: bigint
  advance: bigint
  debited: bigint | null
  legs: number[][] | null
}

/** What was agreed: never changes after acceptance. Bets that do not exist are not in the answer. */
export async function betDocuments(db: Db | Tx, salt: string, ids: readonly bigint[]): Promise<Map<bigint, Document>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<BetRow>`
    SELECT b.id, b.player_id, b.currency_id, b.vid, b.stake_minor, b.max_payout_minor, b.price::text AS price, b.accepted_at, r.receipt::text AS receipt,
      coalesce(m.stake_tax_minor, 0) AS stake_tax, coalesce(m.promo_minor, 0) AS promo, coalesce(m.advance_minor, 0) AS advance, e.amount_minor AS debited,
      (SELECT json_agg(json_build_array(l.ci, l.t, l.p, l.player_id, l.kind, l.price) ORDER BY l.ix) FROM bet_leg l WHERE l.bet_id = b.id) AS legs
    FROM bet b LEFT JOIN bet_receipt r ON r.bet_id = b.id LEFT JOIN bet_money m ON m.bet_id = b.id
    LEFT JOIN ledger_entry e ON e.account_id = b.account_id AND e.tx_id = b.id AND e.kind = 1 AND e.n = 0
    WHERE b.id = ANY(${idList(ids)}::bigint[])`.execute(db)
  return new Map(rows.map((row) => [row.id, betDocument(row, salt)]))
}

/** Fields of the stored receipt that the player is shown; session and address are in `stored` only. */
const TOLD = [
  'brand',
  'country',
  'partner',
  'receivedAt',
  'waitedMs',
  'source',
  'oneClick',
  'checkCf',
  'approved',
  'asked',
  'given',
  'terms',
  'shown',
] as const

function betDocument(row: BetRow, salt: string): Document {
  const receipt = (row.receipt === null ? {} : JSON.parse(row.receipt)) as Record<string, unknown>
  const told = receipt['legs']
  const games = Array.isArray(told) ? (told as unknown[]) : []
  const currency = currencyById(row.currency_id)
  return {
    v: 1,
    document: 'bet',
    bet: String(row.id),
    player: sha256(`${salt}:${row.player_id}`).toString('hex').slice(0, 16),
    currency: currency.code,
    exponent: currency.exponent,
    vid: row.vid,
    stakeMinor: String(row.stake_minor),
    debitedMinor: row.debited === null ? null : String(-row.debited),
    stakeTaxMinor: String(row.stake_tax),
    promoMinor: String(row.promo),
    advanceMinor: String(row.advance),
    maxPayoutMinor: row.max_payout_minor === null ? null : String(row.max_payout_minor),
    price: row.price,
    acceptedAt: row.accepted_at.getTime(),
    legs: (row.legs ?? []).map(([ci, t, p, player, kind, price], i) => ({ ci, t, p, player, kind, price, seen: games[i] ?? null })),
    rules: receipt['v'] ?? null,
    ...Object.fromEntries(TOLD.filter((key) => receipt[key] !== undefined).map((key) => [key, receipt[key]])),
    stored: row.receipt === null ? null : sha256(row.receipt).toString('hex'),
  }
}

/** The state of a bet after a change: the columns that the next change writes over. */
export interface ChangeDetail {
  version: number
  status: number
  payoutMinor: string
  at: number | null
  money: Record<string, string> | null
  /** Left out where nothing of the bet was sold or covered, and by what was written before there was such a thing. */
  beside?: Beside
}

/** What the player asked for when he sold or covered, and by what it was worked out: the rows up to these numbers, as one digest. */
export interface Beside {
  sales: number
  cover: number
  digest: string
}

interface StateRow {
  id: bigint
  status: number
  version: number
  payout: bigint
  settled_at: Date | null
  money: Record<string, string> | null
}

/** States of bets as their rows have them now. */
export async function changeDetails(db: Db | Tx, ids: readonly bigint[]): Promise<Map<bigint, ChangeDetail>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<StateRow>`
    SELECT b.id, b.status, b.settled_version AS version, b.payout_minor AS payout, b.settled_at,
      CASE WHEN m.bet_id IS NULL THEN NULL ELSE json_build_object('sold', m.sold_minor::text, 'soldStake', m.sold_stake_minor::text,
        'insured', m.insured_minor::text, 'premium', m.premium_minor::text, 'gross', m.gross_minor::text, 'bonus', m.bonus_minor::text,
        'tax', m.payout_tax_minor::text, 'insurance', m.insurance_minor::text) END AS money
    FROM bet b LEFT JOIN bet_money m ON m.bet_id = b.id WHERE b.id = ANY(${idList(ids)}::bigint[])`.execute(db)
  const beside = await besideOf(
    db,
    rows.map(({ id }) => ({ bet: id })),
  )
  return new Map(
    rows.map((row, i) => [
      row.id,
      {
        version: row.version,
        status: row.status,
        payoutMinor: String(row.payout),
        at: row.settled_at?.getTime() ?? null,
        money: row.money,
        ...(beside[i] ? { beside: beside[i] } : {}),
      },
    ]),
  )
}

/** In the order that is given, null where there are no such rows; all rows of a bet where nothing says up to which. */
async function besideOf(db: Db | Tx, of: readonly { bet: bigint; upTo?: Beside }[]): Promise<(Beside | null)[]> {
  if (of.length === 0) return []
  const numbers = (kind: 'sales' | 'cover') => `{${of.map(({ upTo }) => upTo?.[kind] ?? 'NULL').join(',')}}`
  const { rows } = await sql<Beside>`
    SELECT coalesce(s.last, 0) AS sales, coalesce(c.last, 0) AS cover, encode(sha256(convert_to(concat_ws(E'\n', s.told, c.told), 'UTF8')), 'hex') AS digest
    FROM unnest(${idList(of.map(({ bet }) => bet))}::bigint[], ${numbers('sales')}::smallint[], ${numbers('cover')}::smallint[])
      WITH ORDINALITY AS k(bet, sales, cover, ix)
    CROSS JOIN LATERAL (SELECT max(x.n) AS last, string_agg(json_build_array('sale', x.n, x.player_id, x.guid, x.body, x.by_order, x.sold_stake_minor,
        x.left_stake_minor, x.offer_minor, x.gross_minor, x.tax_minor, x.balance_minor, x.chances, extract(epoch FROM x.at))::text, E'\n' ORDER BY x.n) AS told
      FROM bet_sale x WHERE x.bet_id = k.bet AND x.n <= coalesce(k.sales, 32767)) s
    CROSS JOIN LATERAL (SELECT max(x.n) AS last, string_agg(json_build_array('cover', x.n, x.player_id, x.guid, x.percent, x.insured_minor,
        x.premium_minor, x.balance_minor, extract(epoch FROM x.at))::text, E'\n' ORDER BY x.n) AS told
      FROM bet_insurance x WHERE x.bet_id = k.bet AND x.n <= coalesce(k.cover, 32767)) c
    ORDER BY k.ix`.execute(db)
  return rows.map((row) => (row.sales + row.cover > 0 ? row : null))
}

export interface ChangeOf {
  bet: bigint
  detail: ChangeDetail
}

/** What a change did: the state it left, every entry of the player's account up to it and what he asked for, both read anew. */
export async function changeDocuments(db: Db | Tx, changes: readonly ChangeOf[]): Promise<Document[]> {
  if (changes.length === 0) return []
  const ids = idList([...new Set(changes.map(({ bet }) => bet))])
  const { rows } = await sql<{ tx_id: bigint; kind: number; n: number; amount_minor: bigint }>`
    SELECT e.tx_id, e.kind, e.n, e.amount_minor FROM bet b
    JOIN ledger_entry e ON e.account_id = b.account_id AND e.tx_id = b.id
    WHERE b.id = ANY(${ids}::bigint[]) AND e.kind = ANY(${`{${CHANGE_ENTRY_KINDS.join(',')}}`}::smallint[])`.execute(db)
  const byBet = Map.groupBy(rows, (row) => row.tx_id)
  const told = changes.filter(({ detail }) => detail.beside)
  const found = await besideOf(
    db,
    told.map(({ bet, detail }) => ({ bet, upTo: detail.beside! })),
  )
  const beside = new Map(told.map((change, i) => [change, found[i]]))
  return changes.map((change) => ({
    v: 1,
    document: 'change',
    bet: String(change.bet),
    ...change.detail,
    ...(change.detail.beside ? { beside: beside.get(change) ?? null } : {}),
    entries: (byBet.get(change.bet) ?? [])
      .filter(({ n }) => n <= change.detail.version)
      .sort((a, b) => a.n - b.n || a.kind - b.kind)
      .map(({ kind, n, amount_minor }) => [kind, n, String(amount_minor)]),
  }))
}

export interface MovementKey {
  accountId: number
  txId: bigint
  /** Kind of the ledger. */
  kind: number
  n: number
}

/** In the order of the keys; null where the ledger has no such entry. */
export async function movementDocuments(db: Db | Tx, keys: readonly MovementKey[]): Promise<(Document | null)[]> {
  if (keys.length === 0) return []
  const list = (of: (key: MovementKey) => number | bigint) => `{${keys.map(of).join(',')}}`
  const { rows } = await sql<{ ix: bigint; amount: bigint | null; balance: bigint | null; at: Date | null }>`
    SELECT k.ix, e.amount_minor AS amount, e.balance_after AS balance, e.at
    FROM unnest(${list((k) => k.accountId)}::integer[], ${list((k) => k.txId)}::bigint[], ${list((k) => k.kind)}::smallint[], ${list((k) => k.n)}::smallint[])
      WITH ORDINALITY AS k(account, tx, kind, n, ix)
    LEFT JOIN ledger_entry e ON e.account_id = k.account AND e.tx_id = k.tx AND e.kind = k.kind AND e.n = k.n ORDER BY k.ix`.execute(db)
  return rows.map(({ amount, balance, at }, i) => {
    if (amount === null || at === null) return null
    const { accountId, txId, kind, n } = keys[i]!
    return {
      v: 1,
      document: 'movement',
      account: accountId,
      tx: String(txId),
      kind,
      n,
      amountMinor: String(amount),
      balanceMinor: balance === null ? null : String(balance),
      at: at.getTime(),
    }
  })
}
