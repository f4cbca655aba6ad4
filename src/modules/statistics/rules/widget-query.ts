/** Parameters behind `?` of the statistics pages (specification §2, ST-12). A wrong value means the default. */

/** In the order of the specification; README.md says what each does. */
export const WIDGET_PARAMETERS = [
  'tt',
  'h',
  'hs',
  'ln',
  'lc',
  'w',
  'pi',
  'pt',
  'gti',
  'rtl',
  'fh',
  'hb',
  'isc',
  'd',
  'is12h',
  'htl',
  'hcl',
  'hn',
  'r',
  'g',
  'p',
  'tz',
  'geo',
  'mh',
] as const
export type WidgetParameter = (typeof WIDGET_PARAMETERS)[number]

/** Below this a framed page is never made (specification §9). */
export const LEAST_HEIGHT_PX = 280

export interface WidgetSettings {
  /** Table of all games, those at home, those away. */
  tt: 0 | 1 | 2
  header: boolean
  seasons: boolean
  /** Language of names; null is that of the page. */
  names: string | null
  links: boolean
  widthPx: number | null
  playerId: number | null
  /** Tab that a game opens first. */
  firstTab: string | null
  /** Number or id of the game that stands out. */
  gameId: string | null
  rtl: boolean | null
  fixedHeightPx: number | null
  back: boolean
  compact: boolean
  theme: 'paper' | 'flood' | null
  /** Null: as the country writes. */
  twelveHours: boolean | null
  tournamentLinks: boolean
  flags: boolean
  tabs: boolean
  partner: number | null
  group: number | null
  page: number
  /** Minutes ahead of UTC; null is the reader's own zone. */
  offsetMin: number | null
  country: string | null
  leastHeightPx: number
}

type Read = (name: WidgetParameter) => string | null

function whole(text: string | null, min: number, max: number): number | null {
  if (text === null || !/^-?\d{1,10}$/.test(text)) return null
  const value = Number(text)
  return value >= min && value <= max ? value : null
}

function flag(text: string | null): boolean | null {
  if (text === '1' || text === 'true') return true
  return text === '0' || text === 'false' ? false : null
}

function matching(text: string | null, pattern: RegExp): string | null {
  return text !== null && pattern.test(text) ? text : null
}

/** Hours from UTC, halves and quarters too. */
function offset(text: string | null): number | null {
  if (text === null || !/^[+-]?\d{1,2}(\.\d{1,2})?$/.test(text.trim())) return null
  const hours = Number(text)
  return Math.abs(hours) <= 14 ? Math.round(hours * 60) : null
}

export function readWidgetQuery(read: Read): WidgetSettings {
  const dark = flag(read('d'))
  return {
    tt: (whole(read('tt'), 0, 2) ?? 0) as WidgetSettings['tt'],
    header: flag(read('h')) !== false,
    seasons: flag(read('hs')) !== true,
    names: matching(read('ln'), /^[a-z]{2,3}$/i)?.toLowerCase() ?? null,
    links: flag(read('lc')) !== false,
    widthPx: whole(read('w'), 200, 4000),
    playerId: whole(read('pi'), 1, 2 ** 31 - 1),
    firstTab: matching(read('pt'), /^[a-z0-9]{1,20}$/),
    gameId: matching(read('gti'), /^[0-9a-f]{1,24}$/i),
    rtl: flag(read('rtl')),
    fixedHeightPx: whole(read('fh'), 100, 10_000),
    back: flag(read('hb')) !== true,
    compact: flag(read('isc')) === true,
    theme: dark === null ? null : dark ? 'flood' : 'paper',
    twelveHours: flag(read('is12h')),
    tournamentLinks: flag(read('htl')) !== true,
    flags: flag(read('hcl')) !== true,
    tabs: flag(read('hn')) !== true,
    partner: whole(read('r'), 1, 999_999),
    group: whole(read('g'), 1, 999_999),
    page: whole(read('p'), 1, 1000) ?? 1,
    offsetMin: offset(read('tz')),
    country: matching(read('geo'), /^[a-z]{2}$/i)?.toUpperCase() ?? null,
    leastHeightPx: whole(read('mh'), LEAST_HEIGHT_PX, 10_000) ?? LEAST_HEIGHT_PX,
  }
}

/** Height of the frame for content of a height: it follows, never below the least, and not at all when it is fixed. */
export function frameHeight(
  contentPx: number,
  { fixedHeightPx, leastHeightPx }: Pick<WidgetSettings, 'fixedHeightPx' | 'leastHeightPx'>,
): number {
  return fixedHeightPx ?? Math.max(leastHeightPx, Math.ceil(contentPx))
}
