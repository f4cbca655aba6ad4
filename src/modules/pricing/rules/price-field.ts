/**
 * Fields of runners: races, outrights, questions with several answers. One weight a runner gives the winner and all places
 * (Plackett–Luce), so no runner is dearer for a place than for a longer one.
 */
import { outcomeKey } from '#modules/line/rules/param.ts'
import { HIGHER, pairOf } from './pairs.ts'
import { EACH_WAY_PLACE, EXACT_PLACE, placePrice, placesPart } from '#modules/payout/rules/each-way.ts'
import { keysOf } from './engines.ts'
import type { GameFacts } from './game-facts.ts'
import { fieldProbabilities } from './other.ts'
import { placeChances } from './places.ts'
import type { PriceInput, Runner } from './price-input.ts'
import { addField, addPair, addPairOfSet, addSet, openMarket, openSheet, outcome, fieldExponent } from './sheet.ts'
import type { PricedMarket, Sheet } from './sheet.ts'

/** Book of competitions that last (wire 19.2). */
const LONG_TERM = 2999
const PLACES: Readonly<Record<string, readonly [t: number, places: number]>> = {
  top2: [3135, 2],
  top3: [3136, 3],
  top4: [3137, 4],
  top5: [3138, 5],
  top6: [3139, 6],
  top10: [3143, 10],
}
/** Races without a book of their own (wire 19.2, last paragraph). */
const PLAIN_RACE = ['outright', 'top3', 'head_to_head'] as const

function keysOfField(input: PriceInput): readonly string[] {
  if (input.kind === 'outright') return keysOf(LONG_TERM, 'match', false)
  const own = keysOf(input.sportId, 'match', false)
  return own.includes('outright') ? own : PLAIN_RACE
}

/** Places that pay in a race: two of five to seven runners, three of eight to fifteen, four of more; none of fewer. */
export function paidPlaces(runners: number): number {
  if (runners < 5) return 0
  return runners < 8 ? 2 : runners < 16 ? 3 : 4
}

interface Field {
  runners: readonly Runner[]
  /** How many of them win: more than one in "relegated" and the like. */
  winners: number
  win: readonly number[]
  /** Row k − 1: among the first k. */
  places(k: number): readonly number[]
}

/** What a race sells while it runs: what the weights of the moment tell. Halves on places, exact places and single laps are over. */
const IN_PLAY: ReadonlySet<string> = new Set(['outright', 'outright_yes_no', 'place', 'head_to_head', ...Object.keys(PLACES)])

/** Starting numbers of those that dropped out on the way: they keep their rows and come in no more. */
function droppedOut(facts: GameFacts): ReadonlySet<number> {
  const gone = facts.incidents.flatMap(({ type, detail }) => (type === 'retired' ? [Number(detail?.['order'])] : []))
  return new Set(gone)
}

/** Chances of the first k that the provider says itself: a table knows more of its middle than weights can say. */
function toldPlaces({ model: { extra } }: PriceInput, runners: readonly Runner[], k: number): number[] | null {
  const told = runners.map(({ number = 0 }) => extra[`in${k}_${number}`])
  return told.every((p) => p !== undefined) ? told.map((p) => Math.min(1, Math.max(0, p))) : null
}

function fieldOf(input: PriceInput, given: readonly Runner[], gone: ReadonlySet<number>): Field {
  const runners = given.map((runner) => (gone.has(runner.number ?? 0) ? { ...runner, strength: -Infinity } : runner))
  // A flat table: places are nearer to each other than the title is.
  const spread = Math.min(3, Math.max(0.3, input.model.extra['spread'] ?? 1))
  const strengths = runners.map((runner) => runner.strength / spread)
  const winners = Math.max(1, Math.min(runners.length - 1, Math.round(input.model.extra['winners'] ?? 1)))
  const short = fieldProbabilities(strengths)
  let long: number[][] | undefined
  const weights = () => strengths.map((s) => Math.exp(s - Math.max(...strengths)))
  const title = toldPlaces(input, runners, 1) ?? fieldProbabilities(runners.map((runner) => runner.strength)).first
  const places = (k: number): readonly number[] => {
    const told = toldPlaces(input, runners, k)
    if (told) return told
    const found = k === 2 ? short.top2 : k === 3 ? short.top3 : (long ??= placeChances(weights(), 10))[k - 1]!
    // Whoever wins is among the first k too.
    return spread === 1 ? found : found.map((p, n) => Math.max(p, title[n]!))
  }
  return { runners, winners, win: winners === 1 ? title : winners <= 10 ? places(winners) : title, places }
}

