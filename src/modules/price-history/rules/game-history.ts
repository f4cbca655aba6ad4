/**
 * Prices of one game since opening, thinned: at most one point of an outcome in a stretch of time and sixty in all.
 * 300,000 outcomes are kept, so a point is three numbers in one array of the game and names are shared by all games.
 */

export interface PricePoint {
  /** Unix seconds. */
  at: number
  /** Thousandths. */
  price: number
}

export const MAX_POINTS = 60
/** Within this time of the last point a new price takes its place. */
export const GAP_SEC = { line: 300, live: 20 } as const

const SLOT = 0
const AT = 1
const PRICE = 2
const WIDTH = 3

const idsByPart = new Map<string, Map<string, number>>()
const names: string[] = []

/** The same few thousand names of outcomes stand in every game: a game keeps their numbers. */
function nameId(part: string, outcomeKey: string): number {
  let ids = idsByPart.get(part)
  if (!ids) idsByPart.set(part, (ids = new Map()))
  let id = ids.get(outcomeKey)
  if (id === undefined) {
    id = names.length
    // Joined, it is one flat text; a template would keep its parts as well.
    names.push([part, outcomeKey].join('|'))
    ids.set(outcomeKey, id)
  }
  return id
}

/** The name as it is stored, read back. */
function idOfName(name: string): number {
  const bar = name.indexOf('|')
  return nameId(name.slice(0, bar), name.slice(bar + 1))
}

export class GameHistory {
  /** Slot of an outcome by the number of its name. */
  readonly #slots = new Map<number, number>()
  /** Place of the last point, and number of points, by slot. */
  readonly #last: number[] = []
  readonly #count: number[] = []
  #points = new Uint32Array(0)
  #length = 0

  /** Points of all outcomes together. */
  get size(): number {
    return this.#length / WIDTH
  }

  get outcomes(): number {
    return this.#slots.size
  }

  /** Answers whether anything is now other than before. Times before the last point count as its time. */
  add(part: string, outcomeKey: string, point: PricePoint, gapSec: number): boolean {
    const slot = this.#slotOf(nameId(part, outcomeKey))
    const last = this.#last[slot]!
    if (last < 0) {
      this.#push(slot, point.at, point.price)
      return true
    }
    if (this.#points[last + PRICE] === point.price) return false
    const at = this.#points[last + AT]!
    // The first point is the opening price and stays.
    if (this.#count[slot]! > 1 && point.at - at < gapSec) this.#points[last + PRICE] = point.price
    else this.#push(slot, Math.max(at, point.at), point.price)
    if (this.#count[slot]! > MAX_POINTS) this.#thin()
    return true
  }

  /** Oldest first; empty when the outcome was never priced. */
  of(part: string, outcomeKey: string): PricePoint[] {
    const slot = this.#slots.get(nameId(part, outcomeKey))
    if (slot === undefined) return []
    const points: PricePoint[] = []
    for (let n = 0; n < this.#length; n += WIDTH) {
      if (this.#points[n + SLOT] === slot) points.push({ at: this.#points[n + AT]!, price: this.#points[n + PRICE]! })
    }
    return points
  }

  /** Names by slot, a line each, then the points. */
  encode(): { names: string; points: Uint32Array } {
    const list: string[] = []
    for (const [id, slot] of this.#slots) list[slot] = names[id]!
    return { names: list.join('\n'), points: this.#points.slice(0, this.#length) }
  }

  static decode(text: string, points: Uint32Array): GameHistory {
    const history = new GameHistory()
    const slots = text === '' ? [] : text.split('\n').map((name) => history.#slotOf(idOfName(name)))
    for (let n = 0; n + WIDTH <= points.length; n += WIDTH) {
      const slot = slots[points[n + SLOT]!]
      if (slot !== undefined) history.#push(slot, points[n + AT]!, points[n + PRICE]!)
    }
    return history
  }

  /** What was stored earlier and what was seen since, as one history; of what both tell the stored one counts. */
  static merged(stored: GameHistory, seen: GameHistory): GameHistory {
    const whole = GameHistory.decode(stored.encode().names, stored.encode().points)
    const ids: number[] = []
    for (const [id, slot] of seen.#slots) ids[slot] = id
    for (let n = 0; n < seen.#length; n += WIDTH) {
      const slot = whole.#slotOf(ids[seen.#points[n + SLOT]!]!)
      const last = whole.#last[slot]!
      const at = seen.#points[n + AT]!
      const price = seen.#points[n + PRICE]!
      if (last >= 0 && (whole.#points[last + PRICE] === price || at <= whole.#points[last + AT]!)) continue
      whole.#push(slot, at, price)
      if (whole.#count[slot]! > MAX_POINTS) whole.#thin()
    }
    return whole
  }

  #slotOf(id: number): number {
    let slot = this.#slots.get(id)
    if (slot === undefined) {
      slot = this.#slots.size
      this.#slots.set(id, slot)
      this.#last.push(-1)
      this.#count.push(0)
    }
    return slot
  }

  #push(slot: number, at: number, price: number): void {
    if (this.#length + WIDTH > this.#points.length) {
      const grown = new Uint32Array(Math.max(WIDTH * 16, Math.ceil(this.#length * 1.5)))
      grown.set(this.#points)
      this.#points = grown
    }
    this.#points[this.#length + SLOT] = slot
    this.#points[this.#length + AT] = at
    this.#points[this.#length + PRICE] = price
    this.#last[slot] = this.#length
    this.#count[slot]! += 1
    this.#length += WIDTH
  }

  /** Leaves out every second point of outcomes that have many, never the first or the last one. */
  #thin(): void {
    const old = this.#points
    const length = this.#length
    const [counts, seen] = [[...this.#count], this.#count.map(() => 0)]
    this.#points = new Uint32Array(old.length)
    this.#length = 0
    this.#last.fill(-1)
    this.#count.fill(0)
    for (let n = 0; n < length; n += WIDTH) {
      const slot = old[n + SLOT]!
      const index = seen[slot]!
      seen[slot] = index + 1
      const many = counts[slot]! > (MAX_POINTS * 3) / 4
      if (many && index % 2 === 1 && index !== counts[slot]! - 1) continue
      this.#push(slot, old[n + AT]!, old[n + PRICE]!)
    }
  }
}
