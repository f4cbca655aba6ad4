/** What is counted beside the score (corners, cards, shots, penalties): markets on it count regular time, whatever follows it. */
import type { Incident, LiveState } from '#modules/feeds/rules/fact.ts'
import { BEYOND, STATISTICS } from '#modules/feeds/rules/parts.ts'
import type { SportShape } from './engines.ts'
import type { CountFacts, GoalFact } from './game-facts.ts'

export function isEndTold(incidents: readonly Incident[], part: string | undefined): boolean {
  return incidents.some((one) => isEndOf(one, part))
}

function isEndOf({ type, detail }: Incident, part: string | undefined): boolean {
  return type === 'period_end' && detail?.['period'] === part
}

/** Incidents up to the end of the last part of regular time; all of them where overtime counts or there is none. */
export function inRegularTime(incidents: readonly Incident[], shape: SportShape): readonly Incident[] {
  if (shape.engine !== 'goals') return incidents
  const last = shape.segments.at(-1)
  const end = incidents.findIndex(
    (one) => isEndOf(one, last) || (one.type === 'period_start' && BEYOND.test(String(one.detail?.['period']))),
  )
  return end < 0 ? incidents : incidents.slice(0, end)
}

/** By statistic, the incidents that add to it. */
const ADDS: Readonly<Record<string, (one: Incident) => boolean>> = {
  corners: ({ type }) => type === 'corner',
  yellow: ({ type }) => type === 'yellow_card' || type === 'yellow',
  shots_on: ({ type, detail }) => type === 'shot' && detail?.['onTarget'] === true,
  penalties: ({ type }) => type === 'penalty_awarded',
}
const MAY_ADD: typeof ADDS = {
  // Some providers count a goal as a shot on target in extra time as well, and some do not.
  shots_on: ({ type, detail }) => type === 'goal' && detail?.['how'] !== 'own_goal',
}

type Pair = readonly [number, number]

function howMany(incidents: readonly Incident[], is: ((one: Incident) => boolean) | undefined): Pair {
  const own = is ? incidents.filter(is) : []
  return [own.filter(({ side }) => side === 'home').length, own.filter(({ side }) => side === 'away').length]
}

/** A statistic of the whole game as it stood when regular time was over. A provider may tell more than its incidents add up to. */
export function regularStat(stat: string, told: Pair, all: readonly Incident[], regular: readonly Incident[]): Pair {
  const after = all.slice(regular.length)
  const late = howMany(after, ADDS[stat])
  const perhaps = howMany(after, MAY_ADD[stat])
  const [before, too] = [howMany(regular, ADDS[stat]), howMany(regular, MAY_ADD[stat])]
  const of = (k: 0 | 1): number => Math.max(told[k] - late[k] - perhaps[k], Math.min(told[k] - late[k], before[k] + too[k]))
  return [of(0), of(1)]
}

export interface Happened {
  live: LiveState | undefined
  all: readonly Incident[]
  regular: readonly Incident[]
  /** Whoever told the end did not know all that is counted. */
  untold: boolean
}

export function statistics(counts: Map<string, CountFacts>, { live, all, regular, untold }: Happened): void {
  const done = counts.get('regular')!.done && !untold
  for (const [part, stat] of Object.entries(STATISTICS)) {
    const told = live?.stats[stat]
    const [h, a] = regularStat(stat, told ?? [0, 0], all, regular)
    counts.set(part, { h, a, done, ...(live && !told ? { unknown: true } : {}) })
  }
}

/** Corners have no score by half, so their order tells it. */
export function cornersOfHalves(
  counts: Map<string, CountFacts>,
  corners: readonly GoalFact[] | undefined,
  isKnown: (half: string) => boolean,
): void {
  for (const [n, half] of ['h1', 'h2'].entries()) {
    const own = corners?.filter((corner) => corner.segment === n + 1) ?? []
    const h = own.filter((corner) => corner.side === 1).length
    counts.set(`corners-${half}`, {
      h,
      a: own.length - h,
      done: counts.get(half)!.done && isKnown(half),
      ...(corners ? {} : { unknown: true }),
    })
  }
}
