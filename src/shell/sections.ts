/** The site sections of specification §2 that have no page of their own yet: a brand keeps them closed. */
const CLOSED = [
  'mobile',
  'desktop',
  'fishinghunting',
  'user',
  'promo',
  'bonus',
  'promotions',
  'information',
  'allgamesentrance',
  'bingo',
  'othergames',
  'tvgames',
  'toto',
  'lotto',
  'ourpartners',
  'casino',
  'slots',
  'poker',
  'statistic',
  'ipl-betting-app',
] as const

export type ClosedSectionId = (typeof CLOSED)[number] extends infer S
  ? S extends 'ipl-betting-app'
    ? 'ipl'
    : Exclude<S, 'ipl-betting-app'>
  : never

/** The closed section that an address below /{lng} belongs to, null for an unknown address. */
export function closedSection(path: string): ClosedSectionId | null {
  const first = path.split('/')[1] ?? ''
  if (!(CLOSED as readonly string[]).includes(first)) return null
  return (first === 'ipl-betting-app' ? 'ipl' : first) as ClosedSectionId
}
