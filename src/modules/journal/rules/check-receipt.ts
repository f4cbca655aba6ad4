/**
 * Whether a receipt file is genuine: the same code runs in the page that a player opens without our server and in
 * tests. These functions travel as text into that page, so they call nothing but each other and what they are given.
 */
import { canonicalJson } from '#lib/json.ts'
import { entryText, headText, receiptText, type EntryHead, type JournalHead } from './entry.ts'
import type { PathStep } from './merkle.ts'

export interface Place {
  entry: EntryHead
  hash: string
  /** From the entry to the root of the head; null while the head of its moment is not signed yet. */
  path: PathStep[] | null
  head: (JournalHead & { signature: string }) | null
}

export interface ReceiptFile {
  format: 'polosa-receipt'
  v: 1
  receipt: Record<string, unknown>
  /** Ed25519, hexadecimal, over `receiptText`. */
  signature: string
  key: { id: string; publicKey: string }
  place: Place | null
  /** What happened to the bet afterwards, each with its own place. */
  changes: { document: Record<string, unknown>; place: Place }[]
  /** Names for people; not a part of what is signed. */
  about?: { language: string; legs: { game: string; outcome: string; championship: string }[] }
}

export interface CheckTools {
  /** SHA-256 of bytes written in hexadecimal digits. */
  digest(hex: string): Promise<string>
  /** UTF-8 of a text in hexadecimal digits. */
  hexOf(text: string): string
  /** Ed25519; all in hexadecimal digits. */
  verify(publicKey: string, signature: string, message: string): Promise<boolean>
}

/** `missing`: not told by this file yet. */
export type Verdict = 'good' | 'bad' | 'missing'

export interface PlaceVerdict {
  /** The entry holds exactly this document, and its hash is right. */
  entry: Verdict
  /** Its way through the tree ends in the root of the head. */
  path: Verdict
  /** The head is signed by the key of the file. */
  head: Verdict
}

export interface ReceiptVerdict {
  key: Verdict
  signature: Verdict
  place: PlaceVerdict
  changes: PlaceVerdict[]
}

export async function checkReceipt(file: ReceiptFile, tools: CheckTools): Promise<ReceiptVerdict> {
  const said = (good: boolean): Verdict => (good ? 'good' : 'bad')
  const { publicKey, id } = file.key
  const signed = await tools.verify(publicKey, file.signature, tools.hexOf(receiptText(file.receipt)))
  const subject = String(file.receipt['bet'])
  const changes: PlaceVerdict[] = []
  for (const { document, place } of file.changes) {
    changes.push(await checkPlace(document, place, { publicKey, id, subject, bet: false }, tools))
  }
  return {
    key: said((await tools.digest(publicKey)).slice(0, 16) === id),
    signature: said(signed),
    place: file.place
      ? await checkPlace(file.receipt, file.place, { publicKey, id, subject, bet: true }, tools)
      : { entry: 'missing', path: 'missing', head: 'missing' },
    changes,
  }
}

export async function checkPlace(
  document: Record<string, unknown>,
  place: Place,
  of: { publicKey: string; id: string; subject: string; bet: boolean },
  tools: CheckTools,
): Promise<PlaceVerdict> {
  const said = (good: boolean): Verdict => (good ? 'good' : 'bad')
  const { entry, path, head } = place
  const content = await tools.digest(tools.hexOf(canonicalJson(document)))
  const hash = await tools.digest(tools.hexOf(entryText(entry)))
  const isOurs = entry.subject === of.subject && String(document['bet']) === of.subject && (entry.kind === 1) === of.bet
  const held = said(isOurs && content === entry.content && hash === place.hash)
  if (!path || !head) return { entry: held, path: 'missing', head: 'missing' }
  let node = await tools.digest(`00${hash}`)
  for (const step of path) node = await tools.digest(step.side === 'l' ? `01${step.hash}${node}` : `01${node}${step.hash}`)
  const isInside = Number(entry.seq) >= Number(head.first) && Number(entry.seq) < Number(head.first) + head.size
  const isSigned = head.key === of.id && (await tools.verify(of.publicKey, head.signature, tools.hexOf(headText(head))))
  return { entry: held, path: said(node === head.root && isInside), head: said(isSigned) }
}
