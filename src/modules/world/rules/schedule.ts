/**
 * When who plays whom: double round robins by the circle method, and lanes of games at equal distances. Any window
 * can be asked for; nothing is remembered but caches (feeds §5.4, §10.6).
 */
import type { WorldChampionship, WorldCompetitor } from './catalogue.ts'
import { fieldModel, modelOf, overtimeRate, periodMinutes } from './models.ts'
import { hasPlayers, squadOf } from './players.ts'
import { hash32, lot, Random } from '#lib/random.ts'
import type { WorldGame, WorldModel } from './types.ts'
import { localHour, localTime, localWeekday } from './zone.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

const DAY = 86_400_000
const MINUTE = 60_000

export interface Fixture {
  ref: string
  championship: WorldChampionship
  sides: WorldCompetitor[]
  startsAt: number
  round: string
  season: number
  number: number
  /** The two matches of a mixed game. */
  sources?: [Fixture, Fixture]
  /** Of a pair: the race that decides it, and the two by their numbers there. */
  race?: { fixture: Fixture; orders: readonly [number, number] }
}

interface Slot {
  day: number
  kind: 'weekend' | 'midweek' | 'daily'
}
const slotCache = new Map<string, Slot[]>()
const orderCache = new Map<string, number[]>()

function dayOf(year: number, month: number, day: number): number {
  return Math.floor(Date.UTC(year, month - 1, day) / DAY)
}

/** Monday of the week: 1970-01-01 was a Thursday. */
function monday(day: number): number {
  return day - ((day + 3) % 7)
}

/** Days on which rounds are played in the season that begins in `year`. */
function seasonSlots(c: WorldChampionship, year: number): Slot[] {
  const whole = year < c.season!.toursFrom
  const key = `${c.key}|${year}|${whole}`
  let slots = slotCache.get(key)
  if (!slots) {
    const free = freeSlots(c, year)
    slots = whole ? free : playedSlots(free, c.competitors.length)
    slotCache.set(key, slots)
  }
  return slots
}

/**
 * Everybody meets everybody as often at home as away: whole double tours, spread over the free days. A season too short
 * for one is a single tour, and one that is too short for that is played as long as it lasts (American football).
 */
function playedSlots(free: readonly Slot[], sides: number): Slot[] {
  const tour = sides + (sides % 2) - 1
  const tours = Math.floor(free.length / tour)
  const rounds = tours === 0 ? free.length : tour * (tours < 2 ? 1 : tours - (tours % 2))
  // Rounds stand at weekends; in midweek only those for which weekends do not suffice.
  const weekends = free.filter(({ kind }) => kind !== 'midweek')
  if (weekends.length >= rounds) return evenly(weekends, rounds)
  const midweek = evenly(
    free.filter(({ kind }) => kind === 'midweek'),
    rounds - weekends.length,
  )
  return [...weekends, ...midweek].toSorted((a, b) => a.day - b.day || (a.kind === 'midweek' ? -1 : 1))
}

/** The first and the last stay: a season begins and ends when it always did. */
function evenly<T>(list: readonly T[], count: number): T[] {
  if (count < 2) return list.slice(0, count)
  return Array.from({ length: count }, (_, i) => list[Math.round((i * (list.length - 1)) / (count - 1))]!)
}

function freeSlots(c: WorldChampionship, year: number): Slot[] {
  const s = c.season!
  const first = monday(dayOf(year, s.from, s.fromDay) + 6)
  const last = dayOf(s.to < s.from ? year + 1 : year, s.to, s.toDay)
  const pause: [number, number] = s.winterBreak ? [dayOf(year, 12, 21), dayOf(year + 1, 1, 14)] : [0, 0]
  const slots: Slot[] = []
  if (s.perWeek > 2) {
    for (let i = 0; ; i++) {
      const day = first + Math.floor((i * 7) / s.perWeek)
      if (day > last) break
      slots.push({ day, kind: 'daily' })
    }
  } else {
    const extra = s.perWeek - 1
    for (let week = 0, day = first; day <= last; week++, day += 7) {
      if (day >= pause[0] && day <= pause[1]) continue
      if (Math.floor((week + 1) * extra) > Math.floor(week * extra)) slots.push({ day, kind: 'midweek' })
      slots.push({ day, kind: 'weekend' })
    }
  }
  return slots
}

function orderOf(seed: string, c: WorldChampionship, year: number): number[] {
  const key = `${seed}|${c.key}|${year}`
  let order = orderCache.get(key)
  if (!order) {
    order = new Random(`${key}|order`).shuffle(c.competitors.map((_, i) => i))
    orderCache.set(key, order)
  }
  return order
}

