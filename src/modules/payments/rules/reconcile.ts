/** A provider's statement of a day against our ledger: what moved there and here, one to one (standards PAY-06). */
import { DAY, HOUR } from '#lib/time.ts'

export const MOVEMENTS = ['in', 'back', 'out'] as const
/** Money paid in, money of a deposit that went back, money paid out. */
export type Movement = (typeof MOVEMENTS)[number]

/** One movement as one side knows it. */
export interface Moved {
  movement: Movement
  /** Our reference of the payment. */
  ref: string
  /** Sum and currency as one text, written alike on both sides: "12.50 EUR". */
  sum: string
  at: number
}

export const DIFFERENCE_KINDS = ['missing_here', 'missing_there', 'sum_differs', 'currency_differs', 'twice_there', 'twice_here'] as const
export type DifferenceKind = (typeof DIFFERENCE_KINDS)[number]

/** How a difference ends: it has gone by itself, or an officer says what it was. */
export const EXPLANATIONS = ['provider_corrects', 'corrected_by_hand', 'written_off', 'not_a_payment'] as const
export type Explanation = (typeof EXPLANATIONS)[number]
export type DifferenceEnd = 'gone' | Explanation

/** Open for longer than this, somebody must be called. */
export const AGEING_MS = DAY
/** A day is compared once what was paid in its last minutes has been heard of. */
export const GRACE_MS = HOUR
/** So far from its day the other half of a movement is looked for: a provider may date it by its order. */
export const NEIGHBOUR_DAYS = 3
/** Days that are caught up at most after the worker was away; older open differences are for officers alone. */
const MOST_DAYS = 31

/** Days to compare, as days since the epoch (UTC): those since the last compared one, and those with open differences. */
export function daysDue(now: number, given: { last: number | null; open: readonly number[] }): number[] {
  const yesterday = Math.floor((now - GRACE_MS) / DAY) - 1
  const oldest = yesterday - MOST_DAYS + 1
  const first = given.last === null ? yesterday : Math.max(given.last + 1, oldest)
  const missed = Array.from({ length: Math.max(0, yesterday - first + 1) }, (_, i) => first + i)
  return [...new Set([...given.open.filter((day) => day >= oldest && day <= yesterday), ...missed])].sort((a, b) => a - b)
}

export interface Difference {
  kind: DifferenceKind
  movement: Movement
  ref: string
  /** Sums there and here; '' where there is none. */
  there: string
  here: string
  /** How often the very same. */
  times: number
}

/** From, and before which moment, a movement belongs to the day. */
export interface Span {
  from: number
  to: number
}

/**
 * Differences of the day. Both sides bring their neighbouring days too: what was paid before midnight and heard of after it
 * meets its other half there. A pair belongs to the day of the provider.
 */
export function reconcile(there: readonly Moved[], here: readonly Moved[], day: Span): Difference[] {
  const found = new Map<string, Difference>()
  const ours = groupsOf(here)
  const theirs = groupsOf(there)
  for (const key of new Set([...theirs.keys(), ...ours.keys()])) {
    for (const { at, ...one } of differencesOf(theirs.get(key) ?? [], ours.get(key) ?? [])) {
      if (at < day.from || at >= day.to) continue
      const name = `${key} ${one.kind} ${one.there} ${one.here}`
      const same = found.get(name)
      if (same) same.times += 1
      else found.set(name, { ...one, times: 1 })
    }
  }
  return [...found.values()]
}

function groupsOf(side: readonly Moved[]): Map<string, Moved[]> {
  const groups = new Map<string, Moved[]>()
  for (const one of side) {
    const key = `${one.movement} ${one.ref}`
    const group = groups.get(key)
    if (group) group.push(one)
    else groups.set(key, [one])
  }
  return groups
}

/** Of one payment in one direction: the same sums meet first, what is left is named. */
function differencesOf(there: readonly Moved[], here: readonly Moved[]): (Omit<Difference, 'times'> & { at: number })[] {
  const left = [...here].sort(byTime)
  const met = new Set<string>()
  const lone = [...there].sort(byTime).filter(({ sum }) => {
    const i = left.findIndex((one) => one.sum === sum)
    if (i < 0) return true
    left.splice(i, 1)
    met.add(sum)
    return false
  })
  const pairs = lone.splice(0, Math.min(lone.length, left.length)).map((one) => {
    const other = left.shift()!
    const kind = currencyIn(one.sum) === currencyIn(other.sum) ? ('sum_differs' as const) : ('currency_differs' as const)
    return { kind, movement: one.movement, ref: one.ref, there: one.sum, here: other.sum, at: one.at }
  })
  return [
    ...pairs,
    ...lone.map(({ sum, ...one }) => ({
      kind: met.has(sum) ? ('twice_there' as const) : ('missing_here' as const),
      ...one,
      there: sum,
      here: '',
    })),
    ...left.map(({ sum, ...one }) => ({
      kind: met.has(sum) ? ('twice_here' as const) : ('missing_there' as const),
      ...one,
      there: '',
      here: sum,
    })),
  ]
}

const byTime = (a: Moved, b: Moved): number => a.at - b.at

function currencyIn(sum: string): string {
  return sum.slice(sum.lastIndexOf(' ') + 1)
}
