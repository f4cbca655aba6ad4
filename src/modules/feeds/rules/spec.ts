/** Canonical form of market specifiers and outcome keys: one market has one name, however it is written (CT-08). */

/** '2.50' → '2.5', '-0.0' → '0', '+1' → '1'; what is no plain number stays as it is. */
export function canonicalNumber(text: string): string {
  if (!/^[+-]?\d{1,9}(\.\d{1,9})?$/.test(text)) return text
  const rounded = Math.round(Number(text) * 10_000) / 10_000
  return String(rounded === 0 ? 0 : rounded)
}

/** 'b=2.50|a=x' → 'a=x|b=2.5'. */
export function canonicalSpec(spec: string): string {
  if (spec === '') return ''
  const pairs = spec.split('|').map((pair) => {
    const at = pair.indexOf('=')
    return at < 0 ? pair : `${pair.slice(0, at)}=${canonicalNumber(pair.slice(at + 1))}`
  })
  return pairs.length === 1 ? pairs[0]! : pairs.sort().join('|')
}

/** '7:-1.50' → '7:-1.5', '9:0' → '9'; keys of other schemes stay as they are. */
export function canonicalOutcome(key: string): string {
  const match = /^(\d{1,9})(?::([+-]?\d{1,9}(?:\.\d{1,9})?))?(@.{1,80})?$/.exec(key)
  if (!match) return key
  const [, t, p, player] = match
  const param = p === undefined ? '0' : canonicalNumber(p)
  if (player !== undefined) return `${t}:${param}${player}`
  return param === '0' ? t! : `${t}:${param}`
}
