/** Colours of the house by theme, from the one file that names them, for what is drawn outside of the site's own pages. */
import { readFileSync } from 'node:fs'
import { parseTokens } from '../rules/theme.ts'

let known: ReturnType<typeof parseTokens> | null = null

export function houseTokens(): ReturnType<typeof parseTokens> {
  known ??= parseTokens(readFileSync(new URL('../../../ui/tokens.css', import.meta.url), 'utf8'))
  return known
}
