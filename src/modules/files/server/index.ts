/** Door of files: the one intake of what players send, its sealed store, and who has looked into it. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { DAY, type Clock } from '#lib/time.ts'
import { inTx, type Db, type Tx } from '#platform/server/db.ts'
import type { Problem } from '#platform/shared/problem.ts'
import { fileName, PURPOSES, type FileType, type Purpose } from '../rules/file-kind.ts'
import { houseScan, takeFile, type IntakeOptions, type Scan, type TakenFile } from './intake.ts'
import './tables.ts'

export type { TakenFile } from './intake.ts'
export { FILE_TYPES, PURPOSES } from '../rules/file-kind.ts'
export { personalData } from './personal-data.ts'

/** Keys of the installation: what is sealed opens with the same owner only. */
export interface Sealer {
  seal(plain: string, ownerId: string): string
  open(sealed: string, ownerId: string): string
}

export type Viewer = { viewer: 'owner' } | { viewer: 'officer'; officer: string; reason: string }

export interface StoredFile {
  name: string
  type: FileType
  bytes: Buffer
}

export interface Files {
  /** Recognises, looks through and draws anew; nothing is written yet. */
  take(bytes: Buffer, options: IntakeOptions): Promise<TakenFile | Problem>
  /** Seals and writes; gives the file's number. */
  insert(tx: Tx, file: { playerId: number; purpose: Purpose; name: string; taken: TakenFile; at: Date }): Promise<bigint>
  /** Opens a file and notes who has looked; null when it is gone. Who may ask, the caller has checked. */
  open(fileId: bigint, viewer: Viewer): Promise<StoredFile | null>
  /** What is kept of a player's files, the oldest first. */
  list(playerId: number): Promise<{ id: bigint; name: string; size: number }[]>
  /** Keeps files for so long from now on instead; gives how many of them there still are. */
  keepUntil(tx: Tx, fileIds: readonly bigint[], until: Date): Promise<number>
  /** Deletes the bytes and keys that are due and seals what is still open: for a nightly job. Gives how many of each. */
  tidy(): Promise<{ removed: number; sealed: number }>
}

export function createFiles({ db, clock, keys, scan = houseScan }: { db: Db; clock: Clock; keys: Sealer; scan?: Scan }): Files {
  return {
    take: (bytes, options) => takeFile(bytes, options, scan),
    insert: (tx, file) => insertFile(tx, keys, file),
    open: (fileId, viewer) => openFile(db, clock, keys, fileId, viewer),
    list: (playerId) =>
      db
        .selectFrom('stored_file')
        .select(['id', 'name', 'size'])
        .where('player_id', '=', playerId)
        .where('removed_at', 'is', null)
        .orderBy('id')
        .execute(),
    async keepUntil(tx, fileIds, until) {
      if (fileIds.length === 0) return 0
      const kept = await tx
        .updateTable('stored_file')
        .set({ keep_until: until })
        .where('id', 'in', fileIds)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return Number(kept.numUpdatedRows)
    },
    async tidy() {
      const now = new Date(clock.now())
      const removed = await db
        .updateTable('stored_file')
        .set({ body: null, sealed_key: null, removed_at: now })
        .where('keep_until', '<=', now)
        .where('removed_at', 'is', null)
        .executeTakeFirst()
      return { removed: Number(removed.numUpdatedRows), sealed: await sealOpen(db, keys) }
    },
  }
}

const ownerOf = (playerId: number, fileId: bigint) => `file:${playerId}:${fileId}`

const IV_BYTES = 12
const TAG_BYTES = 16

/** A key for this file alone, sealed by a key of the installation; both know the player and the file (DAT-02). */
function sealFile(keys: Sealer, bytes: Buffer, owner: string): { body: Buffer; sealed_key: string } {
  const key = randomBytes(32)
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(owner))
  const packed = Buffer.concat([cipher.update(bytes), cipher.final()])
  return { body: Buffer.concat([iv, cipher.getAuthTag(), packed]), sealed_key: keys.seal(key.toString('base64'), owner) }
}

/** Throws when anything was changed or belongs to another player or file. */
function openSealed(keys: Sealer, body: Buffer, sealedKey: string, owner: string): Buffer {
  const key = Buffer.from(keys.open(sealedKey, owner), 'base64')
  const decipher = createDecipheriv('aes-256-gcm', key, body.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
  decipher.setAAD(Buffer.from(owner))
  decipher.setAuthTag(body.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  return Buffer.concat([decipher.update(body.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
}

async function insertFile(tx: Tx, keys: Sealer, file: Parameters<Files['insert']>[1]): Promise<bigint> {
  const { playerId, purpose, taken, at } = file
  const { rows } = await sql<{ id: bigint }>`SELECT nextval(pg_get_serial_sequence('stored_file', 'id')) AS id`.execute(tx)
  const { id } = rows[0]!
  await tx
    .insertInto('stored_file')
    .values({
      id,
      player_id: playerId,
      purpose,
      name: fileName(file.name, taken.type),
      type: taken.type,
      size: taken.bytes.length,
      ...sealFile(keys, taken.bytes, ownerOf(playerId, id)),
      at,
      keep_until: new Date(at.getTime() + PURPOSES[purpose].keepDays * DAY),
      removed_at: null,
    })
    .execute()
  return id
}

async function openFile(db: Db, clock: Clock, keys: Sealer, fileId: bigint, viewer: Viewer): Promise<StoredFile | null> {
  const row = await db.selectFrom('stored_file').selectAll().where('id', '=', fileId).executeTakeFirst()
  if (!row?.body) return null
  const bytes = row.sealed_key === null ? row.body : openSealed(keys, row.body, row.sealed_key, ownerOf(row.player_id, row.id))
  // Noted before it is shown: a view that cannot be noted does not happen.
  await db
    .insertInto('file_view')
    .values({ file_id: fileId, officer: '', reason: '', ...viewer, at: new Date(clock.now()) })
    .execute()
  return { name: row.name, type: row.type, bytes }
}

const SEALED_AT_ONCE = 20

/** Files from before they were sealed, a few at a time. */
async function sealOpen(db: Db, keys: Sealer): Promise<number> {
  for (let sealed = 0; ;) {
    const done = await inTx(db, async (tx) => {
      const rows = await tx
        .selectFrom('stored_file')
        .select(['id', 'player_id', 'body'])
        .where('sealed_key', 'is', null)
        .where('removed_at', 'is', null)
        .limit(SEALED_AT_ONCE)
        .forUpdate()
        .skipLocked()
        .execute()
      for (const { id, player_id: playerId, body } of rows)
        await tx
          .updateTable('stored_file')
          .set(sealFile(keys, body!, ownerOf(playerId, id)))
          .where('id', '=', id)
          .execute()
      return rows.length
    })
    sealed += done
    if (done < SEALED_AT_ONCE) return sealed
  }
}
