import { sportInfo } from '../../rules/sport-info.ts'

/** The name of a sport in the language of the page, where no answer of the feed has brought it. Not for first pages: heavy. */
export function sportName(sportId: number, lng: string): string {
  const { names } = sportInfo(sportId)
  return names[lng] ?? names['en'] ?? ''
}
