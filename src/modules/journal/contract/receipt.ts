/** The receipt file (standards WAG-04): documents of the journal by their form, so that nothing of the stored receipt leaves by accident. */
import { z } from 'zod'
import { betTerms } from '#modules/payout/contract.ts'

const int = z.int()
/** Minor units as text. */
const sum = z.string()
const hex = z.string().regex(/^[0-9a-f]+$/)

/** What the player saw of a leg, by the short keys of the stored receipt. */
const seen = z.object({
  i: int,
  ci: int,
  main: int,
  t: int,
  p: z.number(),
  pl: int,
  k: int,
  g: int,
  gs: int,
  asked: int,
  given: int,
  ver: int,
  pv: z.string().nullable(),
  score: z.string(),
  sec: int,
  boost: int.exactOptional(),
  duel: z.array(z.array(int)).exactOptional(),
})

const leg = z.object({ ci: int, t: int, p: z.number(), player: int, kind: int, price: int, seen: seen.nullable() })

const figure = z.string().nullable()
const betDocument = z.object({
  v: z.literal(1),
  document: z.literal('bet'),
  bet: z.string(),
  /** Not the player's number: a salted digest of it. */
  player: hex,
  currency: z.string(),
  exponent: int,
  vid: int,
  stakeMinor: sum,
  debitedMinor: sum.nullable(),
  stakeTaxMinor: sum,
  promoMinor: sum,
  advanceMinor: sum,
  maxPayoutMinor: sum.nullable(),
  price: z.string().nullable(),
  acceptedAt: int,
  legs: z.array(leg),
  rules: int.nullable(),
  /** SHA-256 of the whole stored receipt. */
  stored: hex.nullable(),
  brand: z.string().exactOptional(),
  country: int.exactOptional(),
  partner: int.exactOptional(),
  receivedAt: int.exactOptional(),
  waitedMs: int.exactOptional(),
  source: int.exactOptional(),
  oneClick: int.exactOptional(),
  checkCf: int.exactOptional(),
  approved: z.boolean().exactOptional(),
  asked: z.string().exactOptional(),
  given: z.string().exactOptional(),
  terms: betTerms.exactOptional(),
  shown: z.object({ win: figure, price: figure, tax: figure }).exactOptional(),
})

const changeDocument = z.object({
  v: z.literal(1),
  document: z.literal('change'),
  bet: z.string(),
  version: int,
  status: int,
  payoutMinor: sum,
  at: int.nullable(),
  money: z.object({ sold: sum, soldStake: sum, insured: sum, premium: sum, gross: sum, bonus: sum, tax: sum, insurance: sum }).nullable(),
  /** Of what was asked for when it was sold or covered: the rows up to these numbers, as one digest. */
  beside: z.object({ sales: int, cover: int, digest: hex }).exactOptional(),
  /** Kind of the ledger, its number, minor units as text. */
  entries: z.array(z.tuple([int, int, sum])),
})

const place = z.object({
  entry: z.object({
    seq: z.string(),
    at: int,
    kind: int,
    subject: z.string(),
    account: int,
    n: int,
    content: hex,
    previous: hex,
  }),
  hash: hex,
  path: z.array(z.object({ side: z.enum(['l', 'r']), hash: hex })).nullable(),
  head: z
    .object({
      day: z.string(),
      first: z.string(),
      size: int,
      final: z.boolean(),
      at: int,
      root: hex,
      chain: hex,
      key: z.string(),
      signature: hex,
    })
    .nullable(),
})

export const receiptFile = z.object({
  format: z.literal('polosa-receipt'),
  v: z.literal(1),
  receipt: betDocument,
  signature: hex,
  key: z.object({ id: z.string(), publicKey: hex }),
  place: place.nullable(),
  changes: z.array(z.object({ document: changeDocument, place })),
  about: z
    .object({ language: z.string(), legs: z.array(z.object({ game: z.string(), outcome: z.string(), championship: z.string() })) })
    .exactOptional(),
})
