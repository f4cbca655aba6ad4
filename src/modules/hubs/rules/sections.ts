/**
 * The sections of the line (specification §2 "Sport-hub pages", "Menu sections", "Betting sections"): which games each
 * holds. One table; the screen, the menus and the loaders read it.
 */
import { allSports } from '#modules/line/rules/sport-info.ts'

const LIVE = 1
const LINE = 3
type Kind = typeof LIVE | typeof LINE

/** Members of the feed's query (wire §3). */
export type SectionFilter = Readonly<Record<string, string | number | boolean>>

export interface Section {
  id: string
  /** Below /{lng}. */
  path: string
  kinds: readonly Kind[]
  filter: SectionFilter
  /** How the list may be narrowed. */
  chips: 'none' | 'sports' | 'genres'
  /** Only games with this mark stand in the list. */
  keep?: 'video' | 'tracker'
  /** Switch of the brand's configuration. */
  feature?: string
  /** Where an empty section leads. */
  onward: string
}

/** Sports whose English name begins with a word, as one list of the feed. */
function sportsNamed(word: string): string {
  return [...allSports()]
    .filter(({ names }) => names['en']?.startsWith(word))
    .map(({ id }) => id)
    .join(',')
}

const BOTH: readonly Kind[] = [LIVE, LINE]

export const SECTIONS: readonly Section[] = [
  { id: 'cyber', path: '/cyber', kinds: BOTH, filter: { cyberFlag: 1 }, chips: 'genres', feature: 'cyber', onward: '/line' },
  {
    id: 'cyber-stream',
    path: '/cyber-stream',
    kinds: [LIVE],
    filter: { cyberFlag: 1 },
    chips: 'sports',
    keep: 'video',
    feature: 'cyber',
    onward: '/cyber-zone',
  },
  {
    id: 'cyber-zone',
    path: '/cyber-zone',
    kinds: [LIVE],
    filter: { cyberFlag: 1 },
    chips: 'sports',
    keep: 'tracker',
    feature: 'cyber',
    onward: '/cyber',
  },
  {
    id: 'marble',
    path: '/marble',
    kinds: BOTH,
    filter: { sports: sportsNamed('Marble'), virtualSports: true },
    chips: 'sports',
    feature: 'virtual',
    onward: '/virtualsports',
  },
  {
    id: 'marble-live',
    path: '/marble-live',
    kinds: [LIVE],
    filter: { sports: sportsNamed('Marble'), virtualSports: true },
    chips: 'sports',
    feature: 'virtual',
    onward: '/marble',
  },
  { id: 'simulated-reality', path: '/simulated-reality', kinds: BOTH, filter: { section: 'simulated' }, chips: 'sports', onward: '/line' },
  {
    id: 'aftermatch-vs-live',
    path: '/aftermatch-vs-live',
    kinds: BOTH,
    filter: { section: 'aftermatch' },
    chips: 'sports',
    onward: '/live',
  },
  { id: 'alternative', path: '/alternative', kinds: BOTH, filter: { section: 'alternative' }, chips: 'sports', onward: '/line' },
  { id: 'long', path: '/long', kinds: [LINE], filter: { marketType: 7 }, chips: 'sports', onward: '/line' },
  {
    id: 'virtualsports',
    path: '/virtualsports',
    kinds: BOTH,
    filter: { section: 'virtual', virtualSports: true },
    chips: 'sports',
    feature: 'virtual',
    onward: '/line',
  },
  {
    id: 'tvgames',
    path: '/tvgames',
    kinds: BOTH,
    filter: { section: 'tv', virtualSports: true },
    chips: 'none',
    feature: 'tvgames',
    onward: '/virtualsports',
  },
  { id: 'best', path: '/best', kinds: BOTH, filter: { sports: 1, top: true, europe: true }, chips: 'none', onward: '/line/football' },
  { id: 'topgame', path: '/topgame', kinds: BOTH, filter: { top: true }, chips: 'sports', onward: '/line' },
  { id: 'top-events', path: '/top-events', kinds: [LINE], filter: { top: true, tf: 2880 }, chips: 'sports', onward: '/topgame' },
  { id: 'ufc', path: '/ufc', kinds: BOTH, filter: { sports: '189' }, chips: 'none', onward: '/line/mma' },
  { id: 'politics', path: '/politics', kinds: [LINE], filter: { sports: '202,119,314' }, chips: 'sports', onward: '/long' },
]

export type SectionId = string

/** The section of an address below /{lng}; null when there is none. */
export function sectionOfPath(path: string): Section | null {
  const word = path.replace(/\/+$/, '')
  return SECTIONS.find((section) => section.path === word) ?? null
}

/** A number that no sport has: an empty list of sports would ask for all of them. */
const NO_SPORT = 2 ** 31 - 1

/** The query of a section after a chip was pressed: a sport or a genre narrows it, never widens it. */
export function narrowed({ filter, chips }: Pick<Section, 'filter' | 'chips'>, sports: readonly number[] | null): SectionFilter {
  if (!sports || chips === 'none') return filter
  const own = filter['sports'] === undefined ? null : String(filter['sports']).split(',').map(Number)
  const both = own ? sports.filter((id) => own.includes(id)) : sports
  return { ...filter, sports: both.join(',') || String(NO_SPORT) }
}
