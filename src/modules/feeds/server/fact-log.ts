/** The fact log: what came, in the order of arrival, each fact once (feeds 2.1 rule 1). */
import type pg from 'pg'
import type { Millis } from '#lib/time.ts'
import type { Fact, ProviderId } from '../rules/fact.ts'
import { gameRefOf } from '../rules/fact-key.ts'

type Client = Pick<pg.ClientBase, 'query'>

/** Rows in one statement: large enough to be cheap, small enough to keep the loop free. */
const CHUNK = 2000

/** Facts that others of the log imply (ADR 0003), and past results, which have a table of their own. */
export function isLogged(fact: Fact): boolean {
  if (fact.t === 'history') return false
  return !(fact.provider === 'pricing' && (fact.t === 'odds.delta' || fact.t === 'odds.image' || fact.t === 'bet.stop'))
}

function bodyOf(fact: Fact): string {
  const { provider: _provider, producer: _producer, sentAt: _sentAt, receivedAt: _receivedAt, key: _key, ...body } = fact
  // jsonb cannot hold U+0000; JSON.stringify writes it as this escape and in no other way.
  return JSON.stringify(body).replaceAll('\\u0000', '')
}

/** Writes what is new and answers how many rows that were. */
export async function insertFacts(client: Client, facts: readonly Fact[]): Promise<number> {
  let inserted = 0
  for (let at = 0; at < facts.length; at += CHUNK) {
    const chunk = facts.slice(at, at + CHUNK)
    const result = await client.query(
      `INSERT INTO fact (provider, producer, key, t, game_ref, sent_at, received_at, body)
       SELECT p, d, k, t, g, to_timestamp(s / 1000.0), to_timestamp(r / 1000.0), b::jsonb
       FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::float8[], $7::float8[], $8::text[])
            AS n(p, d, k, t, g, s, r, b)
       ON CONFLICT (provider, producer, key) DO NOTHING`,
      [
        chunk.map((f) => f.provider),
        chunk.map((f) => f.producer),
        chunk.map((f) => f.key),
        chunk.map((f) => f.t),
        chunk.map((f) => gameRefOf(f) ?? null),
        chunk.map((f) => f.sentAt),
        chunk.map((f) => f.receivedAt),
        chunk.map(bodyOf),
      ],
    )
    inserted += result.rowCount ?? 0
  }
  return inserted
}

export async function insertParked(
  client: Client,
  rows: readonly { provider: string; reason: string; body: string; at: Millis }[],
): Promise<void> {
  if (rows.length === 0) return
  await client.query(
    `INSERT INTO fact_parked (provider, reason, body, received_at)
     SELECT p, r, b, to_timestamp(t / 1000.0) FROM unnest($1::text[], $2::text[], $3::text[], $4::float8[]) AS n(p, r, b, t)`,
    [rows.map((r) => r.provider), rows.map((r) => r.reason), rows.map((r) => r.body), rows.map((r) => r.at)],
  )
}

interface FactRow {
  provider: ProviderId
  producer: string
  key: string
  sent_at: Date
  received_at: Date
  body: Record<string, unknown>
}

function factOf(row: FactRow): Fact {
  return {
    ...row.body,
    provider: row.provider,
    producer: row.producer,
    key: row.key,
    sentAt: row.sent_at.getTime(),
    receivedAt: row.received_at.getTime(),
  } as unknown as Fact
}

/** Facts in the order of arrival, page by page: `after` is the id of the last row read. */
export async function listFacts(client: Client, after: bigint, limit: number): Promise<{ facts: Fact[]; last: bigint }> {
  const { rows } = await client.query<FactRow & { id: bigint }>('SELECT * FROM fact WHERE id > $1 ORDER BY id LIMIT $2', [after, limit])
  return { facts: rows.map(factOf), last: rows.at(-1)?.id ?? after }
}

/** Facts of persons about games since `since`: what a built-in provider cannot recompute. */
export async function listActs(client: Client, since: Date): Promise<Fact[]> {
  const { rows } = await client.query<FactRow>(`SELECT * FROM fact WHERE provider = 'trader' AND received_at >= $1 ORDER BY id`, [since])
  return rows.map(factOf)
}

/** What was told of the results of a game, in the order in which it was told. */
export async function listResults(client: Client, gameRef: string): Promise<Fact[]> {
  const { rows } = await client.query<FactRow>(
    `SELECT * FROM fact WHERE game_ref = $1 AND provider = 'result' AND t IN ('settle', 'settle.rollback') ORDER BY id`,
    [gameRef],
  )
  return rows.map(factOf)
}

/** When the provider was heard last; undefined when it never was. What it told of earlier times is in the log. */
export async function selectLastReceivedAt(client: Client, provider: ProviderId): Promise<Millis | undefined> {
  // The newest rows first: the feed writes all the time, so the search ends soon.
  const { rows } = await client.query<{ received_at: Date }>('SELECT received_at FROM fact WHERE provider = $1 ORDER BY id DESC LIMIT 1', [
    provider,
  ])
  return rows[0]?.received_at.getTime()
}
