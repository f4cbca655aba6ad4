/**
 * Chances of places in an order of sums (points of a table, goals of players). Of every side the whole distribution of what
 * it may end with is known, so the middle and the bottom of the order are as exact as its top, and whoever can no longer
 * reach or lose a place has exactly nothing or everything of it.
 */
import { normalCdf } from '#lib/random.ts'

/** What one side may end with. */
export interface Ending {
  least: number
  /** Chances of the least sum and of every one above it. */
  chances: Float64Array
  /** Chances of more than each of them. */
  above: Float64Array
  /** What decides among level sums: its mean and its variance. */
  tie: number
  tieVariance: number
}

/** One way in which things may go on, with what everybody may end with then. */
export interface Way {
  chance: number
  endings: readonly Ending[]
}

/** Rarer sums change no price. */
const NOTHING = 1e-9
/** Less than any difference that decides. */
const LEVEL_VARIANCE = 1e-6
/** Sums looked at within a standard deviation. */
const STEPS_OF_SD = 2.5
/** Of Newton's method, and the furthest it may go in the log of the odds. */
const ROUNDS = 12
const FURTHEST = 2

/** Level ones are put in order by lot when nothing is said of what decides. */
export function endingOf(least: number, chances: Float64Array, tie = 0, tieVariance = 0): Ending {
  const above = new Float64Array(chances.length)
  for (let n = chances.length - 2; n >= 0; n--) above[n] = above[n + 1]! + chances[n + 1]!
  return { least, chances, above, tie, tieVariance }
}

/** Chance of another side to end with more, or before a side that is level with it. */
function aheadOf({ least, chances, above }: Ending, level: number, sum: number): number {
  const n = sum - least
  return n < 0 ? 1 : n < chances.length ? above[n]! + chances[n]! * level : 0
}

/** Every how many sums of a wide distribution are looked at: the chances between them hardly differ. */
function strideOf(chances: Float64Array): number {
  let [mean, square] = [0, 0]
  chances.forEach((p, n) => {
    mean += p * n
    square += p * n * n
  })
  return Math.max(1, Math.floor(Math.sqrt(Math.max(0, square - mean ** 2)) / STEPS_OF_SD))
}

function addPlaces(rows: readonly number[][], { chance, endings }: Way, own: number): void {
  const mine = endings[own]!
  const rivals = endings.filter((_, n) => n !== own)
  const levels = rivals.map(({ tie, tieVariance }) =>
    normalCdf((tie - mine.tie) / Math.sqrt(tieVariance + mine.tieVariance + LEVEL_VARIANCE)),
  )
  const stride = strideOf(mine.chances)
  let whole = 0
  for (let n = 0; n < mine.chances.length; n += stride) whole += mine.chances[n]!
  for (let n = 0; n < mine.chances.length; n += stride) {
    const mass = (chance * mine.chances[n]!) / whole
    if (mass < NOTHING) continue
    const { sure, more } = beforeOf(rivals, levels, mine.least + n, rows.length)
    let sofar = 0
    for (let k = sure; k < rows.length; k++) {
      sofar += more[k - sure]!
      rows[k]![own]! += mass * sofar
    }
  }
}

/** Chances that 0 … of the rivals are before a side with this sum, as far as there are places left behind those who are for certain. */
function beforeOf(rivals: readonly Ending[], levels: readonly number[], sum: number, most: number): { sure: number; more: Float64Array } {
  const more = new Float64Array(most)
  more[0] = 1
  let sure = 0
  for (let n = 0; n < rivals.length && sure < most; n++) {
    const ahead = aheadOf(rivals[n]!, levels[n]!, sum)
    if (ahead > 1 - NOTHING) sure++
    else if (ahead > NOTHING) {
      for (let k = most - 1; k > 0; k--) more[k] = more[k]! * (1 - ahead) + more[k - 1]! * ahead
      more[0]! *= 1 - ahead
    }
  }
  return { sure, more }
}

/**
 * Chances of k places add up to k. What sides do to each other is left out of them but for the next matches, which leaves a
 * little too much or too little; it is put right in the odds, so that nothing and everything stay what they are.
 */
function summed(row: readonly number[], places: number): number[] {
  let log = 0
  let now: number[] = []
  for (let round = 0; round < ROUNDS; round++) {
    const odds = Math.exp(-log)
    now = row.map((p) => (p <= 0 ? 0 : p >= 1 ? 1 : p / (p + (1 - p) * odds)))
    let [off, slope] = [-places, 0]
    for (const p of now) {
      off += p
      slope += p * (1 - p)
    }
    if (Math.abs(off) < NOTHING || slope < NOTHING) break
    log = Math.max(-FURTHEST, Math.min(FURTHEST, log - off / slope))
  }
  return now
}

/** Row k − 1: chance of every side to be among the first k, k = 1 … most. `waysOf`: how it may go on as one side sees it. */
export function orderChances(sides: number, most: number, waysOf: (own: number) => readonly Way[]): number[][] {
  const rows = Array.from({ length: Math.min(most, sides - 1) }, () => new Array<number>(sides).fill(0))
  for (let own = 0; own < sides; own++) for (const way of waysOf(own)) addPlaces(rows, way, own)
  const out: number[][] = []
  rows.forEach((row, k) => {
    const before = out[k - 1]
    // Whoever is among the first few is among more of them too.
    out.push(summed(row, k + 1).map((p, n) => Math.max(p, before?.[n] ?? 0)))
  })
  return out
}
