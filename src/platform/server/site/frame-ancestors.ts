/** Whose pages may frame a page of the site (WEB-05). */
import { readPath } from '../http/path.ts'

export interface Framing {
  /** Origins that share the site's state (XW-04). */
  embedOrigins: readonly string[]
  /** Origins of the brand's statistics (ST-15). */
  statisticsOrigins: readonly string[]
  development: boolean
}

const STATISTICS = /^\/[a-z]{2,3}\/statisticpopup(?:[/?]|$)/i
/** The rules alone are made to be framed (IN-04). */
const RULES = /^\/[a-z]{2,3}\/information\/rulesFrame(?:\?|$)/
/** Where money, documents and secrets are: a page around them could lay its own buttons over theirs. */
const PRIVATE = /^\/[a-z]{2,3}\/(?:office|login|two-factor|password|password-reset|social|oauth|registration)(?:[/?]|$)/i

/** Value of frame-ancestors for the page at this address. In development the site may frame itself: its tools do. */
export function frameAncestors(address: string, { embedOrigins, statisticsOrigins, development }: Framing): string {
  const url = readPath(address)
  if (STATISTICS.test(url)) return ["'self'", ...statisticsOrigins].join(' ')
  if (RULES.test(url)) return ["'self'", ...embedOrigins].join(' ')
  const list = [...(development ? ["'self'"] : []), ...(PRIVATE.test(url) ? [] : embedOrigins)]
  return list.length > 0 ? list.join(' ') : "'none'"
}
