/** What works for a player, from what the process sees of itself (XT-87). */

export type ServiceState = 'ok' | 'slow' | 'down'

export interface Health {
  /** The line has been read and is served. */
  ready: boolean
  databaseAway: boolean
  /** Age of the oldest producer that should be up, ms. */
  feedLagMs: number
  /** Extras that are turned off for load: 0 none to 3 all. */
  loadStage: number
}

/** Prices lock after ten seconds of silence (standards WAG-19). */
export const SILENT_MS = 10_000
/** Every market locks after a minute of it (feeds 4.4). */
export const LOST_MS = 60_000
const SLOW_MS = 4_000

export function serviceStates({
  ready,
  databaseAway,
  feedLagMs,
  loadStage,
}: Health): { service: 'line' | 'live' | 'bets' | 'payments' | 'account' | 'extras'; state: ServiceState }[] {
  const line: ServiceState = ready && feedLagMs <= LOST_MS ? 'ok' : 'down'
  const live: ServiceState = !ready || feedLagMs > SILENT_MS ? 'down' : feedLagMs > SLOW_MS ? 'slow' : 'ok'
  const stored: ServiceState = databaseAway ? 'down' : 'ok'
  const bets: ServiceState = databaseAway || line === 'down' ? 'down' : live === 'ok' ? 'ok' : 'slow'
  return [
    { service: 'line', state: line },
    { service: 'live', state: live },
    { service: 'bets', state: bets },
    { service: 'payments', state: stored },
    { service: 'account', state: stored },
    { service: 'extras', state: loadStage === 0 ? 'ok' : loadStage === 3 ? 'down' : 'slow' },
  ]
}

interface Works {
  from: string
  to: string
}

/** Announced works that are not over, by their beginning. */
export function comingWorks<T extends Works>(works: readonly T[], now: number): (Omit<T, 'from' | 'to'> & { from: number; to: number })[] {
  return works
    .map((one) => ({ ...one, from: Date.parse(one.from), to: Date.parse(one.to) }))
    .filter(({ from, to }) => to > now && from < to)
    .toSorted((a, b) => a.from - b.from)
}

const ANNOUNCED_MS = 86_400_000

/** The works that the site tells of on every page: those of the next day, and those that go on. */
export function announcedWorks<T extends Works>(works: readonly T[], now: number): ReturnType<typeof comingWorks<T>>[number] | null {
  return comingWorks(works, now).find(({ from }) => from - now <= ANNOUNCED_MS) ?? null
}
