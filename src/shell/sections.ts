/** Site sections of specification §2 that are kept closed until they exist, with the addresses below them (RT-04…08, 17…20). */

const DIGITS = '\\d{1,9}'
const WORD = '[a-z0-9-]{1,64}'
const LOTTERIES = 'fifteen|score|football|hockey|basket|cyberfootball|cybersport|free|jackpot|cricket'
const DRAW_STATUSES = 'open|closed|results|paid|cancelled'
const CASINO =
  `lobby|live|search|my|favorites|cashback|vip-club|daily-challenges|fast-games|scratch-cards|keno|crash|thank-you|rewards|` +
  `promo|bonus|providers(?:/${WORD})?|tournaments(?:/${WORD}(?:/(?:results|prizes))?)?`
const OFFICE =
  'casino(?:/(?:vip|premium)-cashback)?|slots|bonuses(?:/(?:deposit|wager|gifts))?|bring-friend(?:/(?:rules|banners))?|' +
  'special-offers|promotion|settings/(?:promo|promo-history|cashback|bonuses|bonus-gifts)|third-party'

/** What may follow a section in its address; an address that does not fit is unknown. */
const BELOW = {
  fishinghunting: '',
  user: '',
  promo: WORD,
  bonus: `rules(?:/${WORD})?`,
  promotions: WORD,
  information: `(?:news|rundown)(?:/${DIGITS})?`,
  allgamesentrance: '',
  bingo: '',
  othergames: '',
  toto: `(?:${LOTTERIES})(?:/(?:${DIGITS}|${DRAW_STATUSES}))?`,
  lotto: DIGITS,
  ourpartners: 'rules|partners|games',
  casino: CASINO,
  'live-casino': '',
  slots: CASINO,
  poker: 'redirect',
  office: OFFICE,
} as const

export type ClosedSectionId = keyof typeof BELOW

/** The closed section that an address below /{lng} belongs to, null for an unknown address. */
export function closedSection(path: string): ClosedSectionId | null {
  const [, first = '', rest = ''] = /^\/([a-z-]+)(?:\/(.*?))?\/?$/.exec(path) ?? []
  if (!Object.hasOwn(BELOW, first)) return null
  const below = BELOW[first as ClosedSectionId]
  return (rest === '' && first !== 'office') || (below && new RegExp(`^(?:${below})$`).test(rest)) ? (first as ClosedSectionId) : null
}
