/** Papers that a player sends: checked, drawn anew, sealed, and handed in for a decision. */
import { DAY, type Millis } from '#lib/time.ts'
import { enforcedMinAge } from '#modules/account/rules/min-age.ts'
import { inTx, inTxOrProblem, sqlState, Undone, type Tx } from '#platform/server/db.ts'
import { isProblem, problem, type Problem } from '#platform/shared/problem.ts'
import type { SiteConfig } from '#platform/shared/site-config.ts'
import type { TakenFile } from '#modules/files/server/index.ts'
import { endOfDay, fieldKind, fieldLabel, formFaults, parseFormDay } from '../rules/form.ts'
import { documentsRefusal, filesRefusal, requestsRefusal } from './day-bounds.ts'
import { macOf, PROVED_KEPT_MS } from './decide.ts'
import { fieldsOwner, type IdentityDeps } from './deps.ts'
import type { SentFile } from './multipart.ts'
import { insertRequest, insertStep, lockPlayer, type RequestRow } from './store.ts'

/** Files that are never handed in are not kept. */
const UNSENT_KEPT_MS = 7 * DAY

export interface SentBy {
  playerId: number
  brand: string
  config: SiteConfig
  lng: string
  text(key: string, params?: Record<string, string | number>): string
}

export interface TakenDocument {
  field: string
  name: string
  taken: TakenFile
}

/** Problem: that of the first file that is not taken, at `field`, with the file's own name. */
export async function takeFiles(
  deps: IdentityDeps,
  by: SentBy,
  files: readonly SentFile[],
  field: string,
): Promise<TakenDocument[] | Problem> {
  const out: TakenDocument[] = []
  for (const file of files) {
    const taken = await deps.files.take(file.bytes, { purpose: 'identity', pdf: by.config.identification?.pdf ?? false })
    if (isProblem(taken)) {
      const [, name] = taken.code.split('.')
      const said = `${file.name.slice(0, 60)}: ${by.text(`files:problem_${name}`, taken.params)}`
      return { ...taken, field, extra: { validation_errors: { [field]: [said] } } }
    }
    out.push({ field: file.field, name: file.name, taken })
  }
  return out
}

/**
 * Problems: identity.not_asked (404), identity.unknown_type, identity.fields_wrong with validation_errors of each field
 * and docFiles, those of files, identity.waits (409), identity.too_often (429).
 */
export async function sendDocuments(
  deps: IdentityDeps,
  by: SentBy,
  given: { docType: number; values: Readonly<Record<string, string>>; files: readonly SentFile[] },
): Promise<RequestRow | Problem> {
  const config = by.config.identification
  if (!config?.methods.includes('documents')) return problem('identity.not_asked', { status: 404 })
  const type = config.docTypes.find(({ doc_type }) => doc_type === given.docType)
  if (!type) return problem('identity.unknown_type', { field: 'doc_type' })
  const now = deps.clock.now()
  const faults = wrongFields(by, type.fields, given.values, given.files.length, now)
  if (Object.keys(faults).length > 0) return problem('identity.fields_wrong', { extra: { validation_errors: faults } })
  const refused = await documentsRefusal(deps.db, by.playerId, now)
  if (refused) return refused
  const taken = await takeFiles(deps, by, given.files, 'docFiles')
  if (isProblem(taken)) return taken
  const photos = type.fields.filter((field) => fieldKind(field) === 'file')
  const documents = taken.map((file, n) => ({ ...file, field: photos.includes(file.field) ? file.field : (photos[n] ?? '') }))
  const typed = Object.fromEntries(
    type.fields.filter((field) => fieldKind(field) !== 'file').map((field) => [field, (given.values[field] ?? '').trim()]),
  )
  const until = parseFormDay(typed['expires'] ?? '')
  return handIn(deps, by, async (tx, at) => {
    const row = await insertRequest(tx, {
      playerId: by.playerId,
      brand: by.brand,
      kind: 'documents',
      state: 'pending',
      docType: type.doc_type,
      sealedFields: deps.keys.seal(JSON.stringify(typed), fieldsOwner(by.playerId)),
      numberMac: typed['number'] ? macOf(deps, typed['number']) : null,
      documentUntil: until ? new Date(endOfDay(until)) : null,
      at,
    })
    for (const document of documents)
      await insertDocument(deps, tx, { ...document, playerId: by.playerId, docType: type.doc_type, requestId: row.id, at })
    return row
  })
}

