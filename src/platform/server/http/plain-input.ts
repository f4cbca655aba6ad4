/**
 * Input that already has the types which its schema expects is read without zod: a program that speaks the wire
 * as it is written sends such input always, and the schema's own machinery costs more than the rest of the call.
 * A reader is made from the schema itself; whatever it is not sure of — another type, another spelling, a value
 * out of bounds — it leaves to the schema, which alone words errors and reads old forms.
 */
import { z } from 'zod'
import { NUMBER_TEXT } from '#platform/shared/wire-schema.ts'

/** The reader does not decide: ask the schema. */
export const UNSURE = Symbol('unsure')

/** The value as the schema would give it, or UNSURE. */
export type PlainReader = (given: unknown) => unknown

interface Options {
  /** Keys count without regard to case: one that is spelled otherwise is left to the schema. */
  anyCase: boolean
}

/** Null when the schema holds something that only it can read. */
export function plainReader(schema: z.ZodType, options: Options): PlainReader | null {
  if (schema instanceof z.ZodObject) return objectReader(schema, options)
  if (schema instanceof z.ZodArray) return arrayReader(schema, options)
  if (schema instanceof z.ZodNumber) return numberReader(schema)
  if (schema instanceof z.ZodString) return stringReader(schema)
  if (schema instanceof z.ZodBoolean) return schema.def.coerce ? null : (given) => (typeof given === 'boolean' ? given : UNSURE)
  if (schema instanceof z.ZodUnion) return unionReader(schema, options)
  if (schema instanceof z.ZodPipe) return pipeReader(schema, options)
  if (schema instanceof z.ZodNullable) {
    const inner = plainReader(schema.unwrap() as z.ZodType, options)
    return inner && ((given) => (given === null ? null : inner(given)))
  }
  // What is left out is the object's business; here there is a value.
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault) return plainReader(schema.unwrap() as z.ZodType, options)
  return null
}

type Check = (value: never) => boolean
type Sized = { readonly length: number }

/** The checks of a schema as functions; null when one of them is of a kind that is not known here. */
function checksOf<T>(schema: z.ZodType): ((value: T) => boolean)[] | null {
  const checks = (schema.def as { checks?: readonly { _zod: { def: Record<string, unknown> } }[] }).checks ?? []
  const read = checks.map(({ _zod: { def } }) => checkOf(def))
  return read.includes(null) ? null : (read as ((value: T) => boolean)[])
}

function checkOf(def: Record<string, unknown>): Check | null {
  switch (def['check']) {
    case 'number_format':
      return def['format'] === 'safeint' ? (value: number) => Number.isSafeInteger(value) : null
    case 'greater_than':
      return boundOf(def, (value, bound) => value > bound)
    case 'less_than':
      return boundOf(def, (value, bound) => value < bound)
    case 'max_length':
      return (value: Sized) => value.length <= (def['maximum'] as number)
    case 'min_length':
      return (value: Sized) => value.length >= (def['minimum'] as number)
    case 'string_format': {
      const { pattern } = def
      return def['format'] === 'regex' && pattern instanceof RegExp && !pattern.global && !pattern.sticky
        ? (value: string) => pattern.test(value)
        : null
    }
    case 'custom':
      // A question of ours about the value alone.
      return typeof def['fn'] === 'function' && !def['when'] ? (def['fn'] as Check) : null
    default:
      return null
  }
}

function boundOf(def: Record<string, unknown>, isBeyond: (value: number, bound: number) => boolean): ((value: number) => boolean) | null {
  const { value: bound, inclusive } = def
  if (typeof bound !== 'number') return null
  return inclusive ? (value) => value === bound || isBeyond(value, bound) : (value) => isBeyond(value, bound)
}

function numberReader(schema: z.ZodNumber): PlainReader | null {
  const checks = checksOf<number>(schema)
  if (!checks) return null
  const { coerce } = schema.def
  return (given) => {
    const value = coerce && typeof given === 'string' && NUMBER_TEXT.test(given) ? Number(given) : given
    if (typeof value !== 'number' || !Number.isFinite(value)) return UNSURE
    for (const isGood of checks) if (!isGood(value)) return UNSURE
    return value
  }
}

function stringReader(schema: z.ZodString): PlainReader | null {
  const checks = checksOf<string>(schema)
  if (!checks || schema.def.coerce) return null
  return (given) => {
    if (typeof given !== 'string') return UNSURE
    for (const isGood of checks) if (!isGood(given)) return UNSURE
    return given
  }
}

/** The first member that is sure: so is the schema, which takes the first that fits. */
function unionReader(schema: z.ZodUnion, options: Options): PlainReader | null {
  const members = (schema.options as readonly z.ZodType[]).map((member) => plainReader(member, options))
  // A member that cannot be read plainly may come before one that can.
  if (!members.every((member) => member !== null) || checksOf(schema)?.length !== 0) return null
  return (given) => {
    for (const member of members) {
      const value = member(given)
      if (value !== UNSURE) return value
    }
    return UNSURE
  }
}