/** Pairs of a round by the circle method; the second half of the tour swaps home and away. */
function pairsOf(order: readonly number[], round: number): [number, number][] {
  const n = order.length + (order.length % 2)
  const tour = round % (2 * (n - 1))
  const turn = tour % (n - 1)
  const back = tour >= n - 1
  const at = (place: number) => (place === n - 1 ? n - 1 : (place + turn) % (n - 1))
  const out: [number, number][] = []
  for (let i = 0; i < n / 2; i++) {
    const a = order[at(i)]
    const b = order[at(n - 1 - i)]
    if (a === undefined || b === undefined) continue
    const swap = ((i === 0 ? turn : i) % 2 === 1) !== back
    out.push(swap ? [b, a] : [a, b])
  }
  return out
}

function weighted(text: string, weights: readonly number[]): number {
  let left = lot(text) * weights.reduce((sum, w) => sum + w, 0)
  for (let i = 0; i < weights.length; i++) {
    left -= weights[i]!
    if (left < 0) return i
  }
  return weights.length - 1
}

const W = rates.calendar.weekdays as [number, number, number, number, number, number, number]
const HOURS = rates.calendar.hours as [number, number][]

function kickOff(ref: string, c: WorldChampionship, slot: Slot): number {
  let day = slot.day
  // A week runs Tuesday to Monday: the Monday game belongs to the weekend before it.
  if (slot.kind === 'midweek') day += 1 + weighted(`${ref}|day`, [W[1], W[2], W[3]])
  else if (slot.kind === 'weekend') day += 4 + weighted(`${ref}|day`, [W[4], W[5], W[6], W[0]])
  else day += hash32(`${ref}|day`) % 2
  if (slot.kind === 'daily') return localTime(c.tz, day, 60 * (17 + (hash32(`${ref}|hour`) % 5)) + 30 * (hash32(`${ref}|half`) % 2))
  const hour =
    HOURS[
      weighted(
        `${ref}|hour`,
        HOURS.map(([, share]) => share),
      )
    ]![0]
  const minute = [0, 30, 15, 45][weighted(`${ref}|minute`, [62, 26, 6, 6])]!
  return localTime(c.tz, day, hour * 60 + minute)
}

function leagueFixture(seed: string, c: WorldChampionship, year: number, slotNo: number, pair: number): Fixture | null {
  const slot = seasonSlots(c, year)[slotNo]
  if (!slot) return null
  const sides = pairsOf(orderOf(seed, c, year), slotNo)[pair]
  if (!sides) return null
  const ref = `g:${c.key}:${year}:${slotNo}:${pair}`
  return {
    ref,
    championship: c,
    sides: [c.competitors[sides[0]]!, c.competitors[sides[1]]!],
    startsAt: kickOff(ref, c, slot),
    round: String(slotNo + 1),
    season: year,
    number: slotNo,
  }
}

function leagueFixtures(seed: string, c: WorldChampionship, from: number, to: number): Fixture[] {
  const out: Fixture[] = []
  const firstDay = Math.floor(from / DAY) - 9
  const lastDay = Math.floor(to / DAY) + 2
  const year = new Date(from).getUTCFullYear()
  for (const season of [year - 1, year, year + 1]) {
    const slots = seasonSlots(c, season)
    if (slots.length === 0 || slots[0]!.day > lastDay || slots.at(-1)!.day < firstDay) continue
    const pairs = Math.floor(c.competitors.length / 2) + 1
    for (let slotNo = 0; slotNo < slots.length; slotNo++) {
      const day = slots[slotNo]!.day
      if (day < firstDay || day > lastDay) continue
      for (let pair = 0; pair < pairs; pair++) {
        const fixture = leagueFixture(seed, c, season, slotNo, pair)
        if (fixture && fixture.startsAt >= from && fixture.startsAt < to) out.push(fixture)
      }
    }
  }
  return out
}

/** Numbers of a draw stand in their order. */
function sidesOf(c: WorldChampionship, order: readonly number[]): WorldCompetitor[] {
  const own = c.variant === 'draw' ? order.toSorted((a, b) => a - b) : order
  return own.map((i) => c.competitors[i]!)
}

