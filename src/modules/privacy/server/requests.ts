/** Copies and erasings: asking, taking back, and the work that carries them out. */
import { sql, type Selectable } from 'kysely'
import { MINUTE } from '#lib/time.ts'
import type { AuthDeps } from '#modules/auth/server/index.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import { LOCK_CLASSES } from '#platform/server/locks.ts'
import type { Logger } from '#platform/server/log.ts'
import { emit } from '#platform/server/outbox.ts'
import type { PersonalPart } from '#platform/server/personal-data.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import { COPY_LIVES_MS, ERASE_AFTER_MS, mayAskForCopy, pauseMs, refusalOf, type AccountState } from '../rules/request.ts'
import { makeArchive, type ArchiveText, type FilesOfPlayer } from './archive.ts'
import { eraseRows } from './parts.ts'
import type { PrivacyRequestTable } from './tables.ts'

export type RequestRow = Selectable<PrivacyRequestTable>

export interface PrivacyDeps {
  auth: Pick<AuthDeps, 'db' | 'clock' | 'keys' | 'sessions'>
  parts: readonly PersonalPart[]
  text(lng: string, key: string, params?: Record<string, string | number>): string
  /** Papers and pictures that the player has sent; opening one is noted as his own look. */
  files: FilesOfPlayer
  /** A break or an exclusion of the player that is not over. */
  isExcluded(tx: Tx, playerId: number): Promise<boolean>
}

