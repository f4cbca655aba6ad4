/** Shapes of feed answers (wire §4), for tests and the printed contract; feeds themselves answer ready bytes. */
import { z } from 'zod'

const id = z.number().int().nonnegative()
const texts = z.array(z.string())

export const outcomeSchema = z.object({
  T: id,
  G: id,
  GS: id.optional(),
  C: z.number().positive(),
  CV: z.string().optional(),
  P: z.number().optional(),
  CE: z.literal(1).optional(),
  B: z.literal(true).optional(),
  PL: z.object({ I: id, N: z.string() }).optional(),
  RI: id.optional(),
})

const pair = { S1: z.number().int().optional(), S2: z.number().int().optional() }

export const scoreSchema = z.object({
  FS: z.object(pair),
  PS: z.array(z.object({ Key: id, Value: z.object({ ...pair, NF: z.string().optional(), N: z.string().optional() }) })).optional(),
  CP: id.optional(),
  CPS: z.string().optional(),
  TS: id.optional(),
  TD: z.literal(-1).optional(),
  TR: z.literal(-1).optional(),
  SS: z.object({ S1: z.string().optional(), S2: z.string().optional() }).optional(),
  P: z.union([z.literal(1), z.literal(2)]).optional(),
  S: z.array(z.object({ Key: z.string(), Value: z.string() })).optional(),
  ST: z
    .array(z.object({ Key: id, Value: z.array(z.object({ ID: id, N: z.string().nullable(), S1: z.string(), S2: z.string() })) }))
    .optional(),
  I: z.string().optional(),
  SLS: z.string().optional(),
})

export const tabSchema = z.object({ MT: id, EC: id, N: z.string().nullable() })
export const groupSchema = z.object({ G: id, GS: id, E: z.array(z.array(outcomeSchema)) })

export const subGameSchema = z.object({
  I: id,
  CI: id.optional(),
  N: id,
  MG: id,
  SI: id,
  P: id.optional(),
  PN: z.string(),
  TG: z.string().optional(),
  TI: id.optional(),
  V: z.string().optional(),
  IV: id.optional(),
  EC: id.optional(),
  MEC: z.array(tabSchema).optional(),
  SS: id.optional(),
  T: id.optional(),
  DI: z.string().optional(),
  GE: z.array(groupSchema).optional(),
  R: id.optional(),
  IF: z.boolean().optional(),
})

const side = (no: 1 | 2) => ({
  [`O${no}E`]: z.string().optional(),
  [`O${no}R`]: z.string().optional(),
  [`O${no}IS`]: z.array(id).optional(),
  [`O${no}IMG`]: texts.optional(),
  [`O${no}C`]: id.optional(),
  [`O${no}CT`]: z.string().optional(),
})

const gamePlace = {
  SI: id,
  SN: z.string().optional(),
  SE: z.string().optional(),
  SR: z.string().optional(),
  SSI: id.optional(),
  SIMG: z.string().optional(),
  LI: id,
  L: z.string().optional(),
  LE: z.string().optional(),
  LR: z.string().optional(),
  CHIMG: z.string().optional(),
  CN: z.string().optional(),
  CE: z.string().optional(),
  COI: id.optional(),
  CID: z.number().int().optional(),
  GLI: id.optional(),
}

const gameStage = {
  S: id,
  B: z.number().int().optional(),
  U: id.optional(),
  KI: z.union([z.literal(1), z.literal(3)]).optional(),
  SS: id.optional(),
  SST: id.optional(),
  INS: z.boolean().optional(),
  GNS: z.boolean().optional(),
  F: z.boolean().optional(),
  IF: z.boolean().optional(),
}

