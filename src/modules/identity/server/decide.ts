/** The end of a request: accepted or refused, by an officer or by the provider, in one transaction with all that follows. */
import { DAY } from '#lib/time.ts'
import { setProfileVerified } from '#modules/account/server/index.ts'
import { inTx, type Tx } from '#platform/server/db.ts'
import { emit } from '#platform/server/outbox.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { parseFormDay, plainNumber } from '../rules/form.ts'
import { identityOf, type IdentityState, type RefusalReason } from '../rules/state.ts'
import { fieldsOwner, type IdentityDeps } from './deps.ts'
import { insertStep, listRequests, lockPlayer, proofOf, selectAndLockRequest, type RequestRow } from './store.ts'

/** Files of refused papers are no longer needed after so long. */
const REFUSED_KEPT_MS = 90 * DAY
/** What waits for a decision is kept as what it will prove. */
export const PROVED_KEPT_MS = 1826 * DAY

export interface Decision {
  state: 'approved' | 'refused' | 'timeout'
  reason?: RefusalReason
  comment?: string
  /** Officer or provider. */
  by: string
  number?: string | null
  score?: number | null
  documentUntil?: number | null
}

export function macOf({ keys }: Pick<IdentityDeps, 'keys'>, number: string): Buffer {
  return keys.mac('identity.number', plainNumber(number))
}

export function fieldsOf(
  { keys }: Pick<IdentityDeps, 'keys'>,
  row: Pick<RequestRow, 'sealed_fields' | 'player_id'>,
): Record<string, string> {
  return row.sealed_fields === null ? {} : (JSON.parse(keys.open(row.sealed_fields, fieldsOwner(row.player_id))) as Record<string, string>)
}

/**
 * Problems: identity.unknown_request (404), identity.decided (409), identity.duplicate (409: the number has proved another
 * player of the brand). Accepting what waits no longer, or twice at once, changes nothing.
 */
export async function decide(deps: IdentityDeps, requestId: bigint, decision: Decision): Promise<RequestRow | Problem> {
  const { db, clock } = deps
  const at = new Date(clock.now())
  const done = await inTx(db, async (tx) => {
    const row = await selectAndLockRequest(tx, requestId)
    if (!row) return problem('identity.unknown_request', { status: 404, field: 'id' })
    if (row.state !== 'pending' && row.state !== 'started') return problem('identity.decided', { status: 409, field: 'id' })
    await lockPlayer(tx, row.player_id)
    const mac = decision.number ? macOf(deps, decision.number) : row.number_mac
    if (decision.state === 'approved' && mac && !(await claimNumber(tx, row, mac)))
      return problem('identity.duplicate', { status: 409, field: 'number' })
    await finish(deps, tx, { ...row, number_mac: mac }, decision, at)
    return row
  })
  if (!isProblem(done)) await deps.changed(done.player_id)
  return done
}

/** False when the number belongs to another player of the brand (ACC-02). */
async function claimNumber(tx: Tx, row: RequestRow, mac: Buffer): Promise<boolean> {
  const number = { brand: row.brand, number_mac: mac, player_id: row.player_id }
  await tx
    .insertInto('identity_number')
    .values(number)
    .onConflict((oc) => oc.doNothing())
    .execute()
  const owner = await tx
    .selectFrom('identity_number')
    .select('player_id')
    .where('brand', '=', row.brand)
    .where('number_mac', '=', mac)
    .executeTakeFirstOrThrow()
  return owner.player_id === row.player_id
}

async function finish(deps: IdentityDeps, tx: Tx, row: RequestRow, decision: Decision, at: Date): Promise<void> {
  const { state, reason = '' as const, by } = decision
  const config = await configOf(deps, tx, row)
  const documentUntil = decision.documentUntil ?? row.document_until?.getTime() ?? null
  await tx
    .updateTable('identity_request')
    .set({
      state,
      reason,
      comment: decision.comment ?? '',
      number_mac: row.number_mac,
      score: decision.score ?? row.score,
      decided_at: at,
      decided_by: by,
      valid_until: state === 'approved' ? validUntil(at, config?.validMonths ?? 0, documentUntil) : null,
    })
    .where('id', '=', row.id)
    .execute()
  await insertStep(tx, { playerId: row.player_id, requestId: row.id, what: state, reason, officer: by, at })
  if (state === 'timeout') return
  await keepFiles(deps, tx, row.id, new Date(at.getTime() + (state === 'refused' ? REFUSED_KEPT_MS : PROVED_KEPT_MS)))
  const whole = wholeState(config, await listRequests(tx, row.player_id), at)
  if (whole === 'approved') await setProfileVerified(tx, row.player_id, { at, by, ...(await provedNames(deps, tx, row.player_id)) })
  await emit(tx, {
    topic: 'player.message',
    key: `identity:${row.id}:${state}`,
    payload: {
      playerId: row.player_id,
      template: state === 'refused' ? 'identity_refused' : whole === 'approved' ? 'identity_verified' : 'identity_accepted',
      params: state === 'refused' ? { reason: `id_${reason}`, ...(decision.comment ? { comment: decision.comment } : {}) } : {},
    },
  })
}

