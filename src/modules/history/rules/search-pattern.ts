/** Searching without regard to case: the database may have been made with any locale, and not every one knows every script. */

/** Letters of one kind that no change of case leads from to all others: the final sigma, the two i of Turkish. */
const FAMILIES = ['Σσς', 'iıIİ']

/** A regular expression of PostgreSQL that finds a text however it is written. It asks no collation: each letter stands in it in both cases. */
export function foldedPattern(search: string): string {
  return Array.from(search, (sign) => {
    const forms = formsOf(sign)
    return forms.length > 1 ? `[${forms.join('')}]` : sign.replace(/[\\^$.|?*+()[\]{}]/, '\\$&')
  }).join('')
}

function formsOf(sign: string): string[] {
  const family = FAMILIES.find((letters) => letters.includes(sign))
  if (family) return [...family]
  const upper = sign.toUpperCase()
  // What becomes two letters ("ß") is left as it is.
  return [...new Set([sign, sign.toLowerCase(), upper, upper.toLowerCase()])].filter((form) => [...form].length === 1)
}
