/** What a brand asks of its players' papers; layers change it by country. */
import { z } from 'zod'
import { IDENTITY_BLOCKS, IDENTITY_METHODS, IDENTITY_NEEDS } from '#platform/shared/site-config.ts'

const docType = z.strictObject({
  doc_type: z.int().min(1).max(999),
  /** By language; a language without one reads the text `doc_<key>` or the first that is given. */
  title: z.record(z.string().max(7), z.string().min(1).max(80)).default({}),
  key: z
    .string()
    .regex(/^[a-z_]{1,30}$/)
    .default(''),
  /** Names of fields in their order: `photo_…` are files, `issued`, `expires` and `birth_date` are dates. */
  fields: z
    .array(z.string().regex(/^[a-zA-Z][a-zA-Z0-9_]{0,29}$/))
    .min(1)
    .max(20)
    .refine((fields) => new Set(fields).size === fields.length, 'a field stands twice'),
})

export const identificationSchema = z.strictObject({
  flowType: z.enum(['documents', 'scan']).default('documents'),
  docTypes: z
    .array(docType)
    .min(1)
    .max(20)
    .refine((types) => new Set(types.map((type) => type.doc_type)).size === types.length, 'a doc_type stands twice'),
  methods: z.array(z.enum(IDENTITY_METHODS)).min(1),
  needs: z.array(z.enum(IDENTITY_NEEDS)).min(1),
  /** What is closed until the player is verified, beside what the profile of the brand closes. */
  requiredFor: z.array(z.enum(IDENTITY_BLOCKS)),
  /** Whether documents in PDF are taken. */
  pdf: z.boolean(),
  maxFiles: z.int().min(1).max(10),
  /** A proof is good for so long; 0 = as long as the document. */
  validMonths: z.int().min(0).max(240),
})
