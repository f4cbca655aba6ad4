/**
 * Express of the day (wire 5.13, 6.3, rule 29): ready coupons of real games. A pure function of the day and of the
 * games that can be bet on now: the same everywhere, and when a game goes only its own leg is replaced.
 */
import type { Milli } from '#lib/price.ts'
import { DAY, HOUR, MINUTE, type Millis } from '#lib/time.ts'
import { isOpen, KIND_LIVE, takesBets, type BookGame, type Kind } from '#modules/line/rules/book.ts'
import { sportInfo } from '#modules/line/rules/sport-info.ts'
import { stableHash } from '#modules/line/rules/stable-hash.ts'
import { mainPart } from '#modules/line/rules/wire/game.ts'
import { rowMarkets, type Shown } from '#modules/line/rules/wire/outcome.ts'
import { expressTotal } from './express-total.ts'

export interface ExpressLeg {
  game: BookGame
  shown: Shown
}

export interface Express {
  /** Changes with every change of the legs. */
  id: number
  /** What a coupon sends as `expressNum`: equal to `id` in the line, the same all day in live. */
  expressId: number
  /** Sport of all legs, 0 when they are mixed. */
  category: number
  legs: ExpressLeg[]
}

export interface ExpressDay {
  kind: Kind
  now: Millis
  cyber: boolean
}

/** An express that is bet unchanged pays so many percent more (rules 2.10). */
export const DAY_PERCENT = 10

/** The leg of the bonus has one fixed id (rule 29); its factor is what the coupon pays. */
export const BONUS_LEG = { id: 900_000_001, type: 707, price: 1000 + DAY_PERCENT * 10 } as const

const MIXED = 4
const SPORTS = [1, 2, 3, 4] as const
const MIN_LEGS = 3
const MIN_PRICE = 1_250
const MAX_PRICE = 2_300
/** Games of a day's express begin until six in the morning of the next one. */
const DAY_ENDS = DAY + 6 * HOUR
const SOONEST = 2 * MINUTE
const MAX_ID = 2 ** 31 - 1

/** `weightOf` answers the weight of the game's championship: heavier ones come first. Games are those of the usual line. */
export function expressesOf(games: Iterable<BookGame>, weightOf: (game: BookGame) => number, at: ExpressDay): Express[] {
  const day = Math.floor(at.now / DAY)
  const seed = `${day}|${at.kind}|${at.cyber ? 'cyber' : ''}`
  const slots = new Map<string, { rank: number; leg: ExpressLeg }[]>()
  for (const game of games) {
    if (!isCandidate(game, at, day)) continue
    const { shown, slot, lot } = placeOf(game, seed, at)
    if (!shown) continue
    const rank = lot / (weightOf(game) + 20)
    const list = slots.get(slot) ?? []
    list.push({ rank, leg: { game, shown } })
    slots.set(slot, list)
  }
  return [...slots]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([slot, list]) => {
      const size = MIN_LEGS + (stableHash(`${seed}|${slot}|size`) % 2)
      const legs = list
        .toSorted((a, b) => a.rank - b.rank || a.leg.game.ci - b.leg.game.ci)
        .slice(0, size)
        .map(({ leg }) => leg)
      return legs.length >= MIN_LEGS ? [expressOf(seed, slot, legs, at.kind)] : []
    })
}

interface Place {
  seed: string
  version: number
  shown: Shown | undefined
  slot: string
  lot: number
}

/** Places of games at their version: thousands are asked again and again, and few have changed in between. */
const places = new WeakMap<BookGame, Place>()

function placeOf(game: BookGame, seed: string, at: ExpressDay): Place {
  const known = places.get(game)
  if (known?.seed === seed && known.version === game.version) return known
  const { slot, lot } = known?.seed === seed ? known : { slot: slotOf(game, seed, at), lot: stableHash(`${seed}|rank|${game.ci}`) }
  const place: Place = { seed, version: game.version, shown: legOf(game, `${seed}|${game.ci}`), slot, lot }
  places.set(game, place)
  return place
}

function expressOf(seed: string, slot: string, legs: ExpressLeg[], kind: Kind): Express {
  const named = legs.map(({ game, shown }) => `${game.ci}:${shown.outcome.key}`).join()
  const id = idOf(`${seed}|${slot}|${named}`)
  return {
    id,
    expressId: kind === KIND_LIVE ? idOf(`${seed}|${slot}`) : id,
    category: slot.startsWith('s') ? Number(slot.slice(1)) : 0,
    legs,
  }
}

const idOf = (text: string): number => 1 + (stableHash(text) % (MAX_ID - 1))

function isCandidate(game: BookGame, at: ExpressDay, day: number): boolean {
  const { cyber, virtual } = sportInfo(game.sportId)
  // What other games decide may not stand beside them.
  if (game.about?.of) return false
  if (game.kind !== at.kind || game.type !== 'match' || cyber !== at.cyber || virtual || !takesBets(game)) return false
  if (at.kind === KIND_LIVE) return game.live !== undefined
  return game.startsAt > at.now + SOONEST && game.startsAt < day * DAY + DAY_ENDS
}

/** Every game has one place of its own, so that a game that goes leaves the other expresses as they are. */
function slotOf(game: BookGame, seed: string, { cyber, kind }: ExpressDay): string {
  const slots = kind === KIND_LIVE || cyber ? MIXED - 1 : MIXED
  const slot = stableHash(`${seed}|slot|${game.ci}`) % (slots + 1)
  const ownSport = slot === slots && kind !== KIND_LIVE && !cyber && (SPORTS as readonly number[]).includes(game.sportId)
  return ownSport ? `s${game.sportId}` : `m0.${slot % slots}`
}

/** The outcome of a game that goes in: an open one of the row, neither a near certainty nor a long shot. */
function legOf(game: BookGame, seed: string): Shown | undefined {
  const { row } = rowMarkets(game, mainPart(game), sportInfo(game.sportId))
  return row
    .filter(({ market, outcome }) => isOpen(game, market, outcome) && outcome.price >= MIN_PRICE && outcome.price <= MAX_PRICE)
    .map((shown) => ({ shown, rank: stableHash(`${seed}|${shown.outcome.t}`) }))
    .toSorted((a, b) => a.rank - b.rank)[0]?.shown
}

/** The same as the page reckons from the prices that it shows. */
export function expressPrice({ legs }: Express): Milli {
  return expressTotal(
    legs.map(({ shown }) => shown.outcome.price),
    BONUS_LEG.price,
  )
}