/** Recorded rows leave `CI`, `N` and `KI` out at times; ours never do (test of omission). */
export const gameSchema = z.object({
  I: id,
  CI: id.optional(),
  N: id.optional(),
  ZP: id.optional(),
  MG: id.optional(),
  CMG: id.optional(),
  BIG: z.array(z.object({ I: id, CI: id, P: id.optional(), PN: z.string(), TG: z.string(), TI: id.optional(), V: z.string() })).optional(),
  ...gameStage,
  O1: z.string(),
  O2: z.string().optional(),
  O1I: id.optional(),
  O2I: id.optional(),
  ...side(1),
  ...side(2),
  ...gamePlace,
  R: id.optional(),
  T: id.optional(),
  E: z.array(outcomeSchema).optional(),
  AE: z.array(z.object({ G: id, ME: z.array(outcomeSchema) })).optional(),
  GE: z.array(groupSchema).optional(),
  EC: id.optional(),
  EGC: id.optional(),
  MEC: z.array(tabSchema).optional(),
  SG: z.array(subGameSchema).optional(),
  TG: z.string().optional(),
  TI: id.optional(),
  P: id.optional(),
  PN: z.string().optional(),
  V: z.string().optional(),
  VE: z.string().optional(),
  IV: id.optional(),
  TN: z.string().optional(),
  TNS: z.string().optional(),
  DI: z.string().optional(),
  MIS: z.array(z.object({ K: id, V: z.string() })).optional(),
  MIO: z
    .object({
      TSt: z.string().optional(),
      Loc: z.string().optional(),
      MaF: z.string().optional(),
      SSc: z.string().optional(),
      Abt: z.string().optional(),
    })
    .optional(),
  WP: z.object({ P1: z.number().optional(), PX: z.number().optional(), P2: z.number().optional() }).optional(),
  SC: scoreSchema.optional(),
  SGI: z.string().optional(),
  STI: z.string().optional(),
  RLI: texts.optional(),
  HHTHS: z.boolean().optional(),
  HSRT: z.boolean().optional(),
  HSI: z.boolean().optional(),
  HL: z.boolean().optional(),
  HLU: z.boolean().optional(),
  IG: z.boolean().optional(),
  SUBA: z.boolean().optional(),
  HMH: id.optional(),
  VI: z.string().optional(),
  VA: id.optional(),
  ICY: z.boolean().optional(),
  MS: z.array(id).optional(),
  GI: z.array(z.looseObject({})).optional(),
  STD: z.array(z.looseObject({})).optional(),
  AM: z.unknown().optional(),
  OuR: z.unknown().optional(),
  SVoAP: z.unknown().optional(),
  CO: z.unknown().optional(),
  CT: z.unknown().optional(),
  SmI: z.unknown().optional(),
})

const champFields = {
  LI: id,
  L: z.string(),
  LE: z.string().optional(),
  LR: z.string().optional(),
  CI: id.optional(),
  GC: id,
  T: id.optional(),
  CHIMG: z.string().optional(),
  COIMG: z.string().optional(),
  CHIMGALT: z.string().optional(),
  SSI: id.optional(),
  SSN: z.string().optional(),
  SI: id.optional(),
  SN: z.string().optional(),
  SE: z.string().optional(),
  SR: z.string().optional(),
  Pos: id.optional(),
  MSs: z.array(id).nullable().optional(),
  Z: id.optional(),
  CSC: id.optional(),
  V: z.boolean().optional(),
  G: z.array(gameSchema).optional(),
}
export const champSchema = z.object({ ...champFields, SC: z.array(z.object(champFields)).optional() })

export const sportSchema = z.object({
  I: id,
  N: z.string(),
  R: z.string().optional(),
  E: z.string().optional(),
  C: id,
  CC: id,
  CID: z.number().int(),
  IT: z.literal(1).optional(),
  MS: id.optional(),
  Z: id.optional(),
  L: z.array(champSchema).optional(),
})

export const favoritesSchema = z.object({
  G: z.array(gameSchema).optional(),
  C: z.array(champSchema).optional(),
  TM: z.array(z.object({ I: id, N: z.string(), SI: id, IMG: z.string().optional(), GC: id.optional() })).optional(),
  X: z.array(id).optional(),
})

const player = z.object({ I: id, N: z.string() }).optional()
export const chronoSchema = z.object({
  I: id,
  U: id,
  H: z
    .array(
      z.object({
        Id: id,
        P: id.optional(),
        TS: id.optional(),
        K: id,
        TM: id.optional(),
        PL: player,
        PL2: player,
        S1: id.optional(),
        S2: id.optional(),
        A: id.optional(),
        // With `own` only: the incident's own word and its place on the field, drawn by the tracker.
        IT: z.string().optional(),
        AT: z.tuple([z.number(), z.number()]).optional(),
        N: z.string(),
        C: z.boolean().optional(),
      }),
    )
    .optional(),
})

/** Envelope A (wire rule 5); 2022 bodies and one recorded row leave members out, ours never. */
export function envelopeA<T extends z.ZodType>(value: T) {
  return z.object({
    Id: z.literal(0).optional(),
    Success: z.literal(true),
    Error: z.literal('').optional(),
    ErrorCode: z.literal(0).optional(),
    Guid: z.literal('').optional(),
    Value: value,
  })
}

export const listReply = envelopeA(z.array(gameSchema))
export const cardReply = envelopeA(gameSchema.nullable())
export const sportsReply = envelopeA(z.array(sportSchema))
export const champsReply = envelopeA(z.array(champSchema))
export const champReply = envelopeA(champSchema.nullable())
export const favoritesReply = envelopeA(favoritesSchema)
export const chronoReply = envelopeA(chronoSchema.nullable())