function laneFixture(seed: string, c: WorldChampionship, k: number): Fixture | null {
  const lane = c.lane!
  const startsAt = (k * lane.everyMin + lane.offsetMin) * MINUTE
  if (lane.hours.length === 2) {
    const hour = localHour(c.tz, startsAt)
    if (hour < lane.hours[0]! || hour >= lane.hours[1]!) return null
  }
  if (lane.days.length > 0 && !lane.days.includes(localWeekday(c.tz, startsAt))) return null
  const size = lane.runners
  const perCycle = Math.max(1, Math.floor(c.competitors.length / size))
  const cycle = Math.floor(k / perCycle)
  const key = `${seed}|${c.key}|cycle|${cycle}`
  let order = orderCache.get(key)
  if (!order) {
    if (orderCache.size > 20_000) orderCache.clear()
    order = new Random(key).shuffle(c.competitors.map((_, i) => i))
    orderCache.set(key, order)
  }
  const at = (k % perCycle) * size
  const ref = `g:${c.key}:${k}`
  // Fields of horses are not all of one size.
  const fewer = c.variant === 'horses' ? lot(`${ref}|runners`) * (size / 2) : 0
  return {
    ref,
    championship: c,
    sides: sidesOf(c, order.slice(at, at + size - Math.floor(fewer))),
    startsAt,
    round: '',
    season: 0,
    number: k,
  }
}

export function roundsOf(c: WorldChampionship, year: number): number {
  return seasonSlots(c, year).length
}

/** Games of rounds [from, to) of the season that begins in `year`, round by round. */
export function seasonFixtures(seed: string, c: WorldChampionship, year: number, from: number, to: number): Fixture[] {
  const out: Fixture[] = []
  const pairs = Math.floor(c.competitors.length / 2) + 1
  for (let slotNo = Math.max(0, from); slotNo < to; slotNo++) {
    for (let pair = 0; pair < pairs; pair++) {
      const fixture = leagueFixture(seed, c, year, slotNo, pair)
      if (fixture) out.push(fixture)
    }
  }
  return out
}

/** Games of leagues and lanes whose planned start is in [from, to), in no particular order. */
export function plainFixtures(seed: string, c: WorldChampionship, from: number, to: number): Fixture[] {
  if (!c.season && !c.lane) return []
  if (!c.lane) return leagueFixtures(seed, c, from, to)
  const step = c.lane.everyMin * MINUTE
  const shift = c.lane.offsetMin * MINUTE
  const out: Fixture[] = []
  for (let k = Math.ceil((from - shift) / step); k * step + shift < to; k++) {
    const fixture = laneFixture(seed, c, k)
    if (fixture) out.push(fixture)
  }
  return out
}

/** The game of a ref; null when the ref was never one of ours. */
export function plainFixture(seed: string, championships: ReadonlyMap<string, WorldChampionship>, ref: string): Fixture | null {
  const [kind, key = '', a, b, pair] = ref.split(':')
  const c = championships.get(key)
  if (kind !== 'g' || !c) return null
  if (c.outright) return null
  return c.lane ? laneFixture(seed, c, Number(a)) : leagueFixture(seed, c, Number(a), Number(b), Number(pair))
}

export function plainModel(seed: string, f: Fixture): WorldModel {
  const c = f.championship
  return c.engine === 'field' ? fieldModel(seed, f.ref, c, f.sides) : modelOf(seed, c, f.sides[0]!, f.sides[1]!, f.season, f.number)
}

/** Matches of computers are too short for corners and cards of their own. */
function statisticsOf(c: WorldChampionship): { statistics?: boolean } {
  if (c.rich && c.fitted) return { statistics: true }
  return c.sportId === 1 && (c.variant !== 'football' || c.mixed) ? { statistics: false } : {}
}

/** What the engine needs. */
export function plainGame(f: Fixture, model: WorldModel, mishaps: boolean): WorldGame {
  const c = f.championship
  const lane = c.lane
  const bestOf = c.engine === 'rally' || c.engine === 'frames' ? lane?.bestOf || 5 : 0
  const periodMin = periodMinutes(c)
  const overtime = overtimeRate(c)
  return {
    ref: f.ref,
    sportId: c.sportId,
    engine: c.engine,
    variant: c.variant,
    model,
    sides: f.sides.length,
    mishaps,
    ...(overtime === undefined ? {} : { overtime }),
    ...(c.pace ? { pace: c.pace } : {}),
    ...(hasPlayers(c) ? { squads: [squadOf(c, f.sides[0]!), squadOf(c, f.sides[1]!)] as const } : {}),
    format: { ...(bestOf ? { bestOf } : {}), ...(periodMin ? { periodMin } : {}), ...statisticsOf(c) },
  }
}