function wrongFields(
  by: SentBy,
  fields: readonly string[],
  values: Readonly<Record<string, string>>,
  files: number,
  now: Millis,
): Record<string, string[]> {
  const { config, text } = by
  const minAge = enforcedMinAge(config.registration.min_age)
  const wrong = Object.entries(formFaults(fields, values, { now, minAge })).map(([field, fault]): [string, string[]] => [
    field,
    [text(`identity:fault_${fault}`, { age: minAge, label: fieldLabel(field, (key) => text(`identity:${key}`)) })],
  ])
  const photos = fields.filter((field) => fieldKind(field) === 'file').length
  const most = config.identification?.maxFiles ?? 1
  const count =
    files < photos
      ? text('identity:fault_files_missing', { count: photos })
      : files > most
        ? text('identity:fault_files_many', { most })
        : null
  return { ...Object.fromEntries(wrong), ...(count === null ? {} : { docFiles: [count] }) }
}

/** One request at a time, a few a day; afterwards everybody who shows it hears. `write` may throw Undone. */
export async function handIn(
  deps: IdentityDeps,
  by: Pick<SentBy, 'playerId'>,
  write: (tx: Tx, at: Date) => Promise<RequestRow | Problem>,
): Promise<RequestRow | Problem> {
  const at = new Date(deps.clock.now())
  try {
    const row = await inTxOrProblem(deps.db, async (tx) => {
      await lockPlayer(tx, by.playerId)
      const refused = await requestsRefusal(tx, by.playerId, at.getTime())
      if (refused) return refused
      const written = await write(tx, at)
      if (!isProblem(written))
        await insertStep(tx, { playerId: by.playerId, requestId: written.id, what: written.state === 'started' ? 'started' : 'sent', at })
      return written
    })
    if (!isProblem(row)) await deps.changed(by.playerId)
    return row
  } catch (error) {
    // One waits already: the index decides, also for two at once.
    if (sqlState(error) === '23505') return problem('identity.waits', { status: 409 })
    throw error
  }
}

export async function insertDocument(
  deps: Pick<IdentityDeps, 'files'>,
  tx: Tx,
  given: TakenDocument & { playerId: number; docType: number; requestId: bigint | null; at: Date },
): Promise<bigint> {
  // Its own name says nothing of a person (DAT-03).
  const name = given.field === '' ? 'document' : given.field
  const fileId = await deps.files.insert(tx, { playerId: given.playerId, purpose: 'identity', name, taken: given.taken, at: given.at })
  const row = await tx
    .insertInto('identity_document')
    .values({
      player_id: given.playerId,
      doc_type: given.docType,
      field: given.field,
      file_id: fileId,
      request_id: given.requestId,
      at: given.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (given.requestId === null) await deps.files.keepUntil(tx, [fileId], new Date(given.at.getTime() + UNSENT_KEPT_MS))
  return row.id
}

/** One file of a document that is handed in later. Problems: identity.too_often (429). */
export async function uploadDocument(deps: IdentityDeps, by: SentBy, docType: number, document: TakenDocument): Promise<bigint | Problem> {
  const at = new Date(deps.clock.now())
  return inTx(deps.db, async (tx) => {
    await lockPlayer(tx, by.playerId)
    const refused = await filesRefusal(tx, by.playerId, at.getTime())
    if (refused) return refused
    const id = await insertDocument(deps, tx, { ...document, playerId: by.playerId, docType, requestId: null, at })
    await insertStep(tx, { playerId: by.playerId, requestId: null, what: 'uploaded', at })
    return id
  })
}

/** Hands uploaded files in. Problems: identity.unknown_document (404), identity.waits (409), identity.too_often (429). */
export async function handInDocuments(deps: IdentityDeps, by: SentBy, documentIds: readonly number[]): Promise<RequestRow | Problem> {
  const ids = [...new Set(documentIds)].map(BigInt)
  return handIn(deps, by, async (tx, at) => {
    const rows = await tx
      .selectFrom('identity_document')
      .select(['id', 'doc_type', 'file_id'])
      .where('player_id', '=', by.playerId)
      .where('id', 'in', ids)
      .where('request_id', 'is', null)
      .forUpdate()
      .execute()
    const until = new Date(at.getTime() + PROVED_KEPT_MS)
    const fileIds = rows.map(({ file_id: id }) => id)
    // One that was not handed in for so long that its bytes are gone proves nothing; the others then go on their own way.
    if (rows.length !== ids.length || (await deps.files.keepUntil(tx, fileIds, until)) !== ids.length)
      throw new Undone(problem('identity.unknown_document', { status: 404, field: 'documentIds' }))
    const row = await insertRequest(tx, {
      playerId: by.playerId,
      brand: by.brand,
      kind: 'documents',
      state: 'pending',
      docType: rows[0]!.doc_type,
      at,
    })
    await tx.updateTable('identity_document').set({ request_id: row.id }).where('id', 'in', ids).execute()
    return row
  })
}