/** What follows the schema of the pipe is a function of ours, or one more schema. */
function pipeReader(schema: z.ZodPipe, options: Options): PlainReader | null {
  const { in: first, out: then } = schema.def as unknown as { in: z.ZodType; out: z.ZodType }
  const before = first instanceof z.ZodTransform ? transformReader(first) : plainReader(first, options)
  const after = then instanceof z.ZodTransform ? transformReader(then) : plainReader(then, options)
  if (!before || !after) return null
  return (given) => {
    const value = before(given)
    return value === UNSURE ? UNSURE : after(value)
  }
}

function transformReader(schema: z.ZodTransform): PlainReader {
  const change = (schema.def as unknown as { transform: (value: unknown, payload: { value: unknown; issues: unknown[] }) => unknown })
    .transform
  return (given) => {
    const payload = { value: given, issues: [] as unknown[], addIssue: (issue: unknown) => void payload.issues.push(issue) }
    const value = change(given, payload)
    return payload.issues.length > 0 || value instanceof Promise ? UNSURE : value
  }
}

function arrayReader(schema: z.ZodArray, options: Options): PlainReader | null {
  const item = plainReader(schema.element as z.ZodType, options)
  const checks = checksOf<readonly unknown[]>(schema)
  if (!item || !checks) return null
  return (given) => {
    if (!Array.isArray(given)) return UNSURE
    for (const isGood of checks) if (!isGood(given)) return UNSURE
    const out: unknown[] = []
    for (const one of given) {
      const value = one === undefined ? UNSURE : item(one)
      if (value === UNSURE) return UNSURE
      out.push(value)
    }
    return out
  }
}

interface Field {
  read: PlainReader
  /** Place among the fields that may be left out and then have no value; -1 for the others. */
  leftOut: number
  /** An object without it is left to the schema. */
  isNeeded: boolean
}

/** So many fields have a bit of their own in a number. */
const MAX_LEFT_OUT = 30
/** So many different sets of left out fields are met at most with a template of their own. */
const MAX_SHAPES = 64

function objectReader(schema: z.ZodObject, options: Options): PlainReader | null {
  if (schema.def.catchall || checksOf(schema)?.length !== 0) return null
  const fields = new Map<string, Field>()
  const defaults: Record<string, unknown> = {}
  const leftOut: string[] = []
  for (const [name, field] of Object.entries(schema.shape as Record<string, z.ZodType>)) {
    const read = plainReader(field, options)
    if (!read) return null
    const fallback: unknown = field instanceof z.ZodDefault ? field.def.defaultValue : undefined
    // Only what cannot be changed by its reader is shared by all of them.
    const hasDefault = field instanceof z.ZodDefault && (typeof fallback !== 'object' || fallback === null)
    const mayBeLeftOut = field instanceof z.ZodOptional && isLeftOut(field)
    if (!mayBeLeftOut) defaults[name] = fallback
    fields.set(name, { read, leftOut: mayBeLeftOut ? leftOut.push(name) - 1 : -1, isNeeded: !hasDefault && !mayBeLeftOut })
  }
  if (leftOut.length > MAX_LEFT_OUT) return null
  const needed = [...fields.values()].filter((field) => field.isNeeded).length
  const otherwise = new Set(options.anyCase ? [...fields.keys()].map((name) => name.toLowerCase()) : [])
  const templates = templatesOf(defaults, leftOut)
  return (given) => {
    if (typeof given !== 'object' || given === null || Array.isArray(given)) return UNSURE
    const names = Object.keys(given)
    const values: unknown[] = []
    let present = 0
    let met = 0
    for (const name of names) {
      const field = fields.get(name)
      if (!field) {
        if (otherwise.has(name.toLowerCase())) return UNSURE
        values.push(UNSURE)
        continue
      }
      const one = (given as Record<string, unknown>)[name]
      const value = one === undefined ? UNSURE : field.read(one)
      if (value === UNSURE) return UNSURE
      if (field.isNeeded) met += 1
      if (field.leftOut >= 0) present |= 1 << field.leftOut
      values.push(value)
    }
    if (met !== needed) return UNSURE
    const out = { ...templates(present) }
    for (let i = 0; i < names.length; i += 1) if (values[i] !== UNSURE) out[names[i]!] = values[i]
    return out
  }
}

/**
 * Objects with every field in its place, one for each set of optional fields that is present: a copy of it is filled,
 * which is several times faster than an object that grows field by field.
 */
function templatesOf(defaults: Record<string, unknown>, leftOut: readonly string[]): (present: number) => Record<string, unknown> {
  const known = new Map<number, Record<string, unknown>>()
  return (present) => {
    let template = known.get(present)
    if (template) return template
    const here = leftOut.filter((_, at) => (present & (1 << at)) !== 0).map((name) => [name, undefined] as const)
    // The copy, unlike an object that has grown, is laid out for reading.
    template = { ...defaults, ...Object.fromEntries(here) }
    if (known.size < MAX_SHAPES) known.set(present, template)
    return template
  }
}

/** An optional field stays left out, unless something inside gives it a value. */
function isLeftOut(field: z.ZodOptional): boolean {
  const inner = field.unwrap() as z.ZodType
  if (inner instanceof z.ZodNullable) return isLeftOut(inner as unknown as z.ZodOptional)
  return !(inner instanceof z.ZodDefault || inner instanceof z.ZodPrefault || inner instanceof z.ZodPipe || inner instanceof z.ZodOptional)
}
