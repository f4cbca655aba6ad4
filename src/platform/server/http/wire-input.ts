/**
 * Requests of programs that already speak the wire: keys without regard to case, numbers and booleans as
 * text, comma lists, unknown keys dropped (wire rules 19, 20). The schema says what is expected. A number that may come
 * as text is one written out, of every call: the schema alone would also read true, [5], "0x10" and " " as sums and ids.
 */
import { z } from 'zod'
import { NUMBER_TEXT } from '#platform/shared/wire-schema.ts'

/** What a schema expects, worked out once: a request must not pay for it. */
type Expected =
  | { kind: 'object'; byKey: Map<string, { name: string; expected: Expected }>; exact: Map<string, Expected> }
  | { kind: 'array'; item: Expected }
  | { kind: 'number' }
  | { kind: 'other' }

const OTHER: Expected = { kind: 'other' }
const known = new WeakMap<z.ZodType, Expected>()

/** The object with its keys in the schema's spelling; unknown keys are left out by the schema itself. */
export function matchKeys(schema: z.ZodType | undefined, given: unknown): unknown {
  return schema ? matched(expectedOf(schema), given, true) : given
}

/** The object as it came, but for numbers that are none. */
export function soundNumbers(schema: z.ZodType, given: unknown): unknown {
  return matched(expectedOf(schema), given, false)
}

function matched(expected: Expected, given: unknown, anyCase: boolean): unknown {
  switch (expected.kind) {
    case 'other':
      return given
    case 'number':
      return isNumber(given) ? given : NaN
    case 'array':
      return Array.isArray(given) && expected.item.kind !== 'other' ? given.map((one) => matched(expected.item, one, anyCase)) : given
    case 'object': {
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return given
      const out: Record<string, unknown> = anyCase ? {} : { ...given }
      for (const [key, value] of Object.entries(given)) {
        const exact = expected.exact.get(key)
        if (exact) {
          out[key] = matched(exact, value, anyCase)
          continue
        }
        const spelled = anyCase ? expected.byKey.get(key.toLowerCase()) : undefined
        if (spelled) out[spelled.name] = matched(spelled.expected, value, anyCase)
      }
      return out
    }
  }
}

/** Where nothing is said, the schema says what that means. */
function isNumber(given: unknown): boolean {
  if (typeof given === 'string') return given === '' || NUMBER_TEXT.test(given)
  return typeof given === 'number' || given === null || given === undefined
}

function expectedOf(schema: z.ZodType): Expected {
  let expected = known.get(schema)
  if (!expected) known.set(schema, (expected = workOut(unwrap(schema))))
  return expected
}

function workOut(inner: z.ZodType): Expected {
  if (inner instanceof z.ZodArray) return { kind: 'array', item: expectedOf(inner.element as z.ZodType) }
  if (inner instanceof z.ZodNumber && inner.def.coerce) return { kind: 'number' }
  if (!(inner instanceof z.ZodObject)) return OTHER
  const exact = new Map(Object.entries(inner.shape as Record<string, z.ZodType>).map(([name, field]) => [name, expectedOf(field)]))
  return { kind: 'object', exact, byKey: new Map([...exact].map(([name, expected]) => [name.toLowerCase(), { name, expected }])) }
}

function unwrap(schema: z.ZodType): z.ZodType {
  let inner: z.ZodType = schema
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodCatch ||
    inner instanceof z.ZodPrefault
  ) {
    inner = inner.unwrap() as z.ZodType
  }
  if (inner instanceof z.ZodPipe) return unwrap(inner.in as z.ZodType)
  return inner
}
