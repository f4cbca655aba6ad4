/** A plausible value for a schema, made from the contract itself: what keeps a probe from failing at the door. */
import { z } from 'zod'

/** Fields that name an object: an id of somebody else may stand in them. */
const NAMES_OBJECT = /(^|_)(id|ids|ref|guid|key|hash|code|number|name|token)$|id$|guid$|hash$|code$|number$|userid|account|session|ticket/i

export interface SampleOptions {
  /** Put into every field that could name an object. */
  id?: string
}

interface Def {
  type: string
  innerType?: z.ZodType
  in?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  options?: readonly z.ZodType[]
  entries?: Record<string, string | number>
  values?: readonly unknown[]
  shape?: Record<string, z.ZodType>
  items?: readonly z.ZodType[]
}

export const defOf = (schema: z.ZodType): Def => (schema as unknown as { _zod: { def: Def } })._zod.def

/** What a schema takes, without what only says that it may be left out, or what becomes of it. */
export function bareOf(schema: z.ZodType): z.ZodType {
  const def = defOf(schema)
  if (def.innerType) return bareOf(def.innerType)
  return def.type === 'pipe' ? bareOf(defOf(def.in!).type === 'transform' ? def.out! : def.in!) : schema
}

/** `key`: name of the field that the value is for. */
export function sampleOf(whole: z.ZodType, options: SampleOptions = {}, key = ''): unknown {
  const schema = bareOf(whole)
  const def = defOf(schema)
  switch (def.type) {
    case 'object':
      return Object.fromEntries(Object.entries(def.shape!).map(([name, field]) => [name, sampleOf(field, options, name)]))
    case 'array':
      return [sampleOf(def.element!, options, key)]
    case 'tuple':
      return def.items!.map((item) => sampleOf(item, options, key))
    case 'union':
      return sampleOf(def.options![0]!, options, key)
    case 'enum':
      return Object.values(def.entries!)[0]
    case 'literal':
      return def.values![0]
    case 'boolean':
      return false
    case 'number':
    case 'int':
      return namesObject(key, options) && /^\d{1,15}$/.test(options.id!) ? Number(options.id) : 1
    case 'bigint':
      return '1'
    case 'string':
      return namesObject(key, options) ? options.id : textFor(schema)
    case 'record':
      return {}
    default:
      return namesObject(key, options) ? options.id : null
  }
}

/** The first of a few texts that the field takes. */
function textFor(schema: z.ZodType): string {
  const tried = ['1', 'abcdefgh', 'a@b.cd', '0123456789abcdef0123456789abcdef', '']
  return tried.find((text) => schema.safeParse(text).success) ?? 'x'
}

function namesObject(key: string, { id }: SampleOptions): boolean {
  return id !== undefined && NAMES_OBJECT.test(key)
}

/** Whether a contract has a field that could name an object. */
export function takesId(schema: z.ZodType | undefined): boolean {
  if (!schema) return false
  return JSON.stringify(sampleOf(schema, { id: '\u2063' }) ?? null).includes('\u2063') || numbersOf(schema)
}

function numbersOf(schema: z.ZodType): boolean {
  const with1 = JSON.stringify(sampleOf(schema, { id: '987654321' }) ?? null)
  return with1.includes('987654321')
}
