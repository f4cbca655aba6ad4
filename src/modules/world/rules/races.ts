/** Race cards: what is printed about a race and its runners, and who is taken out before the start. */
import type { GameAbout, Going, RaceCard, RaceRunner } from '#modules/feeds/rules/fact.ts'
import type { Fixture } from './schedule.ts'
import type { WorldChampionship, WorldCompetitor } from './catalogue.ts'
import { personOf } from './lanes.ts'
import { hash32, lot } from '#lib/random.ts'
import type { WorldModel } from './types.ts'
import { localHour } from './zone.ts'
import rates from '#seed/world-rates.json' with { type: 'json' }

const MINUTE = 60_000
const DAY = 24 * 60 * MINUTE
const HORSES = 44
const TROTTING = 92
const GREYHOUNDS = 68
const GOINGS_DRAWN: readonly Going[] = ['good_to_firm', 'good', 'good', 'good_to_soft', 'soft', 'heavy']
const DISTANCES: Readonly<Record<number, readonly number[]>> = {
  [HORSES]: [1000, 1200, 1400, 1600, 2000, 2400, 3200],
  [TROTTING]: [1640, 2140, 2640],
  [GREYHOUNDS]: [280, 480, 500, 575],
}
/** What a contest is called where it is no race of animals. */
const TITLES: Readonly<Record<number, readonly [en: string, ru: string]>> = {
  18: ['Race', 'Гонка'],
  19: ['Race', 'Гонка'],
  26: ['Race', 'Гонка'],
  36: ['Stage', 'Этап'],
  41: ['Round', 'Раунд'],
  44: ['Race', 'Заезд'],
  92: ['Race', 'Заезд'],
  129: ['Race', 'Гонка'],
  249: ['Race', 'Заезд'],
  264: ['Race', 'Заезд'],
}
/** Colours of stables: data of the races, not of the site. */
const COLOURS = rates.silkColours
const PATTERNS = ['plain', 'hoops', 'stripes', 'halves', 'cross', 'stars'] as const
/** Chance of a runner to be taken out, and the minutes before the start when that happens. */
const OUT = 0.035
const OUT_FROM_MIN = 15
const OUT_SPAN_MIN = 9 * 60

/** Meetings with cards: not the races of computers, which follow one another by number. */
function hasCard(c: WorldChampionship): boolean {
  return DISTANCES[c.sportId] !== undefined && c.about?.section !== 'virtual'
}

/** Order numbers of the runners that do not start, and when that becomes known. */
export function withdrawalsOf(seed: string, f: Fixture): { order: number; at: number }[] {
  if (f.championship.engine !== 'field' || f.championship.sportId === GREYHOUNDS || !hasCard(f.championship)) return []
  const outs = f.sides.flatMap((_, i) => {
    if (lot(`${seed}|${f.ref}|out|${i}`) >= OUT) return []
    const before = Math.round(OUT_FROM_MIN + OUT_SPAN_MIN * lot(`${seed}|${f.ref}|outAt|${i}`) ** 2)
    return [{ order: i + 1, at: f.startsAt - before * MINUTE }]
  })
  // A race needs five runners.
  return outs.slice(0, Math.max(0, f.sides.length - 5)).toSorted((a, b) => a.at - b.at)
}

/** The model without the runners that are known to be out: a weight of 0 means no runner. */
export function withoutRunners(model: WorldModel, outs: readonly { order: number; at: number }[], now: number): WorldModel {
  const known = outs.filter((out) => out.at <= now)
  if (known.length === 0) return model
  return { ...model, extra: { ...model.extra, ...Object.fromEntries(known.map(({ order }) => [`w${order}`, 0])) } }
}

function pickOf<T>(list: readonly T[], text: string): T {
  return list[hash32(text) % list.length]!
}

function colours(owner: string): RaceRunner['silks'] {
  const at = hash32(`${owner}|silks`)
  const body = at % COLOURS.length
  const sleeves = (body + 1 + ((at >>> 8) % (COLOURS.length - 1))) % COLOURS.length
  return {
    body: COLOURS[body]!,
    sleeves: COLOURS[sleeves]!,
    cap: COLOURS[(at >>> 16) % 2 === 0 ? body : sleeves]!,
    pattern: PATTERNS[(at >>> 20) % PATTERNS.length]!,
  }
}

