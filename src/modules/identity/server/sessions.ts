/** Sessions of a provider: begun, asked how far they are, and ended once, whoever hears of the end first. */
import { createHash } from 'node:crypto'
import { newId } from '#modules/auth/server/index.ts'
import { inTx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import { isRefusalReason } from '../rules/state.ts'
import { requestsRefusal } from './day-bounds.ts'
import { decide } from './decide.ts'
import type { IdentityDeps } from './deps.ts'
import { ProviderAway, tryAgain, type SessionAnswer, type SessionKind } from './provider.ts'
import { handIn, insertDocument, type SentBy, type TakenDocument } from './send-documents.ts'
import { endStarted, insertRequest, insertStep, selectAndLockRequest, selectBySessionOptional, type RequestRow } from './store.ts'

export interface BegunSession {
  row: RequestRow
  token: string
  url: string
  verificationCode: string
}

/** Four digits that the player compares with those on his telephone, made of the session as the schemes do it. */
function codeOf(sessionId: string): string {
  return String(createHash('sha256').update(sessionId).digest().readUInt16BE(30) % 10_000).padStart(4, '0')
}

/** Problems: identity.not_asked (404), identity.provider_away (503), identity.too_often (429). */
export async function beginSession(
  deps: IdentityDeps,
  by: SentBy,
  given: { kind: SessionKind; flowType: string; asked: Record<string, string> },
): Promise<BegunSession | Problem> {
  const { provider } = deps
  if (!provider || !by.config.identification?.methods.includes(given.kind)) return problem('identity.not_asked', { status: 404 })
  // A provider is paid for each session: what would be refused below is not begun there.
  const refused = await requestsRefusal(deps.db, by.playerId, deps.clock.now())
  if (refused) return refused
  const id = newId()
  const begun = await reach(() => provider.begin({ id, kind: given.kind, asked: given.asked, lng: by.lng }))
  if (begun === null) return away()
  const isElectronic = given.kind === 'smart_id' || given.kind === 'mobile_id'
  const verificationCode = isElectronic ? codeOf(id) : ''
  let replaced: string[] = []
  const row = await handIn(deps, by, async (tx, at) => {
    // The player sees one code, so there is one question to answer by it.
    if (isElectronic) replaced = await endStarted(tx, { playerId: by.playerId, kind: given.kind, at })
    return insertRequest(tx, {
      playerId: by.playerId,
      brand: by.brand,
      kind: given.kind,
      state: 'started',
      session: { id, provider: provider.name, flowType: given.flowType, code: verificationCode, until: new Date(begun.untilMs) },
      at,
    })
  })
  // Whose code nobody sees is asked no longer. Where that cannot be told, the answer comes to what has ended already.
  for (const over of isProblem(row) ? [id] : replaced) await reach(async () => provider.end?.(over))
  return isProblem(row) ? row : { row, token: begun.token, url: begun.url, verificationCode }
}

/** Null when the provider could not be reached, also after trying again. */
async function reach<T>(call: () => Promise<T>): Promise<T | null> {
  try {
    return await tryAgain(call)
  } catch (error) {
    if (error instanceof ProviderAway) return null
    throw error
  }
}

function away(): Problem {
  return problem('identity.provider_away', { status: 503 })
}

export function unknownSession(): Problem {
  return problem('identity.unknown_session', { status: 404, field: 'sessionId' })
}

/** How far a session is; an end that the provider tells is written here. Null: there is none (of this player). */
export async function askSession(
  deps: IdentityDeps,
  sessionId: string,
  playerId: number | null,
  kind?: SessionKind,
): Promise<RequestRow | null> {
  const row = await selectBySessionOptional(deps.db, sessionId, playerId)
  if (!row || (kind && row.kind !== kind)) return null
  const { provider } = deps
  if (!provider || (row.state !== 'started' && row.state !== 'pending')) return row
  const answer = await reach(() => provider.ask(sessionId))
  // Whoever cannot be reached has not answered.
  if (answer === null || answer.state === 'running') return row
  await endSession(deps, row, answer, provider.name)
  return selectBySessionOptional(deps.db, sessionId, playerId)
}

async function endSession(deps: IdentityDeps, row: RequestRow, answer: SessionAnswer, by: string): Promise<void> {
  // What waits for a person is not ended by a clock.
  if (answer.state === 'timeout' && row.state === 'pending') return
  const reason = isRefusalReason(answer.reason) ? answer.reason : 'provider'
  const decision = { by, number: answer.number, score: answer.score, documentUntil: answer.documentUntil }
  if (answer.state === 'refused') await decide(deps, row.id, { ...decision, state: 'refused', reason, number: null })
  else if (answer.state === 'timeout') await decide(deps, row.id, { ...decision, state: 'timeout' })
  else {
    const done = await decide(deps, row.id, { ...decision, state: 'approved' })
    if (isProblem(done) && done.code === 'identity.duplicate')
      await decide(deps, row.id, { ...decision, state: 'refused', reason: 'duplicate', number: null })
  }
}

/**
 * The session that a picture of the face may be sent to. Problems: identity.unknown_session (404), identity.decided (409).
 */
export async function faceSession(deps: IdentityDeps, playerId: number, sessionId: string): Promise<RequestRow | Problem> {
  const known = await selectBySessionOptional(deps.db, sessionId, playerId)
  if (!known || known.kind !== 'face' || !deps.provider) return unknownSession()
  return known.state === 'started' ? known : problem('identity.decided', { status: 409, field: 'veriliveSessionId' })
}

/**
 * A picture of the face for its session, kept beside it; the provider may answer at once or later.
 * Problems: identity.unknown_session (404), identity.decided (409), identity.provider_away (503), identity.waits (409).
 */
export async function lookAtFace(deps: IdentityDeps, by: SentBy, sessionId: string, picture: TakenDocument): Promise<RequestRow | Problem> {
  const { provider } = deps
  const known = await faceSession(deps, by.playerId, sessionId)
  if (isProblem(known)) return known
  if (!provider) return unknownSession()
  if ((await reach(() => provider.look(sessionId, picture.taken.bytes).then(() => true))) === null) return away()
  const at = new Date(deps.clock.now())
  const sent = await inTx(deps.db, async (tx) => {
    const row = await selectAndLockRequest(tx, known.id)
    if (row?.state !== 'started') return problem('identity.decided', { status: 409, field: 'veriliveSessionId' })
    await tx.updateTable('identity_request').set({ state: 'pending' }).where('id', '=', row.id).execute()
    await insertDocument(deps, tx, { ...picture, field: 'face', playerId: by.playerId, docType: 0, requestId: row.id, at })
    await insertStep(tx, { playerId: by.playerId, requestId: row.id, what: 'sent', at })
    return row
  })
  if (isProblem(sent)) return sent
  await deps.changed(by.playerId)
  return (await askSession(deps, sessionId, by.playerId)) ?? unknownSession()
}
