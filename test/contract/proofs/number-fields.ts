/** Every place of a contract that gives a number, and how it is read there. */
import { z } from 'zod'
import { partReader } from '#platform/server/http/read-part.ts'
import type { registered } from '#platform/server/http.ts'
import { bareOf, defOf } from './sample.ts'

/** What a language reads as a number and nobody means by one. */
const NO_NUMBERS: readonly unknown[] = [
  true,
  false,
  [],
  [1],
  ['1'],
  [[5]],
  {},
  '0x10',
  '0b1',
  ' 1 ',
  ' ',
  '+1',
  '1_000',
  'Infinity',
  'NaN',
  '١',
]

interface Field {
  path: string
  schema: z.ZodType
}

function fieldsOf(schema: z.ZodType, path: string): Field[] {
  const def = defOf(bareOf(schema))
  const inner = [
    ...Object.entries(def.shape ?? {}).map(([name, field]) => [`${path}.${name}`, field] as const),
    ...(def.element ? [[`${path}[]`, def.element] as const] : []),
    ...(def.items ?? []).map((item, i) => [`${path}[${i}]`, item] as const),
  ]
  return [{ path, schema }, ...inner.flatMap(([at, field]) => fieldsOf(field, at))]
}

const isNumber = (value: unknown) => typeof value === 'number' || typeof value === 'bigint'

/** Fields of a call that read a number out of what is none; a fallback of the contract may stand for it. */
export function guessedNumbers({ spec, paths }: (typeof registered)[number]): { found: string[]; fields: number } {
  const found: string[] = []
  let fields = 0
  for (const part of ['params', 'query', 'body'] as const) {
    const whole = spec[part]
    if (!whole) continue
    for (const { path, schema } of fieldsOf(whole, part)) {
      const read = partReader(z.object({ field: schema }), { anyCase: spec.wire === true })
      const valueOf = (given: unknown) => {
        const answer = read({ field: given })
        return answer.success ? (answer.data as { field: unknown }).field : undefined
      }
      if (![1, '1', 5, '100', 1_000].some((given) => isNumber(valueOf(given)))) continue
      fields += 1
      const fallback = valueOf('no number')
      for (const given of NO_NUMBERS) {
        const value = valueOf(given)
        if (isNumber(value) && value !== fallback)
          found.push(`${spec.method} ${paths[0]!} ${path}: ${JSON.stringify(given)} is ${String(value)}`)
      }
    }
  }
  return { found, fields }
}
