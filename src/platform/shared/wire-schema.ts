/** Field kinds of the wire: what old clients send as text is read as what it means (wire rules 19, 20). */
import { z } from 'zod'

const MAX_INT = 2 ** 53 - 1

/** A number in a text: nothing else that a language would read as one, as "0x10" and "Infinity". */
export const NUMBER_TEXT = /^-?\d{1,16}(\.\d{1,12})?(e\d{1,2})?$/i

/** Money is written out: nobody means a thousand by "1e3" (WAG-08). */
const SUM_TEXT = /^-?\d{1,16}(\.\d{1,12})?$/

/** Money as a number, or as the decimal text of old clients. */
export const wireSum = (least = 0, most = 1e15) =>
  z.union([z.number().min(least).max(most), z.string().max(40).regex(SUM_TEXT).transform(Number).pipe(z.number().min(least).max(most))])

/** A wire integer, also sent as text. */
export function wireInt(min = 0, max = MAX_INT): z.ZodType<number, unknown> {
  return z.preprocess(
    (v) => (typeof v === 'string' && /^-?\d{1,16}$/.test(v) ? Number(v) : v),
    z.number().int().min(min).max(max),
  ) as z.ZodType<number, unknown>
}

/** A wire boolean: true, 1, "true", "1" and their opposites. */
export function wireBoolean(): z.ZodType<boolean, unknown> {
  return z.preprocess((v) => {
    const text = typeof v === 'string' ? v.toLowerCase() : v
    if (text === 'true' || text === '1' || text === 1) return true
    if (text === 'false' || text === '0' || text === 0 || text === '') return false
    return v
  }, z.boolean()) as z.ZodType<boolean, unknown>
}

/** Bounded text, also sent as a number. */
export const text = (max: number) => z.coerce.string().max(max)

/** The same where nothing may stand; answers the empty text then. */
export const optionalText = (max: number) =>
  text(max)
    .nullish()
    .transform((value) => value ?? '')

/** Bounded text of a form, without the blanks around it; only a text is one. Desks read their addresses with it too, which no contract does. */
export const plain = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .regex(/^[^\u0000]*$/)

/** Yes or no as programs and forms write it; nothing is no. */
export const flag = z
  .union([z.boolean(), z.literal([0, 1, '0', '1', 'true', 'false', 'on', ''])])
  .nullish()
  .transform((value) => value === true || value === 1 || value === '1' || value === 'true' || value === 'on')

/** Which page of a list is wanted; the first where nothing is said. */
export const pageNumber = z.coerce.number().int().min(1).max(100_000).default(1)

/** A page of a list: its items, its number and how many there are. */
export const pageOf = <T extends z.ZodType>(item: T) =>
  z.object({ items: z.array(item), page_number: z.number().int(), pages: z.number().int() })
