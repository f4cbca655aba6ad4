/** Games of past seasons have no numbers of the line: theirs are above all others, in two ranges as everywhere (wire rule 2). */
const PAST_FIRST = 1_700_000_000
const PAST_IDS = 200_000_000

/** The two numbers of the game that has this hash. */
export function pastIds(hash: number): { id: number; constId: number } {
  const id = PAST_FIRST + (hash % PAST_IDS)
  return { id, constId: id + PAST_IDS }
}

/** Of a past season: the line has never had it, so no page of an event is called by its number. */
export function isPast({ constId }: { constId: number }): boolean {
  return constId >= PAST_FIRST + PAST_IDS
}