/** Places of the last races as they are printed: better runners have lower figures. */
function formOf(side: WorldCompetitor, salt: string): string {
  return [0, 1, 2, 3]
    .map((k) => Math.max(1, Math.min(9, Math.round(4.5 - 1.6 * side.attack + 5 * (lot(`${side.ref}|${salt}|${k}`) - 0.5)))))
    .join('-')
}

function runnerOf(f: Fixture, side: WorldCompetitor, i: number, stalls: readonly number[], out: boolean): RaceRunner {
  const { sportId } = f.championship
  const dogs = sportId === GREYHOUNDS
  const day = String(Math.floor(f.startsAt / DAY))
  const rating = Math.round((dogs ? 60 : 80) + 11 * side.attack)
  const lad = hash32(`${side.ref}|trainer`)
  return {
    order: i + 1,
    number: i + 1,
    stall: sportId === HORSES ? stalls[i]! : i + 1,
    jockey: dogs ? {} : personOf('jockeys', (hash32(f.championship.key) + i * 7 + hash32(day + (f.number % 5))) % 40),
    trainer: personOf('trainers', lad % 24),
    age: (dogs ? 2 : 3) + ((lad >>> 8) % (dogs ? 3 : 6)),
    sex: pickOf(['m', 'f', 'g'] as const, `${side.ref}|sex`),
    weightKg: dogs ? 26 + ((lad >>> 4) % 9) : sportId === TROTTING ? 0 : Math.round((54 + (rating - 80) / 5.5) * 2) / 2,
    rating,
    form: formOf(side, day),
    silks: colours(side.ref),
    ...(out ? { out: true as const } : {}),
  }
}

/** The card of a race as it stands at a moment. */
function cardOf(seed: string, f: Fixture, now: number): RaceCard {
  const c = f.championship
  const outs = new Set(withdrawalsOf(seed, f).flatMap(({ order, at }) => (at <= now ? [order] : [])))
  const day = `${c.key}|${Math.floor(f.startsAt / DAY)}`
  const stalls = f.sides
    .map((_, i) => ({ i, at: hash32(`${f.ref}|stall|${i}`) }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ i }) => i + 1)
  const grade = 1 + (hash32(`${f.ref}|class`) % 5)
  return {
    track: c.names,
    race: raceNumber(c, f),
    distanceM: pickOf(DISTANCES[c.sportId]!, `${f.ref}|distance`),
    going: c.sportId === GREYHOUNDS || c.sportId === TROTTING ? 'standard' : pickOf(GOINGS_DRAWN, `${day}|going`),
    class: grade,
    prize: {
      amount: (c.sportId === GREYHOUNDS ? 400 : 9000) * (6 - grade),
      currency: c.country === 'US' ? 'USD' : c.country.startsWith('GB') ? 'GBP' : 'EUR',
    },
    runners: f.sides.map((side, i) => runnerOf(f, side, i, stalls, outs.has(i + 1))),
  }
}

/** Number of the race in its meeting: meetings begin with the first slot of their hours. */
function raceNumber(c: WorldChampionship, f: Fixture): number {
  const { hours, everyMin } = c.lane!
  const from = hours[0] ?? 0
  const minutes = (localHour(c.tz, f.startsAt) - from) * 60 + Math.floor((f.startsAt % (60 * MINUTE)) / MINUTE)
  return 1 + Math.max(0, Math.floor(minutes / everyMin))
}

/** Russian has one word for who runs and another for who is driven or ridden. */
function titleOf(sportId: number): readonly [en: string, ru: string] {
  return TITLES[sportId] ?? ['Race', 'Забег']
}

/** What is said of a race besides its runners; undefined for other games. */
export function raceAbout(seed: string, f: Fixture, now: number): GameAbout | undefined {
  const c = f.championship
  if (c.engine !== 'field' || !c.lane) return undefined
  if (!hasCard(c)) {
    const no = (f.number % 1000) + 1
    const [en, ru] = c.variant === 'draw' ? ['Draw', 'Тираж'] : titleOf(c.sportId)
    return { title: { en: `${en} ${no}`, ru: `${ru} ${no}` } }
  }
  const card = cardOf(seed, f, now)
  const [en, ru] = titleOf(c.sportId)
  return { title: { en: `${en} ${card.race}, ${card.distanceM} m`, ru: `${ru} ${card.race}, ${card.distanceM} м` }, card }
}
