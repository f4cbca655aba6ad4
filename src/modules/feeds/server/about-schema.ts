/** What a provider may say about championships and games besides the essentials; what does not fit is left out. */
import { z } from 'zod'
import { GOINGS, SECTIONS } from '../rules/fact.ts'

const names = z.record(z.string().max(12), z.string().max(300))
const numbered = z.object({ id: z.number().int().min(1).max(1_000_000), names })

export const championshipAbout = z.object({
  section: z.enum(SECTIONS).optional(),
  subSport: numbered.optional(),
  global: numbered.optional(),
  recorded: z.string().min(4).max(20).optional(),
})

const colour = z.string().regex(/^#[0-9a-f]{6}$/)
const runner = z.object({
  order: z.number().int().min(1).max(100),
  number: z.number().int().min(1).max(100),
  stall: z.number().int().min(0).max(100),
  jockey: names,
  trainer: names,
  age: z.number().int().min(1).max(30),
  sex: z.enum(['m', 'f', 'g']),
  weightKg: z.number().min(0).max(200),
  rating: z.number().int().min(0).max(300),
  form: z.string().max(40),
  silks: z.object({
    body: colour,
    sleeves: colour,
    cap: colour,
    pattern: z.enum(['plain', 'hoops', 'stripes', 'halves', 'cross', 'stars']),
  }),
  out: z.literal(true).optional(),
})

export const gameAbout = z.object({
  title: names.optional(),
  of: z.array(z.string().min(1).max(200)).max(8).optional(),
  card: z
    .object({
      track: names,
      race: z.number().int().min(1).max(100),
      distanceM: z.number().int().min(100).max(20_000),
      going: z.enum(GOINGS),
      class: z.number().int().min(1).max(10),
      prize: z.object({ amount: z.number().min(0), currency: z.string().max(8) }),
      runners: z.array(runner).max(60),
    })
    .optional(),
})
