/**
 * Requests of programs that already speak the wire: keys without regard to case, numbers and booleans as
 * text, comma lists, unknown keys dropped (wire rules 19, 20). The schema says what is expected.
 */
import { z } from 'zod'

type Shape = Record<string, z.ZodType>

/** The object with its keys in the schema's spelling; unknown keys are left out by the schema itself. */
export function matchKeys(schema: z.ZodType | undefined, given: unknown): unknown {
  const shape = shapeOf(schema)
  if (!shape || typeof given !== 'object' || given === null || Array.isArray(given)) return given
  const spelled = new Map(Object.keys(shape).map((key) => [key.toLowerCase(), key]))
  const out: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(given)) {
    const name = spelled.get(key.toLowerCase())
    if (name === undefined) continue
    out[name] = matchValue(shape[name]!, value)
  }
  return out
}

function matchValue(schema: z.ZodType, value: unknown): unknown {
  const inner = unwrap(schema)
  if (inner instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => matchValue(inner.element as z.ZodType, item))
  return matchKeys(inner, value)
}

function shapeOf(schema: z.ZodType | undefined): Shape | null {
  const inner = schema && unwrap(schema)
  return inner instanceof z.ZodObject ? (inner.shape as Shape) : null
}

function unwrap(schema: z.ZodType): z.ZodType {
  let inner: z.ZodType = schema
  while (
    inner instanceof z.ZodOptional ||
    inner instanceof z.ZodDefault ||
    inner instanceof z.ZodNullable ||
    inner instanceof z.ZodPrefault
  ) {
    inner = inner.unwrap() as z.ZodType
  }
  if (inner instanceof z.ZodPipe) return unwrap(inner.in as z.ZodType)
  return inner
}
