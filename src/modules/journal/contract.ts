/** Receipts and the public side of the journal: calls of our own (standards B-1). */
import { z } from 'zod'
import { endpoint } from '#platform/shared/endpoint.ts'
import { receiptFile } from './contract/receipt.ts'

export const betReceipt = endpoint({
  method: 'GET',
  path: '/web-api/bets/receipt',
  envelope: 'C',
  auth: 'token',
  wire: true,
  query: z.object({ bet_id: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  reply: receiptFile,
  summary: 'The signed receipt of a bet of the caller with its place in the journal; the file that /verify-receipt checks.',
})

export const journalHead = endpoint({
  method: 'GET',
  path: '/web-api/journal/head',
  envelope: 'C',
  auth: 'none',
  wire: true,
  query: z.object({ days: z.coerce.number().int().min(1).max(366).default(31) }),
  summary: 'Signed heads of the journal: the last one of each day, newest first; the first of them is of today.',
})

export const journalKey = endpoint({
  method: 'GET',
  path: '/.well-known/polosa-journal-key.json',
  envelope: 'B',
  auth: 'none',
  everywhere: true,
  summary: 'Public keys (Ed25519) that sign receipts and heads of the journal.',
})

/** `lng` chooses the language, `download` offers the page as a file. */
export const verifyPage = endpoint({
  method: 'GET',
  path: '/verify-receipt',
  envelope: 'none',
  auth: 'none',
  everywhere: true,
  contentType: 'text/html',
  query: z.object({ lng: z.string().max(10).optional(), download: z.string().max(5).optional() }),
  summary: 'A page of one file that checks a receipt without any server.',
})
