/** Grounds of football clubs: who plays where, in two languages, with what is publicly known of them (EV-08). */
import rows from '#seed/stadiums.json' with { type: 'json' }

export interface Stadium {
  /** As the feed names it. */
  venue: string
  name: { en: string; ru: string }
  city: { en: string; ru: string }
  /** Seats; 0 unknown. */
  capacity: number
  /** Year of opening; 0 unknown. */
  built: number
}

type Row = [team: string, en: string, ru: string, cityEn: string, cityRu: string, capacity: number, built: number]

const byTeam = new Map<string, Stadium>()
const byVenue = new Map<string, Stadium>()
for (const [team, en, ru, cityEn, cityRu, capacity, built] of rows as Row[]) {
  const venue = `${en}, ${cityEn}`
  const stadium = byVenue.get(venue) ?? { venue, name: { en, ru }, city: { en: cityEn, ru: cityRu }, capacity, built }
  byVenue.set(venue, stadium)
  byTeam.set(team, stadium)
}

/** `team` is the club's own full name. */
export function stadiumOfTeam(team: string): Stadium | undefined {
  return byTeam.get(team)
}

/** `venue` as it stands in the head of a game; undefined for grounds that are not in the table. */
export function stadiumOfVenue(venue: string): Stadium | undefined {
  return byVenue.get(venue)
}

/** The venue in a language; what is not in the table stays as the feed said it. */
export function venueIn(venue: string, lng: string): string {
  const known = byVenue.get(venue)
  if (!known) return venue
  const words = lng === 'ru' ? 'ru' : 'en'
  return `${known.name[words]}, ${known.city[words]}`
}