function put(sheet: Sheet, key: string, t: number, field: Field, probs: readonly number[]): void {
  addField(
    sheet,
    openMarket(sheet, key),
    field.runners.map((runner) => outcomeKey(t, 0, runner.id)),
    probs,
  )
}

interface YesNo {
  types: readonly [number, number]
  probs: readonly number[]
  p?: number
  /** A market that offers the same outcomes without their opposites, when the game has it. */
  twin: string | null
}

function yesNo(sheet: Sheet, key: string, field: Field, { types: [yes, no], probs, p = 0, twin }: YesNo): void {
  const market = openMarket(sheet, key, p ? `n=${p}` : '')
  const exponent = twin === null ? null : fieldExponent(sheet, twin, probs)
  field.runners.forEach((runner, n) => {
    const keys = [outcomeKey(yes, p, runner.id), outcomeKey(no, p, runner.id)] as const
    if (exponent === null) addPair(sheet, market, ...keys, probs[n]!)
    else addPairOfSet(sheet, market, keys, probs[n]!, exponent)
  })
}

/** "In the first k" as a market of its own: the key under which this game offers it. */
function placesKey(input: PriceInput, { runners, winners }: Field, k: number): string | null {
  const offered = input.kind === 'outright' ? k <= runners.length / 2 : k + 1 < runners.length
  const key = `top${k}`
  return offered && winners === 1 && key in PLACES && keysOfField(input).includes(key) ? key : null
}

/** The place half of an each-way bet: its price is a part of the printed winner's, so the two never drift apart. */
function eachWay(sheet: Sheet, field: Field): void {
  const k = paidPlaces(field.runners.length)
  const winner = sheet.markets.find((market) => market.part === sheet.part && market.key === 'outright')
  if (k === 0 || !winner || field.winners !== 1) return
  const market = openMarket(sheet, 'each_way', `n=${k}`)
  const probs = field.places(k)
  field.runners.forEach((runner, n) => {
    const win = winner.outcomes[n]
    const price = win?.price === undefined ? undefined : placePrice(win.price, placesPart(k))
    market.outcomes.push({
      key: outcomeKey(EACH_WAY_PLACE, k, runner.id),
      prob: probs[n]!,
      active: price !== undefined,
      ...(price === undefined ? {} : { price }),
    })
  })
  if (market.outcomes.some((one) => one.active)) market.status = 'active'
}

/** Second and third place exactly: with the winner they make forecasts and tricasts. */
function finish(sheet: Sheet, field: Field): void {
  if (field.winners !== 1) return
  for (const place of [2, 3]) {
    if (field.runners.length < place + 1) return
    const [here, before] = [field.places(place), place === 2 ? field.win : field.places(place - 1)]
    addSet(
      sheet,
      openMarket(sheet, 'finish', `n=${place}`, place === 2),
      field.runners.map((runner) => outcomeKey(EXACT_PLACE, place, runner.id)),
      here.map((p, n) => Math.max(0, p - before[n]!)),
    )
  }
}

