/**
 * Input drawn from a contract: values that it takes, with a few bad ones among them, so that a call is not only refused
 * at the door but also goes wrong further in. Every draw has as many bad fields as its `bad` says.
 */
import fc from 'fast-check'
import { z } from 'zod'
import { bareOf, defOf } from './sample.ts'

/** What no contract takes, or what it takes and few would expect. */
export const odd: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    '',
    0,
    -1,
    1e308,
    2 ** 53,
    2 ** 31,
    '2147483648',
    'NaN',
    '1e400',
    [],
    {},
    '__proto__',
    '<script>',
    "1' OR '1'='1",
    '٣',
    '\u0000',
    '\uD800',
    '../../etc/passwd',
    'x'.repeat(5_000),
  ),
  fc.integer(),
  fc.double(),
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.array(fc.anything({ maxDepth: 1 }), { maxLength: 3 }),
)

/** Texts and numbers that mean something to the product; what a field does not take is not offered to it. */
const USUAL: readonly unknown[] = [
  ...['1', '0', '2', '5.00', 'abcdefgh', 'a@b.cd', '+77015550123', '7', '2026-11-20', '2026-11-20T10:00:00Z', '1790-02-30'],
  ...['ru', 'en', 'EUR', 'KZ', 'card', 'day', 'all', 'true', 'false', '1,2,3', '0123456789abcdef0123456789abcdef', '100000000000', ''],
  ...[0, 1, 2, 3, 5, 10, 100, 1_000, 86_400, 1_790_000_000, 2_147_483_647],
]

type Known = readonly (string | number)[]

/** `bad`: so many of ten fields are something else than the contract says. */
export function drawn(schema: z.ZodType, known: Known, bad: number): fc.Arbitrary<unknown> {
  const good = goodOf(schema, known, bad)
  return bad === 0 ? good : fc.oneof({ weight: 10 - bad, arbitrary: good }, { weight: bad, arbitrary: odd })
}

function goodOf(whole: z.ZodType, known: Known, bad: number): fc.Arbitrary<unknown> {
  const schema = bareOf(whole)
  const def = defOf(schema)
  const inner = (of: z.ZodType) => drawn(of, known, bad)
  switch (def.type) {
    case 'object': {
      const fields = Object.entries(def.shape!)
      const needed = fields.filter(([, field]) => !field.safeParse(undefined).success).map(([name]) => name)
      return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, inner(field)])), { requiredKeys: bad > 5 ? [] : needed })
    }
    case 'array':
      return fc.array(inner(def.element!), { maxLength: 4 })
    case 'tuple':
      return fc.tuple(...def.items!.map(inner))
    case 'union':
      return fc.oneof(...def.options!.map((option) => goodOf(option, known, bad)))
    case 'enum':
      return fc.constantFrom(...Object.values(def.entries!))
    case 'literal':
      return fc.constantFrom(...def.values!)
    case 'boolean':
      return fc.boolean()
    case 'record':
      return fc.dictionary(fc.string({ maxLength: 12 }), fc.oneof(fc.string({ maxLength: 20 }), fc.integer()), { maxKeys: 3 })
    default:
      return leafOf(schema, known)
  }
}

function leafOf(schema: z.ZodType, known: Known): fc.Arbitrary<unknown> {
  const taken = [...USUAL, ...known].filter((value) => {
    try {
      return schema.safeParse(value).success
    } catch {
      return false
    }
  })
  return taken.length > 0 ? fc.constantFrom(...taken) : odd
}

export function keysOf(schema: z.ZodType | undefined): string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape as object) : []
}

/** A body: as the contract says, nearly so, hardly so, or anything at all. */
export function bodyOf(schema: z.ZodType | undefined, known: Known): fc.Arbitrary<unknown> {
  const anything = fc.oneof(fc.dictionary(fc.string(), odd, { maxKeys: 3 }), odd)
  if (!schema) return anything
  return fc.oneof(
    { weight: 4, arbitrary: drawn(schema, known, 0) },
    { weight: 4, arbitrary: drawn(schema, known, 1) },
    { weight: 3, arbitrary: drawn(schema, known, 6) },
    { weight: 1, arbitrary: anything },
  )
}

const ODD_TEXTS = ['-1', '1e9', '99999999999', '%00', '\u0000', 'true', '1,2,x', '', "1'--", '٣', 'x'.repeat(2_000)]

/** A query string likewise; keys that many calls know are always among them. */
export function queryOf(schema: z.ZodType | undefined, known: Known): fc.Arbitrary<string> {
  const names = [...new Set([...keysOf(schema), 'lng', 'sports', 'id', 'count', 'page'])]
  const loose = fc.dictionary(
    fc.constantFrom(...names),
    fc.oneof(fc.string({ unit: 'binary', maxLength: 40 }), fc.constantFrom(...ODD_TEXTS, ...known.map(String))),
    { maxKeys: 4 },
  )
  const strict = schema instanceof z.ZodObject ? [drawn(schema, known, 0), drawn(schema, known, 1)] : []
  return fc.oneof(loose, ...strict).map((values) => searchOf(values))
}

function searchOf(values: unknown): string {
  if (typeof values !== 'object' || values === null) return ''
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(values))
    for (const one of Array.isArray(value) ? value : [value]) if (one !== undefined) search.append(name, textOf(one))
  return search.toString()
}

function textOf(value: unknown): string {
  return typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value as string | number | boolean | null)
}

/** Places of a path filled with ids that there are and with what is none. */
export function pathOf(path: string, known: Known): fc.Arbitrary<string> {
  const values = [
    '0',
    '1',
    '-1',
    'x',
    '99999999999999999999',
    '%2e%2e',
    '%00',
    'a'.repeat(150),
    ...known.map((one) => encodeURIComponent(String(one))),
  ]
  return fc.constantFrom(...values).map((value) => path.replaceAll(/:[a-zA-Z]+/g, () => value))
}
