/** An absolute address in the first line of a request: the router passes over what stands before its path. */
const ORIGIN = /^https?:\/\/[^/?#]*/i

/**
 * The address of a request as the router reads its path: without an origin, with its signs decoded. What stands in front of the
 * router must not be passed by writing an address in another way. Nearly all addresses are given back as they came.
 */
export function readPath(url: string): string {
  const own = url.charCodeAt(0) === SLASH ? url : url.replace(ORIGIN, '')
  const sign = own.indexOf('%')
  if (sign < 0) return own
  const after = own.search(/[?#]/)
  if (after >= 0 && after < sign) return own
  const end = after < 0 ? own.length : after
  try {
    return decodeURIComponent(own.slice(0, end)) + own.slice(end)
  } catch {
    return own
  }
}

const SLASH = 47
