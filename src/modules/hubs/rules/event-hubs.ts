/** Hubs of dated events from the brand's configuration: before, open, archive (RT-03). */

/** As `betting.hubs` of the configuration gives it. */
export interface EventHub {
  /** Word of the address. */
  id: string
  /** Names by language; `en` always. */
  name: Readonly<Record<string, string>>
  sports: readonly number[]
  /** Words of which one stands in the English name of a championship of the hub. */
  champs: readonly string[]
  /** First and last day, `2026-06-11`; none = every season. */
  from?: string | undefined
  to?: string | undefined
}

export type HubState = 'coming' | 'open' | 'archive'

const DAY_MS = 86_400_000

/** `now` in Unix milliseconds. The last day counts whole. */
export function hubState({ from, to }: Pick<EventHub, 'from' | 'to'>, now: number): HubState {
  if (to && now >= Date.parse(`${to}T00:00:00Z`) + DAY_MS) return 'archive'
  if (from && now < Date.parse(`${from}T00:00:00Z`)) return 'coming'
  return 'open'
}

/** Between which starts a dated hub has its games, Unix seconds: before a final the season of its league is no part of it. */
export function hubTimes({ from, to }: Pick<EventHub, 'from' | 'to'>): { tsFrom?: number; tsTo?: number } {
  const seconds = (day: string, shiftMs: number) => (Date.parse(`${day}T00:00:00Z`) + shiftMs) / 1000
  return { ...(from ? { tsFrom: seconds(from, 0) } : {}), ...(to ? { tsTo: seconds(to, DAY_MS) } : {}) }
}

export function hubName({ name }: Pick<EventHub, 'name'>, lng: string): string {
  return name[lng] ?? name['en'] ?? ''
}

/** Championships of the hub among those of its sports; `name` is the English one. */
export function isOfHub({ champs }: Pick<EventHub, 'champs'>, name: string): boolean {
  const lower = name.toLowerCase()
  return champs.some((word) => lower.includes(word.toLowerCase()))
}

/** Ids of the hub's championships, in order. `imitations`: those that computers play under the same names, which are no part of the event. */
export function champsOfHub(
  hub: Pick<EventHub, 'champs'>,
  champs: readonly { id: number; english: string }[],
  imitations: readonly { id: number }[],
): number[] {
  const imitated = new Set(imitations.map(({ id }) => id))
  const own = champs.filter(({ id, english }) => !imitated.has(id) && isOfHub(hub, english))
  return [...new Set(own.map(({ id }) => id))].toSorted((a, b) => a - b)
}