/** Neighbours by their starting numbers, so that a pair stays the same two whatever the prices do; one that lacks its other is none. */
function headToHeads(sheet: Sheet, field: Field): void {
  if (field.winners !== 1) return
  const byNumber = new Map(field.runners.map((runner) => [runner.number ?? 0, runner]))
  for (const [number, one] of byNumber) {
    const pair = pairOf(number)
    const two = byNumber.get(number + 1)
    if (pair === 0 || number !== 2 * pair - 1 || !two) continue
    const market = openMarket(sheet, 'head_to_head', `n=${pair}`, pair === 1)
    const gap = two.strength - one.strength
    // Both dropped out: neither comes in, and the bet is given back.
    const chance = Number.isNaN(gap) ? 0 : 1 / (1 + Math.exp(gap))
    addPair(sheet, market, outcomeKey(HIGHER[0], pair, one.id), outcomeKey(HIGHER[1], pair, two.id), chance)
  }
}

/**
 * Races and long-term markets. A race that runs is priced as far as its model says how it stands (`run`): the weights of the start
 * say nothing any more. `only`: the markets of a list row.
 */
export function priceField(input: PriceInput, facts: GameFacts, out: PricedMarket[], only?: ReadonlySet<string>): void {
  const runners = input.runners ?? []
  const { extra } = input.model
  const inPlay = facts.stage === 'running' && input.kind === 'race' && (extra['run'] ?? 0) > 0
  if ((facts.stage !== 'before' && !inPlay) || runners.length === 0) return
  const sheet = openSheet('full', input.margins, inPlay, out)
  if (extra['yesNo']) {
    const market = openMarket(sheet, 'special_yes_no')
    for (const { id, number = 1 } of runners)
      addPair(sheet, market, outcomeKey(1414, 0, id), outcomeKey(1415, 0, id), extra[`p${number}`] ?? 0.5)
    return
  }
  if (runners.length < 2) return
  const keys = keysOfField(input)
  if (runners.length === 2 && input.kind !== 'outright') {
    const [one, two] = runners
    addPair(sheet, openMarket(sheet, 'result_2way'), outcome(1), outcome(3), 1 / (1 + Math.exp(two!.strength - one!.strength)))
    return
  }
  const gone = inPlay ? droppedOut(facts) : new Set<number>()
  // One that runs alone has won: nothing is left to price.
  if (runners.length - gone.size < 2) return
  const field = fieldOf(input, runners, gone)
  for (const key of keys) if ((!only || only.has(key)) && (!inPlay || IN_PLAY.has(key))) priceKey(sheet, input, field, key)
}

function priceKey(sheet: Sheet, input: PriceInput, field: Field, key: string): void {
  const { runners, win } = field
  const { extra } = input.model
  const place = PLACES[key]
  if (place) {
    const [t, k] = place
    if (placesKey(input, field, k)) put(sheet, key, t, field, field.places(k))
    return
  }
  // The winner with his number is the winner once more in the same group: every runner would stand there twice.
  switch (key) {
    case 'outright':
      put(sheet, key, 2637, field, win)
      return
    case 'outright_yes_no':
      yesNo(sheet, key, field, { types: [835, 836], probs: win, twin: 'outright' })
      return
    case 'place': {
      const k = paidPlaces(runners.length)
      if (k > 0) yesNo(sheet, key, field, { types: [1706, 1707], probs: field.places(k), p: k, twin: placesKey(input, field, k) })
      return
    }
    case 'each_way':
      eachWay(sheet, field)
      return
    case 'finish':
      finish(sheet, field)
      return
    case 'head_to_head':
      headToHeads(sheet, field)
      return
    case 'fastest_lap': {
      const weights = runners.map((runner) => extra[`f${runner.number ?? 0}`] ?? 0)
      const sum = weights.reduce((s, w) => s + w, 0)
      if (sum > 0)
        put(
          sheet,
          key,
          3072,
          field,
          weights.map((w) => w / sum),
        )
      return
    }
    case 'safety_car':
      if (extra['pSafetyCar'] !== undefined) addPair(sheet, openMarket(sheet, key), outcome(3073), outcome(3074), extra['pSafetyCar'])
      return
    default:
  }
}