type Asked = ReturnType<IdentityDeps['configOf']>

/** By the country that the player has named. */
async function configOf(deps: IdentityDeps, tx: Tx, row: Pick<RequestRow, 'brand' | 'player_id'>): Promise<Asked> {
  const profile = await tx.selectFrom('player_profile').select('country_id').where('player_id', '=', row.player_id).executeTakeFirst()
  return deps.configOf(row.brand, profile?.country_id ?? 0)
}

function wholeState(config: Asked, requests: readonly RequestRow[], at: Date): IdentityState {
  return identityOf(config?.needs ?? ['document'], requests.map(proofOf), at.getTime()).state
}

function validUntil(at: Date, months: number, documentUntil: number | null): Date | null {
  const byRule = months > 0 ? new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + months, at.getUTCDate())).getTime() : null
  const ends = [byRule, documentUntil].filter((end) => end !== null)
  return ends.length > 0 ? new Date(Math.min(...ends)) : null
}

async function keepFiles({ files }: IdentityDeps, tx: Tx, requestId: bigint, until: Date): Promise<void> {
  const rows = await tx.selectFrom('identity_document').select('file_id').where('request_id', '=', requestId).execute()
  await files.keepUntil(
    tx,
    rows.map((row) => row.file_id),
    until,
  )
}

/** Names and birth date as the accepted paper says them, where it was asked for them. */
async function provedNames(
  deps: IdentityDeps,
  tx: Tx,
  playerId: number,
): Promise<{ firstName?: string; lastName?: string; birthDate?: string }> {
  const row = (await listRequests(tx, playerId)).findLast(({ kind, state }) => kind === 'documents' && state === 'approved')
  const fields = row ? fieldsOf(deps, row) : {}
  const birth = parseFormDay(fields['birth_date'] ?? '')
  return {
    ...(fields['first_name'] ? { firstName: fields['first_name'] } : {}),
    ...(fields['last_name'] ? { lastName: fields['last_name'] } : {}),
    ...(birth ? { birthDate: `${birth.year}-${String(birth.month).padStart(2, '0')}-${String(birth.day).padStart(2, '0')}` } : {}),
  }
}

/** What his other proofs say of a player one of whose was taken back; null: they are not enough. */
async function stillProved(deps: IdentityDeps, tx: Tx, row: RequestRow, at: Date) {
  const requests = await listRequests(tx, row.player_id)
  const last = requests.findLast(({ state }) => state === 'approved')
  if (!last || wholeState(await configOf(deps, tx, row), requests, at) !== 'approved') return null
  return { at: last.decided_at ?? at, by: last.decided_by ?? '', ...(await provedNames(deps, tx, row.player_id)) }
}

/** Takes an accepted proof back. Problems: identity.unknown_request (404), identity.decided (409). */
export async function revoke(
  deps: IdentityDeps,
  requestId: bigint,
  by: { officer: string; reason: RefusalReason },
): Promise<Problem | null> {
  const at = new Date(deps.clock.now())
  const done = await inTx(deps.db, async (tx) => {
    const row = await selectAndLockRequest(tx, requestId)
    if (!row) return problem('identity.unknown_request', { status: 404, field: 'id' })
    if (row.state !== 'approved') return problem('identity.decided', { status: 409, field: 'id' })
    await lockPlayer(tx, row.player_id)
    await tx
      .updateTable('identity_request')
      .set({ state: 'revoked', reason: by.reason, decided_at: at, decided_by: by.officer })
      .where('id', '=', row.id)
      .execute()
    await insertStep(tx, { playerId: row.player_id, requestId: row.id, what: 'revoked', reason: by.reason, officer: by.officer, at })
    await setProfileVerified(tx, row.player_id, await stillProved(deps, tx, row, at))
    await emit(tx, {
      topic: 'player.message',
      key: `identity:${row.id}:revoked`,
      payload: { playerId: row.player_id, template: 'identity_refused', params: { reason: `id_${by.reason}` } },
    })
    return row
  })
  if (isProblem(done)) return done
  await deps.changed(done.player_id)
  return null
}
