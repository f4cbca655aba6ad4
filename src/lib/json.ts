export type Json = null | boolean | number | string | Json[] | { [key: string]: Json }

/** JSON with sorted keys: equal values give equal text, so its hash can be an identity. */
export function canonicalJson(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  if (typeof value === 'bigint') return `"${value}"`
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null'
  const fields = value as Record<string, unknown>
  let text = ''
  for (const key of Object.keys(fields).toSorted()) {
    const field = fields[key]
    if (field !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(field)}`
  }
  return `{${text}}`
}
