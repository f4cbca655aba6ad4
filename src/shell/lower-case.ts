/** First words of addresses in which case counts: documents by their names, codes, numbers of coupons. */
const CASED: ReadonlySet<string> = new Set(['coupon', 'dev', 'information', 'oauth', 'office', 'social', 'statistic', 'statisticpopup'])

/**
 * Where an address that was written in capitals is: pages are matched in any case, what they show is named in small letters.
 * Null: it is there already. Letters of other alphabets come as %XX and stay as they are.
 */
export function lowerCased(asked: string): string | null {
  const url = new URL(asked)
  // The router asks for the data of a page under its address with an ending of its own.
  const path = url.pathname.replace(/\.data$/, '')
  const [, lng = '', first = ''] = path.split('/')
  const lower = path.replace(/%[\dA-F]{2}|[A-Z]/gi, (part) => (part.length === 1 ? part.toLowerCase() : part))
  if (lower === path || !/^[a-z]{2}$/.test(lng) || CASED.has(first.toLowerCase())) return null
  url.searchParams.delete('_routes')
  return `${lower}${url.search}`
}
