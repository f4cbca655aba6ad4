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
  key: PublishedKey
  place: Place | null
  /** What happened to the bet afterwards, each with its own place. */
  changes: { document: Record<string, unknown>; place: Place }[]
  /** Names for people; not a part of what is signed. */
  about?: { language: string; legs: { game: string; outcome: string; championship: string }[]; isPower?: true }
}

export interface CheckTools {
  /** SHA-256 of bytes written in hexadecimal digits. */
  digest(hex: string): Promise<string>
  /** UTF-8 of a text in hexadecimal digits. */
  hexOf(text: string): string
  /** Ed25519; all in hexadecimal digits. */
  verify(publicKey: string, signature: string, message: string): Promise<boolean>
}

/** A key of the house as it publishes it; the key itself in hexadecimal digits. */
export interface PublishedKey {
  id: string
  publicKey: string
}

/** `missing`: not told by this file yet, or not to be told. */
export type Verdict = 'good' | 'bad' | 'missing'

export interface PlaceVerdict {
  /** The entry holds exactly this document, and its hash is right. */
  entry: Verdict
  /** Its way through the tree ends in the root of the head. */
  path: Verdict
  /** The head is signed by a published key: the present one or an earlier one. */
  head: Verdict
}

export interface ReceiptVerdict {
  /** The key of the file is one of those that the house publishes: anybody can sign with a key of his own. */
  key: Verdict
  /** By the published key of that id; missing where there is none. */
  signature: Verdict
  place: PlaceVerdict
  changes: PlaceVerdict[]
}

/** `keys` come from the house, never from the file. */
export async function checkReceipt(file: ReceiptFile, keys: readonly PublishedKey[], tools: CheckTools): Promise<ReceiptVerdict> {
  const said = (good: boolean): Verdict => (good ? 'good' : 'bad')
  const key = keys.find(({ id, publicKey }) => id === file.key.id && publicKey === file.key.publicKey)
  const signed = key && (await tools.verify(key.publicKey, file.signature, tools.hexOf(receiptText(file.receipt))))
  const subject = String(file.receipt['bet'])
  const changes: PlaceVerdict[] = []
  for (const { document, place } of file.changes) {
    changes.push(await checkPlace(document, place, { keys, subject, bet: false }, tools))
  }
  return {
    key: said(key !== undefined),
    signature: signed === undefined ? 'missing' : said(signed),
    place: file.place
      ? await checkPlace(file.receipt, file.place, { keys, subject, bet: true }, tools)
      : { entry: 'missing', path: 'missing', head: 'missing' },
    changes,
  }
}

export async function checkPlace(
  document: Record<string, unknown>,
  place: Place,
  of: { keys: readonly PublishedKey[]; subject: string; bet: boolean },
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
  const key = of.keys.find(({ id }) => id === head.key)
  const isSigned = key !== undefined && (await tools.verify(key.publicKey, head.signature, tools.hexOf(headText(head))))
  return { entry: held, path: said(node === head.root && isInside), head: said(isSigned) }
}
