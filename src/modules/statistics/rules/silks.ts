/** Colours of a stable as a small picture: jacket, sleeves, cap and the pattern of the jacket (CY-05). */

export interface Silks {
  /** Colours as #rrggbb. */
  body: string
  sleeves: string
  cap: string
  pattern: string
}

const PATTERNS = ['plain', 'hoops', 'stripes', 'halves', 'cross', 'stars'] as const
type Pattern = (typeof PATTERNS)[number]

const COLOUR = /^#[0-9a-f]{6}$/i
const FILE = /^([0-9a-f]{6})-([0-9a-f]{6})-([0-9a-f]{6})-([a-z]{4,7})\.svg$/

function patternOf(name: string): Pattern | undefined {
  return PATTERNS.find((one) => one === name)
}

/** Name of the picture's file, which says all that is drawn; '' when the colours cannot be drawn. */
export function silksFile({ body, sleeves, cap, pattern }: Silks): string {
  const colours = [body, sleeves, cap]
  if (!patternOf(pattern) || !colours.every((colour) => COLOUR.test(colour))) return ''
  return `${colours.map((colour) => colour.slice(1).toLowerCase()).join('-')}-${pattern}.svg`
}

/** The picture of such a name, 28 by 28; null for any other name. */
export function drawSilks(file: string): string | null {
  const match = FILE.exec(file)
  const pattern = match && patternOf(match[4]!)
  if (!match || !pattern) return null
  const [body, sleeves, cap] = match.slice(1, 4).map((colour) => `#${colour}`) as [string, string, string]
  const jacket = 'M9 10h10l2 16H7z'
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" width="28" height="28" viewBox="0 0 28 28">',
    `<clipPath id="j"><path d="${jacket}"/></clipPath>`,
    // A picture in a file, where no token reaches: this grey is seen on both themes.
    '<g stroke="#55565c" stroke-width=".8" stroke-linejoin="round">',
    `<path fill="${sleeves}" d="M9 10 3 21l4 1.5 3-6zM19 10l6 11-4 1.5-3-6z"/>`,
    `<path fill="${body}" d="${jacket}"/>`,
    `<g stroke="none" clip-path="url(#j)" fill="${sleeves}">${patternPath(pattern)}</g>`,
    `<path fill="none" d="${jacket}"/>`,
    `<path fill="${cap}" d="M9.5 8a4.5 4.5 0 0 1 9 0h2.5v1.200H9.5z"/>`,
    '</g></svg>',
  ].join('')
}

function patternPath(pattern: Pattern): string {
  switch (pattern) {
    case 'plain':
      return ''
    case 'hoops':
      return '<path d="M5 13h18v3H5zM5 19h18v3H5z"/>'
    case 'stripes':
      return '<path d="M10 9h2v18h-2zM16 9h2v18h-2z"/>'
    case 'halves':
      return '<path d="M14 9h9v18h-9z"/>'
    case 'cross':
      return '<path d="M7 10.5 9 9l12 15-2 2zM21 10.5 19 9 7 24l2 2z"/>'
    case 'stars':
      return '<circle cx="11" cy="14" r="1.6"/><circle cx="17" cy="14" r="1.6"/><circle cx="14" cy="18.5" r="1.6"/><circle cx="10.5" cy="23" r="1.6"/><circle cx="17.5" cy="23" r="1.6"/>'
  }
}
