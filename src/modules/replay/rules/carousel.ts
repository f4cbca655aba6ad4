/**
 * The carousel: recordings of a sport one after another, so that some are always running. What plays when is a
 * pure function of time, so a restart joins where the clock is.
 */
export interface CarouselItem {
  id: string
  lengthMs: number
}
export interface Showing {
  id: string
  slot: number
  startsAt: number
  endsAt: number
}

const PAUSE_MS = 10 * 60_000
/** Rounds are counted from here. */
const EPOCH = Date.UTC(2026, 0, 1)

/** What runs in [from, to), in order of start. `slots` of the sport play at the same time. */
export function showings(items: readonly CarouselItem[], slots: number, from: number, to: number): Showing[] {
  const found: Showing[] = []
  const lanes = Math.min(slots, items.length)
  for (let slot = 0; slot < lanes; slot += 1) {
    const own = items.filter((_item, k) => k % lanes === slot)
    const round = own.reduce((sum, item) => sum + item.lengthMs + PAUSE_MS, 0)
    // Lanes start apart, so that not everything begins at once.
    const shift = Math.floor((round * slot) / lanes)
    let start = EPOCH - shift + Math.floor((from - EPOCH + shift) / round) * round
    while (start < to) {
      for (const item of own) {
        const end = start + item.lengthMs
        if (end > from && start < to) found.push({ id: item.id, slot, startsAt: start, endsAt: end })
        start = end + PAUSE_MS
      }
    }
  }
  return found.sort((a, b) => a.startsAt - b.startsAt || a.slot - b.slot)
}
