/** The receipt of a bet as a file: the document, its signature, its place in the journal, what happened afterwards. */
import { sql } from 'kysely'
import type { Ctx } from '#platform/server/http.ts'
import type { Db } from '#platform/server/db.ts'
import { problem, type Problem } from '#platform/shared/problem.ts'
import type { ReceiptFile } from '../rules/check-receipt.ts'
import { JOURNAL_KINDS, MOVEMENT, receiptText } from '../rules/entry.ts'
import { betDocuments, changeDocuments, contentOf, type ChangeDetail, type Document } from './documents.ts'
import { placeOf, type EntryRow } from './heads.ts'
import type { JournalKey } from './key.ts'

/** What a bet is for people: the names of its legs, and whether it has raised another one. */
export type BetNames = (
  ctx: Ctx,
  betId: bigint,
) => Promise<{ legs: { game: string; outcome: string; championship: string }[]; isPower: boolean }>

export interface ReceiptDeps {
  db: Db
  key: JournalKey
  salt: string
  namesOf?: BetNames
}

/**
 * Problems: journal.unknown_bet (404; another player's bet too), journal.receipt_differs (500): the rows of the bet are
 * not what the journal holds, so nothing is signed.
 */
export async function readReceipt(deps: ReceiptDeps, ctx: Ctx, betId: bigint): Promise<ReceiptFile | Problem> {
  const { db, key, salt } = deps
  const owner = await db.selectFrom('bet').select('player_id').where('id', '=', betId).executeTakeFirst()
  if (owner?.player_id !== ctx.player!.id) return problem('journal.unknown_bet', { status: 404, wire: 104, field: 'bet_id' })
  const receipt = (await betDocuments(db, salt, [betId])).get(betId)!
  const { rows } = await sql<EntryRow>`
    SELECT * FROM journal WHERE subject = ${betId} AND kind < ${MOVEMENT} AND account_id = 0 ORDER BY kind <> 1, n`.execute(db)
  const own = rows[0]?.kind === JOURNAL_KINDS.bet ? rows[0] : null
  if (own && !contentOf(receipt).equals(own.content)) return problem('journal.receipt_differs', { status: 500, wire: 104 })
  const names = await deps.namesOf?.(ctx, betId)
  return {
    format: 'polosa-receipt',
    v: 1,
    receipt,
    signature: key.sign(receiptText(receipt)).toString('hex'),
    key: { id: key.id, publicKey: key.publicKey.toString('hex') },
    place: own && (await placeOf(db, own)),
    changes: await changesOf(
      db,
      rows.filter(({ kind }) => kind !== JOURNAL_KINDS.bet),
    ),
    ...(names && names.legs.length > 0
      ? { about: { language: ctx.lng, legs: names.legs, ...(names.isPower ? { isPower: true as const } : {}) } }
      : {}),
  }
}

async function changesOf(db: Db, rows: readonly EntryRow[]): Promise<ReceiptFile['changes']> {
  const documents: Document[] = await changeDocuments(
    db,
    rows.map(({ subject, detail }) => ({ bet: subject, detail: detail as ChangeDetail })),
  )
  const changes: ReceiptFile['changes'] = []
  for (const [i, row] of rows.entries()) changes.push({ document: documents[i]!, place: await placeOf(db, row) })
  return changes
}
