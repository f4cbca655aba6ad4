/** What stands in the chain, in the exact form that is hashed and signed. */
import { canonicalJson } from '#lib/json.ts'
import type { Millis } from '#lib/time.ts'

/** Kinds below 100; a movement of the ledger is 100 + its kind there. */
export const JOURNAL_KINDS = { bet: 1, settlement: 2, correction: 3, sale: 4, insurance: 5, replaced: 6 } as const
export const MOVEMENT = 100
/** Rows that were written once (server/notes.ts): above every kind of the ledger. */
export const NOTE_KINDS = { protection: 1_001, callback: 1_002 } as const
export const NOTE = 1_000

/** Kinds of the ledger that belong to a change of a bet: they are told by the document of that change. */
export const CHANGE_ENTRY_KINDS: readonly number[] = [2, 3, 10, 18, 21, 22, 24, 25, 26]

/** Before the first entry. */
export const GENESIS = '0'.repeat(64)

export interface EntryHead {
  seq: string
  at: Millis
  kind: number
  subject: string
  account: number
  n: number
  /** SHA-256 of the canonical document. */
  content: string
  previous: string
}

/** The text whose SHA-256 is the hash of an entry. */
export function entryText(entry: EntryHead): string {
  const { seq, at, kind, subject, account, n, content, previous } = entry
  return canonicalJson({ v: 1, seq, at, kind, subject, account, n, content, previous })
}

export interface JournalHead {
  /** UTC, "2026-11-21". */
  day: string
  /** Number of the day's first entry, and how many entries the root covers. */
  first: string
  size: number
  /** No entry of this day comes after them. */
  final: boolean
  at: Millis
  root: string
  /** Hash of the last of these entries: what came before it cannot change unseen. */
  chain: string
  /** Id of the key that signed. */
  key: string
}

/** What is signed; the first words keep a signature from being taken for one of another kind. */
export function headText(head: JournalHead): string {
  const { day, first, size, final, at, root, chain, key } = head
  return `polosa journal head\n${canonicalJson({ v: 1, day, first, size, final, at, root, chain, key })}`
}

export function receiptText(receipt: unknown): string {
  return `polosa receipt\n${canonicalJson(receipt)}`
}

/** Name of a kind for people who read a report: "deposit" for a movement that the ledger calls so. */
export function kindName(kind: number, ledgerKinds: Readonly<Record<string, number>>): string {
  const table = kind > NOTE ? NOTE_KINDS : kind > MOVEMENT ? ledgerKinds : JOURNAL_KINDS
  const wanted = kind > MOVEMENT && kind < NOTE ? kind - MOVEMENT : kind
  return Object.entries(table).find(([, value]) => value === wanted)?.[0] ?? `kind ${kind}`
}