/** One of a player's wishes after the other. */
async function lockPlayer(tx: Tx, playerId: number): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(${LOCK_CLASSES.privacy}, ${playerId})`.execute(tx)
}

export function listRequests(db: Db, playerId: number): Promise<RequestRow[]> {
  return db.selectFrom('privacy_request').selectAll().where('player_id', '=', playerId).orderBy('id', 'desc').limit(20).execute()
}

function insertRequest(
  tx: Tx,
  playerId: number,
  kind: RequestRow['kind'],
  language: string,
  at: number,
  dueAt: number,
): Promise<RequestRow> {
  return tx
    .insertInto('privacy_request')
    .values({
      player_id: playerId,
      kind,
      language,
      asked_at: new Date(at),
      due_at: new Date(dueAt),
      done_at: null,
      expires_at: null,
      reason: null,
      sealed: null,
      size: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Problems: privacy.copy_waits (409), privacy.copies_enough (429). */
export async function askForCopy({ auth: { db, clock } }: PrivacyDeps, playerId: number, language: string): Promise<RequestRow | Problem> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    await lockPlayer(tx, playerId)
    const known = await tx
      .selectFrom('privacy_request')
      .selectAll()
      .where('player_id', '=', playerId)
      .where('kind', '=', 'export')
      .execute()
    if (known.some(({ state }) => state === 'waiting')) return problem('privacy.copy_waits', { status: 409 })
    if (
      !mayAskForCopy(
        known.map(({ asked_at }) => asked_at.getTime()),
        now,
      )
    )
      return problem('privacy.copies_enough', { status: 429 })
    return insertRequest(tx, playerId, 'export', language, now, now)
  })
}

/** The archive, opened. Problem: privacy.no_copy (404), also for the copy of somebody else. */
export async function readCopy({ auth: { db, clock, keys } }: PrivacyDeps, playerId: number, id: number): Promise<Buffer | Problem> {
  const row = await db
    .selectFrom('privacy_request')
    .select(['sealed', 'expires_at'])
    .where('id', '=', id)
    .where('player_id', '=', playerId)
    .executeTakeFirst()
  if (!row?.sealed || !row.expires_at || row.expires_at.getTime() <= clock.now())
    return problem('privacy.no_copy', { status: 404, field: 'id' })
  return Buffer.from(keys.open(row.sealed, `copy:${playerId}`), 'base64')
}

async function stateOf(tx: Tx, deps: PrivacyDeps, playerId: number): Promise<AccountState> {
  const { rows } = await sql<{ bets: number; orders: number; payouts: number; deposits: number }>`SELECT
    (SELECT count(*)::int FROM bets_maybe_open(ARRAY(SELECT id FROM account WHERE player_id = ${playerId})) AS o(id)
      JOIN bet b ON b.id = o.id WHERE b.status IN (1, 7)) AS bets,
    (SELECT count(*)::int FROM auto_bet WHERE player_id = ${playerId} AND status = 1)
      + (SELECT count(*)::int FROM bid WHERE player_id = ${playerId} AND status IN (0, 2))
      + (SELECT count(*)::int FROM bet_group_member WHERE player_id = ${playerId} AND state = 0) AS orders,
    (SELECT count(*)::int FROM withdrawal WHERE player_id = ${playerId} AND done_at IS NULL) AS payouts,
    (SELECT count(*)::int FROM deposit WHERE player_id = ${playerId} AND state IN ('created', 'pending')) AS deposits`.execute(tx)
  const accounts = await tx.selectFrom('account').select('balance_minor').where('player_id', '=', playerId).execute()
  const { bets, orders, payouts, deposits } = rows[0]!
  return {
    balances: accounts.map(({ balance_minor }) => balance_minor),
    openBets: bets,
    openOrders: orders,
    payoutsOnTheirWay: payouts,
    depositsOnTheirWay: deposits,
    isExcluded: await deps.isExcluded(tx, playerId),
  }
}

/** Problems: privacy.erase_waits (409), privacy.cannot_erase_<reason> (409). */
export async function askToErase(deps: PrivacyDeps, playerId: number, language: string): Promise<RequestRow | Problem> {
  const { db, clock } = deps.auth
  const now = clock.now()
  return inTx(db, async (tx) => {
    await lockPlayer(tx, playerId)
    if (await hasErasure(tx, playerId, 'waiting')) return problem('privacy.erase_waits', { status: 409 })
    const refusal = refusalOf(await stateOf(tx, deps, playerId))
    if (refusal) return problem(`privacy.cannot_erase_${refusal}`, { status: 409 })
    return insertRequest(tx, playerId, 'erasure', language, now, now + ERASE_AFTER_MS)
  })
}

/** Problem: privacy.nothing_waits (409). */
export async function takeBack({ auth: { db, clock } }: PrivacyDeps, playerId: number): Promise<RequestRow | Problem> {
  const row = await db
    .updateTable('privacy_request')
    .set({ state: 'cancelled', done_at: new Date(clock.now()) })
    .where('player_id', '=', playerId)
    .where('kind', '=', 'erasure')
    .where('state', '=', 'waiting')
    .returningAll()
    .executeTakeFirst()
  return row ?? problem('privacy.nothing_waits', { status: 409 })
}

const tellPlayer = (tx: Tx, deps: PrivacyDeps, row: RequestRow, what: 'copy_ready' | 'erase_stopped') =>
  emit(tx, {
    topic: 'player.message',
    key: `privacy:${row.id}:${what}`,
    payload: {
      playerId: row.player_id,
      template: 'written',
      params: {
        title: deps.text(row.language, `privacy:${what}_title`),
        text: deps.text(row.language, `privacy:${what}_text`),
        link: '/office/privacy',
      },
    },
  })

/** Longer than copies take: nothing is locked while one is made, and who takes longer still may be joined by another. */
const COPY_TAKES_MS = 15 * MINUTE

/** Begins what is due first. It is due again later whatever becomes of it: one that fails does not stand before the others. */
async function beginNext({ db, clock }: PrivacyDeps['auth']): Promise<RequestRow | undefined> {
  const now = clock.now()
  return inTx(db, async (tx) => {
    const row = await tx
      .selectFrom('privacy_request')
      .select(['id', 'kind', 'tries'])
      .where('state', '=', 'waiting')
      .where('due_at', '<=', new Date(now))
      .orderBy('due_at')
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!row) return undefined
    const tries = row.tries + 1
    const pause = row.kind === 'export' ? Math.max(COPY_TAKES_MS, pauseMs(tries)) : pauseMs(tries)
    return tx
      .updateTable('privacy_request')
      .set({ tries, due_at: new Date(now + pause) })
      .where('id', '=', row.id)
      .returningAll()
      .executeTakeFirstOrThrow()
  })
}

/** One that has failed waits for its pause alone; answers until when. Unless it has been begun anew. */
async function putBack({ db, clock }: PrivacyDeps['auth'], { id, tries }: RequestRow): Promise<Date> {
  const again = new Date(clock.now() + pauseMs(tries))
  await db
    .updateTable('privacy_request')
    .set({ due_at: again })
    .where('id', '=', id)
    .where('tries', '=', tries)
    .where('state', '=', 'waiting')
    .execute()
  return again
}

/** Does nothing when the player has taken it back meanwhile, or another process is at it, or was quicker. */
async function carryOut(tx: Tx, deps: PrivacyDeps, id: number, made: MadeCopy | null): Promise<void> {
  const row = await tx
    .selectFrom('privacy_request')
    .selectAll()
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (row?.kind === 'erasure') await erase(tx, deps, row)
  else if (row && made) await keepCopy(tx, deps, row, made)
}

/** Carries out one thing that is due; null when nothing is. Any number of processes may ask at once. */
export async function workOnce(deps: PrivacyDeps, log: Pick<Logger, 'error'>): Promise<'done' | 'failed' | null> {
  const { db, clock } = deps.auth
  await db
    .updateTable('privacy_request')
    .set({ state: 'expired', sealed: null })
    .where('kind', '=', 'export')
    .where('state', '=', 'done')
    .where('expires_at', '<=', new Date(clock.now()))
    .execute()
  const row = await beginNext(deps.auth)
  if (!row) return null
  try {
    const made = row.kind === 'export' ? await makeCopy(deps, row) : null
    await inTx(db, (tx) => carryOut(tx, deps, row.id, made))
    return 'done'
  } catch (err) {
    const again = await putBack(deps.auth, row).catch(() => row.due_at)
    log.error({ err, request: row.id, kind: row.kind, tries: row.tries, again }, 'a request for personal data failed')
    return 'failed'
  }
}

interface MadeCopy {
  sealed: string
  size: number
  wasErased: boolean
}

/** Takes as long as it takes, so nothing is locked and no transaction is open meanwhile. */
async function makeCopy(deps: PrivacyDeps, row: RequestRow): Promise<MadeCopy> {
  const { db, clock, keys } = deps.auth
  const at = new Date(clock.now())
  const wasErased = await hasErasure(db, row.player_id, 'done')
  const words: ArchiveText = { lng: row.language, text: (key, params) => deps.text(row.language, key, params) }
  const archive = await makeArchive({ db, parts: deps.parts, files: deps.files }, row.player_id, at, words)
  return { sealed: keys.seal(archive.toString('base64'), `copy:${row.player_id}`), size: archive.length, wasErased }
}

/** An erasing that commits later empties the row once more (`erase`). Throws when one came meanwhile: the next try copies what is left. */
async function keepCopy(tx: Tx, deps: PrivacyDeps, row: RequestRow, { sealed, size, wasErased }: MadeCopy): Promise<void> {
  if ((await hasErasure(tx, row.player_id, 'done')) !== wasErased) throw new Error(`the player of copy ${row.id} was erased meanwhile`)
  const at = new Date(deps.auth.clock.now())
  await tx
    .updateTable('privacy_request')
    .set({ state: 'done', done_at: at, expires_at: new Date(at.getTime() + COPY_LIVES_MS), sealed, size })
    .where('id', '=', row.id)
    .execute()
  await tellPlayer(tx, deps, row, 'copy_ready')
}

async function hasErasure(db: Db | Tx, playerId: number, state: 'waiting' | 'done'): Promise<boolean> {
  const row = await db
    .selectFrom('privacy_request')
    .select('id')
    .where('player_id', '=', playerId)
    .where('kind', '=', 'erasure')
    .where('state', '=', state)
    .executeTakeFirst()
  return row !== undefined
}

/** Letters know their reader by his address alone; a number is kept in digits and written to with its sign. */
async function deleteLetters(tx: Tx, playerId: number): Promise<void> {
  const { brand, email, phone } = await tx
    .selectFrom('player')
    .select(['brand', 'email', 'phone'])
    .where('id', '=', playerId)
    .executeTakeFirstOrThrow()
  const addresses = [...(email === null ? [] : [email]), ...(phone === null ? [] : [phone, `+${phone}`])]
  if (addresses.length === 0) return
  for (const table of ['message_out', 'dev_inbox'] as const)
    await tx.deleteFrom(table).where('brand', '=', brand).where('recipient', 'in', addresses).execute()
}

/** What stood in the way when it was asked may stand there again. */
async function erase(tx: Tx, deps: PrivacyDeps, row: RequestRow): Promise<void> {
  const at = new Date(deps.auth.clock.now())
  const playerId = row.player_id
  await lockPlayer(tx, playerId)
  // Bets and payments of the account wait until it is decided, and then find it closed.
  await sql`SELECT 1 FROM account WHERE player_id = ${playerId} ORDER BY id FOR UPDATE`.execute(tx)
  const refusal = refusalOf(await stateOf(tx, deps, playerId))
  if (refusal) {
    await tx.updateTable('privacy_request').set({ state: 'stopped', reason: refusal, done_at: at }).where('id', '=', row.id).execute()
    await tellPlayer(tx, deps, row, 'erase_stopped')
    return
  }
  await deps.auth.sessions.closeAndForget(tx, { playerId }, 'erased')
  await deleteLetters(tx, playerId)
  await eraseRows(tx, deps.parts, playerId)
  await sql`UPDATE account SET closed_at = ${at} WHERE player_id = ${playerId} AND closed_at IS NULL`.execute(tx)
  await tx.updateTable('privacy_request').set({ sealed: null }).where('player_id', '=', playerId).execute()
  await tx.updateTable('privacy_request').set({ state: 'done', done_at: at }).where('id', '=', row.id).execute()
}
