/**
 * Masks of fields (spec 5): `#` a digit, `S` a letter, `X` a letter or digit, `A` and `a` a letter put into upper or
 * lower case, `!` takes the next sign as it stands, `*` repeats the place before it. Everything else is written by the
 * mask itself. Pure.
 */
type Place = { accepts: RegExp; change: (sign: string) => string; repeats: boolean } | { literal: string }

const same = (sign: string) => sign
const PLACES: Readonly<Record<string, { accepts: RegExp; change: (sign: string) => string }>> = {
  '#': { accepts: /\d/, change: same },
  S: { accepts: /\p{L}/u, change: same },
  X: { accepts: /[\p{L}\d]/u, change: same },
  A: { accepts: /\p{L}/u, change: (sign) => sign.toUpperCase() },
  a: { accepts: /\p{L}/u, change: (sign) => sign.toLowerCase() },
}

function placesOf(mask: string): Place[] {
  const places: Place[] = []
  for (let at = 0; at < mask.length; at += 1) {
    const sign = mask[at]!
    const last = places.at(-1)
    if (sign === '!' && at + 1 < mask.length) places.push({ literal: mask[(at += 1)]! })
    else if (sign === '*' && last && 'accepts' in last) last.repeats = true
    else if (PLACES[sign]) places.push({ ...PLACES[sign], repeats: false })
    else places.push({ literal: sign })
  }
  return places
}

/** What a masked field keeps of a typed text: signs that fit no place are dropped, what is over is cut. */
export function applyMask(text: string, mask: string): string {
  const signs = [...text]
  let out = ''
  let written = ''
  for (const place of placesOf(mask)) {
    if ('literal' in place) {
      // Written only when something follows it, so that it can be deleted.
      written += place.literal
      if (signs[0] === place.literal) signs.shift()
      continue
    }
    do {
      while (signs.length > 0 && !place.accepts.test(signs[0]!)) signs.shift()
      const sign = signs.shift()
      if (sign === undefined) return out
      out += written + place.change(sign)
      written = ''
    } while (place.repeats && signs.length > 0 && place.accepts.test(signs[0]!))
  }
  return out
}
