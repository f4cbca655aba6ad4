/** The brand's own mark: `logo.svg` of its folder, in the place of the house's stripes when the configuration says `mark: file`. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** It comes with every page, as a picture in the sheet: there it can run nothing and fetch nothing. */
const MOST_BYTES = 16_384

/** CSS for elements with data-logo; empty without a file. Throws in words when the file is no such picture. */
export function logoCss(folder: string): string {
  const file = join(folder, 'logo.svg')
  if (!existsSync(file)) return ''
  const bytes = readFileSync(file)
  if (bytes.length > MOST_BYTES) throw new Error(`${file}: at most ${MOST_BYTES} bytes`)
  if (!/^\s*(?:<\?xml[^>]*>\s*)?<svg[\s>]/.test(bytes.toString('utf8'))) throw new Error(`${file}: must begin with <svg>`)
  const picture = `url(data:image/svg+xml;base64,${bytes.toString('base64')})`
  return `@layer brand{[data-logo]{background:${picture} center/contain no-repeat}[data-logo]>*{display:none}}`
}
